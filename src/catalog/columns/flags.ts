import { FOOD_SOURCES, type FoodSource } from '../../food/food.ts';
import { NUTRISCORES, type Nutriscore } from '../../food/food-record.ts';

/** Source, picture and Nutri-Score of a food as one byte. */
const SOURCE_BITS = 2;
const IMAGE_BIT = 1 << SOURCE_BITS;
const GRADE_SHIFT = SOURCE_BITS + 1;

/** The number of different flags. */
export const FLAG_COUNT = (NUTRISCORES.length + 1) << GRADE_SHIFT;

export function flagsOf(source: FoodSource, hasImage: boolean, grade: number): number {
  return FOOD_SOURCES.indexOf(source) | (hasImage ? IMAGE_BIT : 0) | (grade << GRADE_SHIFT);
}

/** From 1 for `a` on; 0 is unknown. */
export function gradeNumber(grade: Nutriscore | null): number {
  return grade === null ? 0 : NUTRISCORES.indexOf(grade) + 1;
}

export function sourceIn(flags: number): FoodSource {
  return FOOD_SOURCES[flags & (IMAGE_BIT - 1)]!;
}

export function hasImageIn(flags: number): boolean {
  return (flags & IMAGE_BIT) !== 0;
}

export function gradeIn(flags: number): Nutriscore | null {
  return NUTRISCORES[(flags >> GRADE_SHIFT) - 1] ?? null;
}
