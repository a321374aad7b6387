/**
 * A realistic dump for measurements: the 210 columns of the export, about 2.9 kB a row, the vocabulary of five languages
 * by Zipf's law, and the errors of the real dump at their real rates.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { RowMaker } from './dump-row.ts';
import { EXPORT_HEADER } from './export-header.ts';
import { Random } from './random.ts';

/** Raise it when the rows of a seed change, so that no older dump is measured. */
const DUMP_VERSION = 3;

/** As the real export is packed; a faster level would make unpacking, our baseline, slower than it is. */
const GZIP_LEVEL = 6;

const ROWS_AT_ONCE = 500;
const CACHE = join(import.meta.dir, '..', '..', '.cache');

export interface DumpOptions {
  rows: number;
  seed: number;
}

/** The path of a dump, written now or kept from an earlier run. */
export async function findOrWriteDump({ rows, seed }: DumpOptions): Promise<string> {
  const path = join(CACHE, `dump-v${DUMP_VERSION}-${rows}-${seed}.tsv.gz`);
  const found = await stat(path).catch(() => null);
  if (found === null) await writeDump({ rows, seed, path });
  return path;
}

/** Writes a dump row by row. The file appears at its path only when it is complete. */
export async function writeDump({ rows, seed, path }: DumpOptions & { path: string }): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.part`;
  const gzip = createGzip({ level: GZIP_LEVEL, chunkSize: 1024 * 1024 });
  const file = gzip.pipe(createWriteStream(unfinished));
  const maker = new RowMaker(new Random(seed), rows);
  gzip.write(`${EXPORT_HEADER.join('\t')}\n`);
  for (let row = 0; row < rows; ) {
    let text = '';
    for (const end = Math.min(row + ROWS_AT_ONCE, rows); row < end; row++) text += `${maker.next()}\n`;
    if (!gzip.write(text)) await once(gzip, 'drain');
  }
  gzip.end();
  await finished(file);
  await rename(unfinished, path);
}

if (import.meta.main) {
  const [rows = '1000000', seed = '1'] = process.argv.slice(2);
  process.stdout.write(`${await findOrWriteDump({ rows: Number(rows), seed: Number(seed) })}\n`);
}
