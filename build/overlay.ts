import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { SourceFile } from '../src/catalog/manifest.ts';
import { openTarget } from '../src/catalog/write/target.ts';
import { writeCatalog } from '../src/catalog/write/write.ts';
import { type Findings, hasFinding, NO_FINDINGS, withFinding } from '../src/food/findings.ts';
import { readRecord, writeRecord } from '../src/food/food-record.ts';
import { NUTRIENTS } from '../src/food/nutrients.ts';
import type { Database } from '../src/sqlite/driver.ts';
import { computeEnergy, countsFiberAsCarbs } from './normalize/computed-energy.ts';
import { type CleanFood, normalize } from './normalize/normalize.ts';
import { findContradictions } from './normalize/plausibility.ts';
import { InputError } from './raw/input.ts';
import { openOwnCsv } from './read/own-csv.ts';
import { recordFinder } from './read-catalog.ts';
import { openStage } from './stage/stage.ts';
import { stagedRowOf } from './stage/staged-row.ts';

/** An overlay is read at every start, and each of its foods is looked up in the catalogue below. */
const MAX_FOODS = 10_000;

/**
 * Turns a self-hoster's own CSV into a small catalogue that is put on top of another (src/catalog/overlay/overlay.ts). A
 * row with the barcode of a food below corrects that food: values in the row replace the old ones, and empty fields leave
 * them as they are.
 */
export async function buildOverlay(path: string, below: Database): Promise<Buffer> {
  const findBelow = recordFinder(below);
  const own = await readFoods(path);
  const foods = own.foods.map((food) => {
    const below = findBelow(food.id);
    return below === null ? food : correctFood(below, food);
  });
  const folder = mkdtempSync(join(tmpdir(), 'larder-overlay-'));
  try {
    const target = openTarget(join(folder, 'overlay.db'));
    const stage = openStage(target.stagePath);
    for (const food of foods) stage.add(stagedRowOf(food));
    stage.merge();
    stage.close();
    writeCatalog(target, { sources: [own.source], cuts: [] }, () => {});
    return readFileSync(target.catalogPath);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readFoods(path: string): Promise<{ foods: CleanFood[]; source: SourceFile }> {
  const foods: CleanFood[] = [];
  const csv = await openOwnCsv(path, 'community');
  for await (const { foods: rows, refused } of csv.batches) {
    for (const { line, reason, example } of refused) throw unreadable(path, line, reason, example);
    for (const row of rows) {
      const food = normalize(row);
      if (typeof food === 'string') throw unreadable(path, row.line, food);
      foods.push(food);
    }
    if (foods.length > MAX_FOODS) {
      throw new InputError(
        path,
        `has more than ${MAX_FOODS} foods`,
        'add them to the catalogue itself with `larder build --community`',
      );
    }
  }
  if (foods.length === 0) throw new InputError(path, 'has no rows', 'add foods to it or leave it out');
  const source = {
    name: basename(path),
    kind: 'community',
    sha256: csv.sha256(),
    bytes: csv.progress().bytesRead,
    rows: foods.length,
    newest: null,
  };
  return { foods, source };
}

/**
 * A bad row of a dump is left out and counted. Among a few of your own foods that would go unnoticed, so it is an
 * error.
 */
function unreadable(path: string, line: number, reason: string, example?: string): InputError {
  const what = reason.replaceAll('_', ' ') + (example === undefined ? '' : `: ${example}`);
  return new InputError(`${path}:${line}`, what, 'fix this line');
}

/** The food below with the values of the row. */
function correctFood(below: CleanFood, own: CleanFood): CleanFood {
  const food: CleanFood = {
    ...below,
    name: own.name,
    brand: own.brand ?? below.brand,
    also: own.also ?? below.also,
    category: own.category ?? below.category,
    image: own.image ?? below.image,
    source: 'community',
  };
  // The weight and the description of a serving belong together.
  if (own.serving_size_g !== null || own.serving_desc !== null) {
    food.serving_size_g = own.serving_size_g;
    food.serving_desc = own.serving_desc;
  }
  for (const nutrient of NUTRIENTS) food[nutrient] = own[nutrient] ?? below[nutrient];
  if (isComputedFromCorrected(below, own)) {
    food.calories_kcal = computeEnergy(food, food, countsFiberAsCarbs(food.countries));
  }
  food.record = correctRecord(below, own);
  food.findings = recheck(food, below, own);
  return food;
}

function isComputedFromCorrected({ findings }: CleanFood, own: CleanFood): boolean {
  const isCorrected = own.protein_g !== null || own.fat_g !== null || own.carbs_g !== null;
  return isCorrected && own.calories_kcal === null && hasFinding(findings, 'energy_computed');
}

/** The same values in other units would contradict the corrected ones. */
function correctRecord(below: CleanFood, own: CleanFood): CleanFood['record'] {
  const { nutrients, ...record } = readRecord(below.record);
  const kept = { ...nutrients };
  if (own.calories_kcal !== null) delete kept.energy_kj;
  if (own.sodium_mg !== null) delete kept.salt_g;
  return writeRecord({ ...record, nutrients: kept });
}

function recheck(food: CleanFood, below: CleanFood, own: CleanFood): Findings {
  let findings = NO_FINDINGS | findContradictions(food);
  const keep = (name: Parameters<typeof hasFinding>[1], from: CleanFood) => {
    if (hasFinding(from.findings, name)) findings = withFinding(findings, name);
  };
  keep('bad_check_digit', own);
  keep('in_store_code', own);
  const energyFrom = own.calories_kcal === null ? below : own;
  keep('energy_unit_mended', energyFrom);
  keep('energy_dropped', energyFrom);
  keep('energy_computed', energyFrom);
  keep('kj_against_kcal', energyFrom);
  keep('salt_against_sodium', own.sodium_mg === null ? below : own);
  keep('further_nutrient_dropped', below);
  keep('serving_scaling_undone', own.carbs_g === null ? below : own);
  for (const nutrient of NUTRIENTS) {
    if (food[nutrient] !== null) continue;
    keep(`impossible_${nutrient}`, below);
    keep(`impossible_${nutrient}`, own);
  }
  return findings;
}
