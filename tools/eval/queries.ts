import { readFileSync } from 'node:fs';
import { PlainError } from '../../src/plain-error.ts';
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
    throw new PlainError(file, 'its first line is not a header', 'name class, query and expected there');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [queryClass, q, expected, note] = line.split('\t');
      if (queryClass === undefined || q === undefined || expected === undefined) {
        throw new PlainError(file, `a line lacks something: ${line}`, 'give class, query and expected');
      }
      return { class: queryClass, q, expected, expectation: readExpectation(expected), note: note ?? '' };
    });
}
