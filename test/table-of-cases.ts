import { expect, test } from 'bun:test';

/** A text, and what must come of it, from a table of cases. */
export interface Case {
  /** What it is an example of: the heading above it. */
  about: string;
  text: string;
  expected: readonly string[];
}

/** Headings begin with `# `; below each, a row has a text and, behind tabs, what must come of it. `\u202f` stands for a character. */
export function readCases(table: string): Case[] {
  const cases: Case[] = [];
  let about = '';
  for (const line of table.split('\n')) {
    if (line.startsWith('# ')) about = line.slice(2);
    else if (line !== '') {
      const [text = '', ...expected] = line
        .replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .split('\t');
      if (expected.length === 0) throw new Error(`${text}: nothing is expected of it`);
      cases.push({ about, text, expected });
    }
  }
  return cases;
}

/** Two numbers that are the same but for their rounding. */
const SAME_WITHIN = 0.0005;

/**
 * Compares fields with what a table says of them: `grams=90`, `grams=80..100`, `food=none`, `food=Milk`, or whether a text
 * matches a pattern: `food~^Milk`, `food!~^Soup`.
 */
export function expectFields(fields: Readonly<Record<string, unknown>>, expected: readonly string[]): void {
  for (const one of expected) {
    const [, name = '', sign = '', value = ''] = /^(\w+)(=|!?~)(.*)$/.exec(one) ?? [];
    if (!Object.hasOwn(fields, name)) throw new Error(`${one}: there is no such field`);
    const actual = fields[name];
    const range = /^([\d.]+)\.\.([\d.]+)$/.exec(value);
    if (sign === '~') expect(actual, one).toMatch(new RegExp(value));
    else if (sign === '!~') expect(actual ?? '', one).not.toMatch(new RegExp(value));
    else if (range !== null) {
      expect(actual, one).toBeGreaterThanOrEqual(Number(range[1]));
      expect(actual, one).toBeLessThanOrEqual(Number(range[2]));
    } else if (typeof actual === 'number')
      expect(Math.abs(actual - Number(value)), one).toBeLessThan(SAME_WITHIN);
    else expect(String(actual ?? 'none'), one).toBe(value);
  }
}

/**
 * Tests functions by a table: a heading names one of them, and each row below has its arguments and what it returns, as JSON.
 * Lines that begin with `//` say why.
 */
export function testFunctions(
  table: string,
  functions: Readonly<Record<string, (...args: never[]) => unknown>>,
): void {
  const unused = new Set(Object.keys(functions));
  let name = '';
  for (const line of table.split('\n').filter((one) => one !== '' && !one.startsWith('//'))) {
    if (line.startsWith('# ')) {
      name = line.slice(2);
      unused.delete(name);
      continue;
    }
    const call = functions[name];
    if (call === undefined) throw new Error(`there is no function '${name}'`);
    const fields = line.split('\t').map((field) => JSON.parse(field));
    const [args, returned] = [fields.slice(0, -1), fields.at(-1)];
    test(`${name} of ${line.slice(0, line.lastIndexOf('\t'))} is ${JSON.stringify(returned)}`, () => {
      expect(call(...(args as never[]))).toEqual(returned);
    });
  }
  if (unused.size > 0) throw new Error(`there are no rows for ${[...unused].join(', ')}`);
}
