import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import type { RawFood } from '../../build/raw/raw-food.ts';
import { openInput, readBatches } from '../../build/read/open-input.ts';
import { readGtin } from '../../src/food/barcode.ts';
import { BANDS } from '../../src/food/confidence.ts';
import { PlainError } from '../../src/plain-error.ts';
import { openReadOnly } from '../../src/sqlite/driver.ts';
import { readCount, readFlags } from '../bench/flags.ts';
import { type Bin, calibrate, renderCalibration } from './calibration.ts';
import { measureEnergy, readCleanFoods, renderEnergy } from './energy.ts';

/**
 * `npm run eval -- truth --dump FILE [--reference FILE] [--list N]`: builds one dump and
 * says how many of its foods have an energy, and how far an energy that is calculated from the macronutrients would be
 * from the label. With a reference it compares the macronutrients with those that another dump, of another year, has for
 * the same barcodes: how many foods are wrong, how confident larder is of them, and what share is right at each
 * confidence.
 */
const MACROS = ['protein_g', 'fat_g', 'carbs_g'] as const;
type Macro = (typeof MACROS)[number];
export type Macros = Readonly<Record<Macro, number | null>>;

/** Off by more than a fifth and by more than a gram is wrong; less may be rounding or a new recipe. */
const WRONG_BEYOND = 0.2;
const WRONG_SLACK_G = 1;
/** Two figures that are the same but for their rounding. */
const SAME_WITHIN = 0.02;
const SAME_SLACK_G = 0.05;

/** A food of the build, with what its row and the reference say about it. */
export interface Judgement {
  id: number;
  name: string;
  confidence: number;
  built: Macros;
  reference: Macros;
  /** The macros that are wrong. */
  wrong: readonly Macro[];
  /** Of those, the macros whose reference is what somebody typed into the same row. */
  wrongButTyped: readonly Macro[];
  /** Whether a figure that somebody typed is the reference's, and the row's figure per 100 g is not. */
  isScaled: boolean;
}

export function isWrong(value: number | null, reference: number | null): boolean {
  if (value === null || reference === null) return false;
  return Math.abs(value - reference) > Math.max(WRONG_SLACK_G, reference * WRONG_BEYOND);
}

function isSame(value: number | null | undefined, reference: number | null): boolean {
  if (value == null || reference === null) return false;
  return Math.abs(value - reference) <= Math.max(SAME_SLACK_G, reference * SAME_WITHIN);
}

export async function runTruth(args: readonly string[]): Promise<void> {
  const flags = readFlags(args, ['dump', 'reference', 'list']);
  if (flags.dump === undefined) throw new PlainError('truth', 'a dump is needed', 'give --dump FILE');
  const listed = readCount(flags.list, 0);
  // Before the dump is built, which takes minutes.
  if (flags.reference !== undefined) {
    await (await openInput({ source: 'off', path: flags.reference })).close();
  }
  const scratch = mkdtempSync(join(tmpdir(), 'larder-truth-'));
  try {
    const out = join(scratch, 'catalog.db');
    const sources = [{ source: 'off' as const, path: flags.dump }];
    const report = await buildCatalog({ base: null, sources, out, force: true }, () => {});
    const rows = await readRows(flags.dump, readFoods(out));
    console.log(renderEnergy(measureEnergy(readCleanFoods(out), rows), report.rows_read));
    console.log(`findings: ${JSON.stringify({ ...report.found, ...report.nulled })}`);
    console.log(`refused: ${JSON.stringify(report.refused)}`);
    if (flags.reference === undefined) return;
    const judgements = await judge(out, rows, flags.reference);
    const bins = calibrate(
      judgements
        .filter(isComparable)
        .map(({ confidence, wrong }) => ({ confidence, isRight: wrong.length === 0 })),
    );
    console.log(renderTruth(judgements, bins));
    listWrong(judgements, listed);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

async function judge(
  catalog: string,
  rows: ReadonlyMap<number, RawFood>,
  referenceDump: string,
): Promise<Judgement[]> {
  const foods = readFoods(catalog);
  const reference = await readRows(referenceDump, foods);
  const judgements: Judgement[] = [];
  for (const [id, food] of foods) {
    const told = reference.get(id);
    if (told === undefined) continue;
    const row = rows.get(id);
    const typed = row?.per_serving ?? null;
    const wrong = MACROS.filter((macro) => isWrong(food[macro], told[macro]));
    judgements.push({
      id,
      name: food.name,
      confidence: food.confidence,
      built: food,
      reference: told,
      wrong,
      wrongButTyped: wrong.filter((macro) => isSame(typed?.[macro], told[macro])),
      isScaled: MACROS.some(
        (macro) =>
          row?.[macro] != null && !isSame(row[macro], told[macro]) && isSame(typed?.[macro], told[macro]),
      ),
    });
  }
  return judgements;
}

interface BuiltFood extends Macros {
  id: number;
  name: string;
  confidence: number;
}

function readFoods(catalog: string): Map<number, BuiltFood> {
  const db = openReadOnly(catalog);
  const foods = db
    .prepare(`SELECT id, name, confidence, ${MACROS.join(', ')} FROM foods`)
    .all() as BuiltFood[];
  db.close();
  return new Map(foods.map((food) => [food.id, food]));
}

/** The rows of a dump for these foods; of two rows with one code the first counts. */
async function readRows(dump: string, foods: ReadonlyMap<number, unknown>): Promise<Map<number, RawFood>> {
  const rows = new Map<number, RawFood>();
  const input = await openInput({ source: 'off', path: dump });
  for await (const batch of readBatches(input)) {
    for (const row of batch.foods) {
      const gtin = row.code === null ? null : readGtin(row.code);
      if (gtin !== null && foods.has(gtin) && !rows.has(gtin)) rows.set(gtin, row);
    }
  }
  return rows;
}

function isComparable({ built, reference }: Judgement): boolean {
  return MACROS.some((macro) => built[macro] !== null && reference[macro] !== null);
}

function renderTruth(judgements: readonly Judgement[], bins: readonly Bin[]): string {
  const scaled = judgements.filter(({ wrongButTyped }) => wrongButTyped.length > 0);
  const isTrusted = ({ confidence }: Judgement) => confidence >= BANDS.complete.from;
  const wrong = judgements.filter((judgement) => judgement.wrong.length > 0);
  return [
    `foods in both: ${judgements.length}, with a macro in both: ${judgements.filter(isComparable).length}`,
    `rows multiplied by their serving: ${judgements.filter(({ isScaled }) => isScaled).length}`,
    `  still wrong: ${scaled.length}, with confidence ${BANDS.complete.from} or more: ${scaled.filter(isTrusted).length}`,
    `wrong for any reason: ${wrong.length}, with confidence ${BANDS.complete.from} or more: ${wrong.filter(isTrusted).length}`,
    '',
    renderCalibration(bins),
  ].join('\n');
}

function listWrong(judgements: readonly Judgement[], limit: number): void {
  const wrong = judgements
    .filter((judgement) => judgement.wrong.length > 0)
    .sort((a, b) => b.confidence - a.confidence);
  for (const { id, name, confidence, wrong: macros, built, reference } of wrong.slice(0, limit)) {
    const figures = macros.map((macro) => `${macro} ${built[macro]} (${reference[macro]})`);
    console.log(`${confidence} ${id} ${name}: ${figures.join(', ')}`);
  }
}
