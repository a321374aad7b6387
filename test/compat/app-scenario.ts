/** What one app sends, and what it reads from the answer: a row of the table of that app. */
export interface AppScenario {
  name: string;
  method?: 'GET' | 'POST' | 'PATCH';
  target: string;
  headers?: Record<string, string>;
  body?: string;
  /** 200 when left out. */
  status?: number;
  /** The members that the app reads, with their exact values. */
  reads: object;
  /** Members that must be absent, as paths with dots: the app would take null or 0 for a value. */
  lacks?: readonly string[];
}

/** The requests of one app, as its source code sends them. */
export interface AppTable {
  app: string;
  /** What it sends with every request. */
  headers?: Record<string, string>;
  scenarios: readonly AppScenario[];
}

/** The value at a path with dots; undefined where there is none. */
export function valueAt(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, member) => (value as Record<string, unknown> | undefined)?.[member], body);
}

/** The paths of all members that are null. */
export function nullsIn(value: unknown, path = ''): string[] {
  if (value === null) return [path];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, part]) =>
    nullsIn(part, path === '' ? name : `${path}.${name}`),
  );
}
