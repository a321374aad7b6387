import { staticQuality } from '../../src/catalog/search/index/quality.ts';
import { NUTRIENTS } from '../../src/food/nutrients.ts';
import type { CleanFood } from '../normalize/normalize.ts';
import { confidenceOf } from './deduplicate.ts';

export const CLEAN_COLUMNS = [
  'id',
  'name',
  'brand',
  'also',
  'category',
  'serving_size_g',
  'serving_desc',
  ...NUTRIENTS,
  'image',
  'source',
  'findings',
  'alcohol_g',
  'scans',
  'modified_t',
  'countries',
  'language',
  'record',
] as const satisfies readonly (keyof CleanFood)[];
/**
 * The columns of a staged record: those of a CleanFood, and those that are computed from them. The full record is last,
 * since it takes more room than all the others, and most readers can stop before it.
 */
export const STAGED_COLUMNS = [
  ...CLEAN_COLUMNS.filter((column) => column !== 'record'),
  'confidence',
  'quality',
  'record',
] as const;

/** A record as the values of its columns, ready to be inserted. */
export type StagedRow = (number | string | null)[];

export function stagedRowOf(food: CleanFood): StagedRow {
  const confidence = confidenceOf(food);
  const { name, scans, source } = food;
  return [
    food.id,
    name,
    food.brand,
    food.also,
    food.category,
    food.serving_size_g,
    food.serving_desc,
    ...NUTRIENTS.map((nutrient) => food[nutrient]),
    food.image,
    source,
    food.findings,
    food.alcohol_g,
    scans,
    food.modified_t,
    food.countries,
    food.language,
    confidence,
    staticQuality({ name, confidence, hasImage: food.image !== null, scans, source }),
    food.record,
  ];
}
