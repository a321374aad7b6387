import { FOOD_SOURCES, type FoodSource } from '../../food/food.ts';
import { NUTRISCORES, type Nutriscore } from '../../food/food-record.ts';

/** Source, picture and Nutri-Score of a food as one number. The first four sources are as in catalogues that had no others. */
const SOURCE_BITS = 2;
const FIRST_SOURCES = (1 << SOURCE_BITS) - 1;
const IMAGE_BIT = 1 << SOURCE_BITS;
const GRADE_SHIFT = SOURCE_BITS + 1;
const GRADES = 7;
const MORE_SOURCES_SHIFT = GRADE_SHIFT + 3;

/** The number of different flags. */
export const FLAG_COUNT = Math.ceil(FOOD_SOURCES.length / IMAGE_BIT) << MORE_SOURCES_SHIFT;

export function flagsOf(source: FoodSource, hasImage: boolean, grade: number): number {
  const position = FOOD_SOURCES.indexOf(source);
  const more = position >> SOURCE_BITS;
  return (
    (position & FIRST_SOURCES) |
    (hasImage ? IMAGE_BIT : 0) |
    (grade << GRADE_SHIFT) |
    (more << MORE_SOURCES_SHIFT)
  );
}

/** From 1 for `a` on; 0 is unknown. */
export function gradeNumber(grade: Nutriscore | null): number {
  return grade === null ? 0 : NUTRISCORES.indexOf(grade) + 1;
}

/** Null for a number that stands for none. */
export function sourceIn(flags: number): FoodSource | null {
  return FOOD_SOURCES[(flags & FIRST_SOURCES) | ((flags >> MORE_SOURCES_SHIFT) << SOURCE_BITS)] ?? null;
}

export function hasImageIn(flags: number): boolean {
  return (flags & IMAGE_BIT) !== 0;
}

export function gradeIn(flags: number): Nutriscore | null {
  return NUTRISCORES[((flags >> GRADE_SHIFT) & GRADES) - 1] ?? null;
}
