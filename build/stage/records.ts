import { basename } from 'node:path';
import type { SourceFile } from '../../src/catalog/manifest.ts';
import { normalize } from '../normalize/normalize.ts';
import { InputError } from '../read/input-error.ts';
import type { BuildSource } from '../read/open-source.ts';
import { type ReadInput, readInThread } from '../read/reading-thread.ts';
import type { FormerCatalog } from '../read-catalog.ts';
import type { Tally } from '../report.ts';
import type { Stage } from './stage.ts';
import { stagedRowOf } from './staged-row.ts';

/** Of a former catalogue, between two reports of how far it is read. */
const FOODS_AT_ONCE = 1000;
/** Foods without a brand come from the tables of the USDA. */
const GENERIC = 'usda';

/** How far reading is; bytesTotal is null when an input does not tell its length. */
export type OnRows = (progress: { bytesRead: number; bytesTotal: number | null }) => void;

/**
 * Stages the foods of the catalogue that is built upon, if any, and the generic foods of another; then reads every input, normalises its records and
 * stages them. Gives what is known of the inputs, those of the former catalogue first.
 */
export async function stageRecords(
  former: FormerCatalog | null,
  generic: FormerCatalog | null,
  sources: readonly BuildSource[],
  stage: Stage,
  tally: Tally,
  onRows: OnRows,
): Promise<SourceFile[]> {
  const inputs = readInThread(sources);
  try {
    // All inputs are open once the first is there: a wrong name is told before a former catalogue is read.
    let next = sources.length === 0 ? null : await inputs.next();
    if (former !== null) stageFormer(former, stage, tally, onRows);
    const files = former === null ? [] : [...former.manifest.sources];
    if (generic !== null) files.push(...stageGeneric(generic, stage, tally));
    for (; next !== null && !next.done; next = await inputs.next()) {
      files.push(await stageInput(next.value, stage, tally, onRows));
    }
    return files;
  } finally {
    await inputs.return();
  }
}

function stageFormer(former: FormerCatalog, stage: Stage, tally: Tally, onRows: OnRows): void {
  const { db, manifest } = former;
  let rank = 0;
  for (const food of former.foods()) {
    tally.countFood(food.findings, db.name, ++rank, food.name);
    stage.add(stagedRowOf(food));
    if (rank % FOODS_AT_ONCE === 0) onRows({ bytesRead: rank, bytesTotal: manifest.foods });
  }
  stage.endFormer();
}

/** The generic foods of a catalogue that is not built upon otherwise; gives the files they come from. */
function stageGeneric({ foods, manifest }: FormerCatalog, stage: Stage, tally: Tally): SourceFile[] {
  const files = manifest.sources.filter(({ kind }) => kind === GENERIC);
  let row = 0;
  for (const food of foods()) {
    row++;
    if (food.source !== GENERIC) continue;
    tally.countFood(food.findings, files[0]?.name ?? GENERIC, row, food.name);
    stage.add(stagedRowOf(food));
  }
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
