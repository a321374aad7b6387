import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type OpenWay, WAYS, type Way } from './ways.ts';

/** One request and the expected response: a row of a table. */
export interface Scenario {
  name: string;
  method?: string;
  target: string;
  headers?: Record<string, string>;
  status: number;
  /** The exact value of `detail`. */
  detail?: unknown;
  /** The whole body as text. */
  body?: string;
  /** Further checks on the parsed body. */
  json?: (body: never) => void;
  /** Headers by lower-case name: an exact value, a pattern, or null for a header that must be absent. */
  answers?: Record<string, string | RegExp | null>;
  /** For targets that arrive as written only when sent as bytes. */
  onlyRaw?: true;
}

/** Requests of which only the target and the answer differ. */
export const valid = (name: string, target: string): Scenario => ({ name, target, status: 200 });
export const invalid = (name: string, target: string, ...detail: object[]): Scenario => {
  return { name, target, status: 422, detail };
};
/** A body, exactly. */
export const gives = (name: string, target: string, body: unknown): Scenario => {
  return { name, target, status: 200, body: JSON.stringify(body) };
};
/** A body that passes a check. */
export function json<Body>(name: string, target: string, check: (body: Body) => void): Scenario {
  return { name, target, status: 200, json: check as (body: never) => void };
}
/** A body with at least these members. */
export const shows = (name: string, target: string, expected: object): Scenario =>
  json<object>(name, target, (body) => expect(body).toMatchObject(expected));

type PreparedCatalog = (() => Promise<string>) | undefined;

/** All tables of a file share them: starting a server takes longer than all of its answers. */
const opened: { way: Way; catalog: PreparedCatalog; open: Promise<OpenWay> }[] = [];

function openOnce(way: Way, catalog: PreparedCatalog): Promise<OpenWay> {
  const found = opened.find((each) => each.way === way && each.catalog === catalog);
  if (found !== undefined) return found.open;
  const open = way.open(catalog);
  opened.push({ way, catalog, open });
  return open;
}

async function closeAll(): Promise<void> {
  for (const { open } of opened.splice(0)) await (await open).close();
}

/** Runs a table of scenarios in every way of reaching the service. */
export function runScenarios(part: string, scenarios: Scenario[], catalog?: PreparedCatalog): void {
  afterAll(closeAll);
  for (const way of WAYS) {
    describe(`${part}, ${way.name}`, () => {
      let open: OpenWay;
      beforeAll(async () => {
        open = await openOnce(way, catalog);
      });
      for (const scenario of scenarios.filter(({ onlyRaw }) => way.isRaw || !onlyRaw)) {
        test(scenario.name, () => check(open, scenario));
      }
    });
  }
}

async function check(way: OpenWay, scenario: Scenario): Promise<void> {
  const { method = 'GET', target, headers = {} } = scenario;
  const answer = await way.send({ method, target, headers });
  const text = answer.body.toString();
  expect({ status: answer.status, ...(answer.status !== scenario.status && { text }) }).toEqual({
    status: scenario.status,
  });
  if (scenario.detail !== undefined) expect(text).toBe(JSON.stringify({ detail: scenario.detail }));
  if (scenario.body !== undefined) expect(text).toBe(scenario.body);
  if (scenario.json !== undefined) scenario.json(JSON.parse(text) as never);
  if (method === 'HEAD') expect(text).toBe('');
  for (const [name, expected] of Object.entries(scenario.answers ?? {})) {
    const value = answer.headers.get(name);
    if (expected instanceof RegExp) expect(value ?? '').toMatch(expected);
    else expect(value).toBe(expected);
  }
}
