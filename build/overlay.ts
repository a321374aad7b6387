import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sealFile } from '../src/catalog/checksum.ts';
import type { SourceFile } from '../src/catalog/manifest.ts';
import { openTarget } from '../src/catalog/write/target.ts';
import { writeCatalog } from '../src/catalog/write/write.ts';
import { type Findings, hasFinding, NO_FINDINGS, withFinding } from '../src/food/findings.ts';
import { NUTRIENTS } from '../src/food/nutrients.ts';
import type { Database } from '../src/sqlite/driver.ts';
import { type CleanFood, normalize } from './normalize/normalize.ts';
import { findContradictions } from './normalize/plausibility.ts';
import { InputError } from './read/input-error.ts';
import { openOwnCsv } from './read/own-csv.ts';
import { recordFinder } from './read-catalog.ts';
import { openStage } from './stage/stage.ts';
import { stagedRowOf } from './stage/staged-row.ts';

/** An overlay is read at every start, and each of its foods is looked up in the catalogue below. */
const MOST_OVERLAID = 10_000;

/**
 * Reads a self-hoster's own CSV into a small catalogue, to lie over another (src/catalog/overlay/overlay.ts). A row about a
 * food of the catalogue below corrects it: what the row tells counts, what it leaves out stays as it is there.
 */
export async function buildOverlay(path: string, below: Database): Promise<Buffer> {
  const findBelow = recordFinder(below);
  const own = await readFoods(path);
  const foods = own.foods.map((food) => {
    const former = findBelow(food.id);
    return former === null ? food : correctFood(former, food);
  });
  const folder = mkdtempSync(join(tmpdir(), 'larder-overlay-'));
  try {
    const target = openTarget(join(folder, 'overlay.db'));
    const stage = openStage(target.stagePath);
    for (const food of foods) stage.add(stagedRowOf(food));
    stage.merge();
    stage.close();
    await writeCatalog(target, [own.source], () => {});
    sealFile(target.catalogPath);
    return readFileSync(target.catalogPath);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readFoods(path: string): Promise<{ foods: CleanFood[]; source: SourceFile }> {
  const foods: CleanFood[] = [];
  const csv = await openOwnCsv(path, 'community');
  for await (const { foods: rows, refused } of csv.batches) {
    for (const { line, reason } of refused) throw unreadable(path, line, reason);
    for (const row of rows) {
      const food = normalize(row);
      if (typeof food === 'string') throw unreadable(path, row.line, food);
      foods.push(food);
    }
    if (foods.length > MOST_OVERLAID) {
      throw new InputError(
        path,
        `has more than ${MOST_OVERLAID} foods`,
        'build them into the catalogue with `larder build --community`',
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

/** Of a dump a bad row is left out and counted; of one's own few foods nobody would notice that. */
function unreadable(path: string, line: number, reason: string): InputError {
  return new InputError(`${path}:${line}`, reason.replaceAll('_', ' '), 'correct the line');
}

/** The food below with everything that the row tells. */
function correctFood(former: CleanFood, own: CleanFood): CleanFood {
  const food: CleanFood = {
    ...former,
    name: own.name,
    brand: own.brand ?? former.brand,
    also: own.also ?? former.also,
    category: own.category ?? former.category,
    image: own.image ?? former.image,
    source: 'community',
  };
  // Grams and words of one serving belong together.
  if (own.serving_size_g !== null || own.serving_desc !== null) {
    food.serving_size_g = own.serving_size_g;
    food.serving_desc = own.serving_desc;
  }
  for (const nutrient of NUTRIENTS) food[nutrient] = own[nutrient] ?? former[nutrient];
  food.findings = findAnew(food, former, own);
  return food;
}

function findAnew(food: CleanFood, former: CleanFood, own: CleanFood): Findings {
  let findings = NO_FINDINGS | findContradictions(food);
  const keep = (name: Parameters<typeof hasFinding>[1], from: CleanFood) => {
    if (hasFinding(from.findings, name)) findings = withFinding(findings, name);
  };
  keep('bad_check_digit', own);
  keep('in_store_code', own);
  const energyFrom = own.calories_kcal === null ? former : own;
  keep('energy_unit_mended', energyFrom);
  keep('energy_dropped', energyFrom);
  keep('kj_against_kcal', energyFrom);
  keep('salt_against_sodium', own.sodium_mg === null ? former : own);
  keep('serving_scaling_undone', own.carbs_g === null ? former : own);
  for (const nutrient of NUTRIENTS) {
    if (food[nutrient] !== null) continue;
    keep(`impossible_${nutrient}`, former);
    keep(`impossible_${nutrient}`, own);
  }
  return findings;
}
