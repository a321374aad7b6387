import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareInputs } from '../../../build/prepare/prepare-inputs.ts';
import { type Preparer, prepareHere, prepareInThreads } from '../../../build/prepare/preparing-thread.ts';
import { InputError } from '../../../build/raw/input.ts';
import type { BuildSource } from '../../../build/read/open-input.ts';
import { type ExportRow, PRODUCTS, temporaryFolder, writeExport } from '../export-file.ts';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const ROW: ExportRow = { code: '3017620422003', product_name: 'Nutella' };
/** More rows than one batch has. */
const MANY = Array.from({ length: 2300 }, (_, row) => ({ ...ROW, code: String(3_000_000_000_000 + row) }));

const inThreads = () => prepareInThreads(2);

async function prepareAll(open: () => Preparer, sources: readonly BuildSource[]) {
  const inputs = [];
  for await (const { path, kind, batches } of prepareInputs(sources, async () => open())) {
    const read = [];
    let next = await batches.next();
    for (; !next.done; next = await batches.next()) {
      const { rows, lines, ...rest } = next.value;
      // A row is valid until the next.
      read.push({ ...rest, lines: Array.from(lines), rows: Array.from(rows, (row) => [...row]) });
    }
    inputs.push({ path, kind, sha256: next.value, batches: read });
  }
  return inputs;
}

async function failureOf(open: () => Preparer, sources: readonly BuildSource[]) {
  const error = await prepareAll(open, sources).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(error instanceof InputError)) throw new Error('no InputError', { cause: error });
  return { where: error.where, what: error.what, remedy: error.remedy };
}

describe('threads that read and normalize inputs', () => {
  test('hand over what doing it in this thread gives, batch by batch', async () => {
    const refused = at('refused.tsv');
    writeFileSync(
      refused,
      `${readFileSync(writeExport(at('one.tsv'), [ROW]), 'utf8')}1\tToo\tmany\tfields\n`,
    );
    const own = at('own.csv');
    writeFileSync(own, 'name,calories_kcal\nSoup,40\nStew,lots\n');
    const sources: BuildSource[] = [
      { source: 'off', path: writeExport(at('many.tsv'), MANY) },
      { source: 'off', path: writeExport(at('products.tsv'), PRODUCTS) },
      { source: 'off', path: refused },
      { source: 'off', path: join(import.meta.dir, '../../fixtures/open-food-facts/products.parquet') },
      { source: 'community', path: own },
    ];
    const here = await prepareAll(prepareHere, sources);
    expect(here.map(({ kind, batches }) => [kind, batches.length])).toEqual([
      ['export-csv', 3],
      ['export-csv', 1],
      ['export-csv', 1],
      ['parquet', 3],
      ['community', 1],
    ]);
    expect(here[2]!.batches[0]!.refused).toMatchObject([{ line: 3, reason: 'wrong_field_count' }]);
    expect(await prepareAll(inThreads, sources)).toEqual(here);
  });

  test.each([
    ['that is missing', 'missing.tsv', null],
    ['that is empty', 'empty.tsv', Buffer.alloc(0)],
    ['of another format', 'archive.zip', Buffer.from('PK\x03\x04 and more')],
    [
      'that is cut off',
      'cut.tsv.gz',
      Bun.gzipSync(Buffer.from('code\tproduct_name\n1\tSoup\n')).subarray(0, -6),
    ],
  ])('fail with the same error for an input %s', async (_, name, content) => {
    if (content !== null) writeFileSync(at(name), content);
    const sources: BuildSource[] = [
      { source: 'off', path: writeExport(at('good.tsv'), [ROW]) },
      { source: 'off', path: at(name) },
    ];
    const failure = await failureOf(prepareHere, sources);
    expect(failure.where).toBe(at(name));
    expect(await failureOf(inThreads, sources)).toEqual(failure);
  });
});
