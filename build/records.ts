import { basename } from 'node:path';
import type { SourceFile } from '../src/catalog/manifest.ts';
import { normalize } from './normalize.ts';
import { InputError } from './read/input-error.ts';
import type { BuildSource } from './read/open-source.ts';
import { type ReadInput, readInThread } from './reading-thread.ts';
import type { Tally } from './report.ts';
import type { Stage } from './stage.ts';
import { stagedRowOf } from './staged-row.ts';

/** How far reading is; bytesTotal is null when an input does not tell its length. */
export type OnRows = (progress: { bytesRead: number; bytesTotal: number | null }) => void;

/** Reads every input, normalises its records and stages them; gives what is known of the inputs. */
export async function stageRecords(
  sources: readonly BuildSource[],
  stage: Stage,
  tally: Tally,
  onRows: OnRows,
): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for await (const input of readInThread(sources)) files.push(await stageInput(input, stage, tally, onRows));
  return files;
}

async function stageInput(input: ReadInput, stage: Stage, tally: Tally, onRows: OnRows): Promise<SourceFile> {
  const { path, kind, batches } = input;
  const rowsBefore = tally.rowsRead;
  let newest = 0;
  let bytes = 0;
  for (;;) {
    const next = await batches.next();
    if (next.done) {
      const rows = tally.rowsRead - rowsBefore;
      if (rows === 0) throw new InputError(path, 'has no rows', 'download it again or leave it out');
      return { name: basename(path), kind, sha256: next.value, bytes, rows, newest: dateOf(newest) };
    }
    const { foods, refused, bytesRead, bytesTotal } = next.value;
    for (const { line, reason, example } of refused) tally.countRefused(reason, path, line, example);
    for (const raw of foods) {
      const food = normalize(raw);
      if (typeof food === 'string') {
        tally.countRefused(food, path, raw.line, raw.code ?? raw.names[0] ?? '');
        continue;
      }
      tally.countFood(food.findings, path, raw.line, food.name);
      if (food.modified_t !== null && food.modified_t > newest) newest = food.modified_t;
      stage.add(stagedRowOf(food));
    }
    bytes = bytesRead;
    onRows({ bytesRead, bytesTotal });
  }
}

function dateOf(seconds: number): string | null {
  return seconds === 0 ? null : new Date(seconds * 1000).toISOString().slice(0, 10);
}
