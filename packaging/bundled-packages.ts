import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { THREADS } from '../src/thread.ts';

/** A package whose code is part of the executables. */
export interface BundledPackage {
  name: string;
  version: string;
  /** The SPDX expression from the package. */
  license: string;
  /** The hash of the package in hexadecimal; null if the lock file has none. */
  sha512: string | null;
  /** The names of the bundled packages that it depends on. */
  needs: readonly string[];
  /** The full text of its licence and notices; empty if it has none. */
  notices: string;
}

interface Locked {
  version: string;
  license?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** Packages that the compiler does not see, since only drawings made from them are embedded. */
export const DRAWN_FROM: readonly string[] = ['@iconify-json/fluent-emoji-flat'];

/** An optional dependency of a package that we bundle, installed for tests only. */
export const NOT_BUNDLED: readonly string[] = ['supports-color'];

const PACKAGE = /node_modules\/((?:@[^/]+\/)?[^/]+)/;
const NOTICE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** The packages that the compiler bundles. They are fewer than those installed, since unreachable code is left out. */
export async function findBundledPackages(root: string): Promise<BundledPackage[]> {
  const bundle = await Bun.build({
    entrypoints: ['src/main.ts', ...THREADS].map((file) => join(root, file)),
    target: 'bun',
    external: [...NOT_BUNDLED],
    metafile: true,
  });
  const inputs = Object.keys(bundle.metafile?.inputs ?? {});
  const names = new Set(inputs.map((input) => PACKAGE.exec(input)?.[1]).filter((name) => name !== undefined));
  for (const name of DRAWN_FROM) names.add(name);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return [...names].sort().map((name) => {
    const folder = `node_modules/${name}`;
    const locked = lock.packages[folder];
    if (locked === undefined) throw new Error(`${name} is not in package-lock.json; run npm ci`);
    return {
      name,
      version: locked.version,
      license: locked.license ?? 'NOASSERTION',
      sha512: hexOf(locked.integrity),
      needs: Object.keys({
        ...locked.dependencies,
        ...locked.optionalDependencies,
        ...locked.peerDependencies,
      })
        .filter((need) => names.has(need))
        .sort(),
      notices: readNotices(join(root, folder)),
    };
  });
}

function hexOf(integrity: string | undefined): string | null {
  const digest = /^sha512-(\S+)$/.exec(integrity ?? '')?.[1];
  return digest === undefined ? null : Buffer.from(digest, 'base64').toString('hex');
}

function readNotices(folder: string): string {
  return readdirSync(folder)
    .filter((file) => NOTICE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}
