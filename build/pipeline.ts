import { basename } from 'node:path';
import type { Manifest, SourceFile } from '../src/catalog/manifest.ts';
import { findCollapse, findReplaced, openTarget } from '../src/catalog/write/target.ts';
import { writeCatalog } from '../src/catalog/write/write.ts';
import { GENERIC_SOURCES } from '../src/food/food.ts';
import type { RecordPart } from '../src/food/food-record.ts';
import type { TableCredit } from '../src/food/food-tables.ts';
import { type PreparedInput, prepareInputs } from './prepare/prepare-inputs.ts';
import { InputError } from './raw/input.ts';
import type { BuildSource } from './read/open-input.ts';
import { type CatalogRecords, openCatalogRecords } from './read-catalog.ts';
import { type BuildReport, Tally } from './report.ts';
import { openStage, type Stage } from './stage/stage.ts';
import { FINDINGS_PLACE, MODIFIED_PLACE, NAME_PLACE, stagedRowOf } from './stage/staged-row.ts';

export interface BuildRequest {
  /** A catalogue to update: its foods come first, and the records of the sources are newer. */
  base: string | null;
  sources: BuildSource[];
  /** Foods that come with larder; they are staged before those of the sources. */
  builtIn?: readonly PreparedInput[];
  /** The catalogue to write. */
  out: string;
  /** Replace a catalogue even if the new one has lost much of it. */
  force: boolean;
  /** What to leave out of the full records, to make a smaller catalogue. */
  without?: readonly RecordPart[];
}

interface BuildProgress {
  step: string;
  rows: number;
  bytesRead: number;
  /** Null if the length of an input is unknown. */
  bytesTotal: number | null;
}
export type OnProgress = (progress: BuildProgress) => void;

/** From dumps to one read-only file: read → normalize → stage → merge → write → put in place. */
export async function buildCatalog(request: BuildRequest, onProgress: OnProgress): Promise<BuildReport> {
  const startedMs = performance.now();
  const tally = new Tally();
  const report = (step: string, bytesRead = 0, bytesTotal: number | null = null) =>
    onProgress({ step, rows: tally.rowsRead, bytesRead, bytesTotal });
  const target = openTarget(request.out);
  try {
    const stage = openStage(target.stagePath);
    const origin = await stageRecords(request, stage, tally, (bytesRead, bytesTotal) =>
      report('reading', bytesRead, bytesTotal),
    );
    if (!request.force) refuseEmpty(request, tally);
    report('merging');
    const merged = stage.merge();
    stage.close();
    const { manifest, contentHash, bytes } = writeCatalog(target, origin, report);
    if (!request.force) refuseCollapse(request, manifest);
    target.commit();
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
    return tally.report(manifest, merged, { content_sha256: contentHash, bytes, seconds });
  } finally {
    target.discard();
  }
}

function refuseEmpty(request: BuildRequest, tally: Tally): void {
  if (tally.hasFoods()) return;
  const refusal = tally.firstRefusal();
  throw notReplaced(request, `the inputs have no foods at all${refusal === null ? '' : ` (${refusal})`}`);
}

function refuseCollapse(request: BuildRequest, manifest: Manifest): void {
  const replaced = findReplaced(request.out);
  const collapse = replaced === null ? null : findCollapse(replaced, manifest, sourcesLeftOut(request));
  if (collapse !== null) throw notReplaced(request, collapse);
}

/** A build without a table was asked for as such: they come with the executable. */
function sourcesLeftOut({ base, sources, builtIn = [] }: BuildRequest): ReadonlySet<string> {
  if (base !== null) return new Set();
  const given: string[] = [...sources.map(({ source }) => source), ...builtIn.map(({ kind }) => kind)];
  return new Set(GENERIC_SOURCES.filter((table) => !given.includes(table)));
}

function notReplaced({ out }: BuildRequest, reason: string): InputError {
  return new InputError(out, `not replaced, because ${reason}`, 'check the dump, or use --force');
}

/** Progress through a base catalogue is reported after this many foods. */
const FOODS_PER_REPORT = 1000;

type OnRead = (bytesRead: number, bytesTotal: number | null) => void;

/** Stages the foods of the base catalogue, and then the records of every input. */
async function stageRecords(request: BuildRequest, stage: Stage, tally: Tally, onRead: OnRead) {
  const base = request.base === null ? null : openCatalogRecords(request.base);
  const inputs = prepareInputs(request.sources);
  try {
    // Once the first input arrives, all of them are open: a wrong path fails before a large base is read.
    let next = request.sources.length === 0 ? null : await inputs.next();
    const sources: SourceFile[] = [];
    if (base !== null) sources.push(...stageBase(base, stage, tally, onRead));
    for (const foods of request.builtIn ?? [])
      sources.push(await stageInput(foods, true, stage, tally, onRead));
    for (; next !== null && !next.done; next = await inputs.next())
      sources.push(await stageInput(next.value, false, stage, tally, onRead));
    // What the base lacks stays out, or some foods would have it and most would not.
    const without = [...(base?.manifest.without ?? []), ...(request.without ?? [])];
    return { sources, cuts: base?.manifest.cut_from ?? [], without };
  } finally {
    await inputs.return();
    base?.close();
  }
}

function stageBase({ db, foods, manifest }: CatalogRecords, stage: Stage, tally: Tally, onRead: OnRead) {
  let staged = 0;
  for (const food of foods()) {
    tally.countFood(food.findings, db.name, null, food.name);
    stage.add(stagedRowOf(food));
    if (++staged % FOODS_PER_REPORT === 0) onRead(staged, manifest.foods);
  }
  stage.endBase();
  return manifest.sources;
}

/** Stages every record of one input. */
async function stageInput(
  { path, kind, table, batches }: PreparedInput,
  isBuiltIn: boolean,
  stage: Stage,
  tally: Tally,
  onRead: OnRead,
): Promise<SourceFile> {
  const rowsBefore = tally.rowsRead;
  let newest = 0;
  let bytes = 0;
  for (;;) {
    const next = await batches.next();
    if (next.done) {
      const rows = tally.rowsRead - rowsBefore;
      if (rows === 0) throw new InputError(path, 'has no rows', 'download it again or leave it out');
      return {
        name: basename(path),
        kind,
        sha256: next.value,
        bytes,
        rows,
        newest: dateOf(newest),
        ...(isBuiltIn && { built_in: true }),
        ...(table !== undefined && { table: creditOf(table) }),
      };
    }
    const { rows, lines, refused, bytesRead, bytesTotal } = next.value;
    for (const { line, reason, example } of refused) tally.countRefused(reason, path, line, example);
    let at = 0;
    for (const row of rows) {
      const findings = row[FINDINGS_PLACE] as number;
      const line = isBuiltIn ? null : lines[at]!;
      at++;
      tally.countFood(findings, path, line, row[NAME_PLACE] as string, isBuiltIn);
      const modified_t = row[MODIFIED_PLACE] as number | null;
      if (modified_t !== null && modified_t > newest) newest = modified_t;
      stage.add(row);
    }
    bytes = bytesRead;
    onRead(bytesRead, bytesTotal);
  }
}

/** What a manifest keeps of a table. */
function creditOf({ title, edition, licence, licence_url, credit }: TableCredit): TableCredit {
  return { title, edition, licence, licence_url, credit };
}

function dateOf(seconds: number): string | null {
  return seconds === 0 ? null : new Date(seconds * 1000).toISOString().slice(0, 10);
}
