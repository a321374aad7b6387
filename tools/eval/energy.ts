import { replaceEnergy } from '../../build/normalize/computed-energy.ts';
import { kindOf } from '../../build/normalize/food-kinds.ts';
import type { CleanFood } from '../../build/normalize/normalize.ts';
import type { RawFood } from '../../build/raw/raw-food.ts';
import { openCatalogRecords } from '../../build/read-catalog.ts';
import { confidenceOf } from '../../build/stage/deduplicate.ts';
import { BANDS } from '../../src/food/confidence.ts';
import { hasFinding, NO_FINDINGS } from '../../src/food/findings.ts';

/** How many foods have an energy, and how far what would be calculated is from the labels that can be trusted. */
export interface EnergyFigures {
  foods: number;
  known: number;
  calculated: number;
  /** For each trusted label, how far the calculated energy is from it, as a share of it; the nearest first. */
  distances: readonly number[];
}

/** Below this, labels round so much that a share says nothing. */
const MIN_KCAL = 20;

export function measureEnergy(foods: Iterable<CleanFood>, rows: ReadonlyMap<number, RawFood>): EnergyFigures {
  const figures = { foods: 0, known: 0, calculated: 0 };
  const distances: number[] = [];
  for (const food of foods) {
    figures.foods++;
    if (food.calories_kcal === null) continue;
    figures.known++;
    if (hasFinding(food.findings, 'energy_computed')) {
      figures.calculated++;
      continue;
    }
    const row = rows.get(food.id);
    if (row === undefined || food.calories_kcal < MIN_KCAL || confidenceOf(food) < BANDS.complete.from)
      continue;
    const calculated = replaceEnergy(
      { ...food, polyols_g: row.polyols_g },
      { impossible: NO_FINDINGS, contradictions: NO_FINDINGS },
      row,
      () => kindOf(food.name, food.category, food.alcohol_g),
    );
    if (calculated !== null) distances.push(Math.abs(calculated - food.calories_kcal) / food.calories_kcal);
  }
  return { ...figures, distances: distances.sort((a, b) => a - b) };
}

export function readCleanFoods(catalog: string): CleanFood[] {
  const records = openCatalogRecords(catalog);
  const foods = [...records.foods()];
  records.close();
  return foods;
}

const NEAR = 0.1;

export function renderEnergy({ foods, known, calculated, distances }: EnergyFigures, rows: number): string {
  const near = distances.filter((distance) => distance <= NEAR).length;
  const percent = (share: number | undefined) =>
    share === undefined ? 'unknown' : `${(100 * share).toFixed(1)} %`;
  return [
    `rows: ${rows}, foods: ${foods}, with an energy: ${known} (${percent(known / Math.max(1, rows))} of the rows), calculated: ${calculated}`,
    `trusted labels of ${MIN_KCAL} kcal or more: ${distances.length}; what would be calculated is off by ${percent(distances[Math.floor(distances.length / 2)])} (median), within 10 % for ${percent(distances.length === 0 ? undefined : near / distances.length)}`,
  ].join('\n');
}
