import { basename } from 'node:path';
import type { SourceFile } from '../src/catalog/manifest.ts';
import { normalize } from './normalize.ts';
import { InputError } from './read/input-error.ts';
import { type BuildSource, type OpenedSource, openSource } from './read/open-source.ts';
import { Tally } from './report.ts';
import { type StagedRow, stagedRowOf } from './staged-row.ts';

/** Records of one batch, ready to be staged, and how far reading is. */
export interface RecordBatch {
  rows: StagedRow[];
  rowsRead: number;
  bytesRead: number;
  /** Null when an input does not tell its length. */
  bytesTotal: number | null;
}

/** What is known of the inputs once all are read. */
export interface Reading {
  files: SourceFile[];
  tally: Tally;
}

/** Reads and normalises every input, batch by batch, and gives what was found on the way. */
export async function* readRecords(
  sources: readonly BuildSource[],
): AsyncGenerator<RecordBatch, Reading, undefined> {
  const opened: OpenedSource[] = [];
  // All are opened before any is read, so that a wrong name is told at once and not after minutes.
  for (const source of sources) opened.push(await openSource(source));
  const tally = new Tally();
  const files: SourceFile[] = [];
  for (const input of opened) files.push(yield* readInput(input, tally));
  return { files, tally };
}

async function* readInput(
  input: OpenedSource,
  tally: Tally,
): AsyncGenerator<RecordBatch, SourceFile, undefined> {
  const rowsBefore = tally.rowsRead;
  let newest = 0;
  for await (const { foods, refused } of input.batches) {
    const rows: StagedRow[] = [];
    for (const { line, reason, example } of refused) tally.countRefused(reason, input.path, line, example);
    for (const raw of foods) {
      const food = normalize(raw);
      if (typeof food === 'string') {
        tally.countRefused(food, input.path, raw.line, raw.code ?? raw.names[0] ?? '');
        continue;
      }
      tally.countFood(food.findings, input.path, raw.line, food.name);
      if (food.modified_t !== null && food.modified_t > newest) newest = food.modified_t;
      rows.push(stagedRowOf(food));
    }
    yield { rows, rowsRead: tally.rowsRead, ...input.progress() };
  }
  const rows = tally.rowsRead - rowsBefore;
  if (rows === 0) throw new InputError(input.path, 'has no rows', 'download it again or leave it out');
  return {
    name: basename(input.path),
    kind: input.kind,
    sha256: input.sha256(),
    bytes: input.progress().bytesRead,
    rows,
    newest: newest === 0 ? null : new Date(newest * 1000).toISOString().slice(0, 10),
  };
}
