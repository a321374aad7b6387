import type { Route } from './call.ts';
import { hostOf, movePath, pathOf } from './target.ts';

/** Gives a request its path under the prefix, if its host has that route at the root. */
export type RestorePrefix = (request: Request) => void;

/** For routes that some hosts have at their root, where others have them under a prefix. */
export function restoringPrefixes(routes: readonly Pick<Route, 'path' | 'atHost'>[]): RestorePrefix {
  /** By the first segment at the root. */
  const prefixes = new Map<string, { prefix: string; host: string }>();
  for (const { path, atHost } of routes) {
    const [, prefix = '', root = ''] = path.split('/');
    if (atHost !== null) prefixes.set(root, { prefix: `/${prefix}`, host: atHost });
  }
  return (request) => {
    if (prefixes.size === 0) return;
    const known = prefixes.get(rootOf(pathOf(request.url)));
    if (known !== undefined && hostOf(request).startsWith(known.host)) movePath(request, known.prefix);
  };
}

/** The first segment of a path. */
export function rootOf(path: string): string {
  return path.split('/', 2)[1] ?? '';
}
