import { readFileSync } from 'node:fs';
import { type Expectation, readExpectation } from './judge.ts';

/** A line of a query file: class, query, what it should find, and a note for the reader. */
export interface EvalQuery {
  class: string;
  q: string;
  expected: string;
  expectation: Expectation;
  note: string;
}

/** Reads a tab-separated query file; its first line names the columns, and lines with # are comments. */
export function readQueries(file: string): EvalQuery[] {
  const [header, ...lines] = readFileSync(file, 'utf8').split('\n');
  if (!header?.startsWith('class\tquery\texpected'))
    throw new Error(`${file}: the first line must name class, query, expected`);
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [queryClass, q, expected, note] = line.split('\t');
      if (queryClass === undefined || q === undefined || expected === undefined) {
        throw new Error(`${file}: a line needs class, query and expected: ${line}`);
      }
      return { class: queryClass, q, expected, expectation: readExpectation(expected), note: note ?? '' };
    });
}
