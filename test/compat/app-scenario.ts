/** What one app sends, and what it reads from the answer: a row of the table of that app. */
export interface AppScenario {
  name: string;
  method?: 'GET' | 'POST' | 'PATCH';
  target: string;
  headers?: Record<string, string>;
  body?: string;
  status: number;
  /** The members that the app reads, with their exact values. */
  reads: object;
  /** Members that must be absent, as paths with dots: the app would take null or 0 for a value. */
  lacks?: readonly string[];
}

/** The requests of one app, as its source code sends them. */
export interface AppTable {
  app: string;
  scenarios: readonly AppScenario[];
}

/** The value at a path with dots; undefined where there is none. */
export function valueAt(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, member) => (value as Record<string, unknown> | undefined)?.[member], body);
}
