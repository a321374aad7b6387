import table from '../../data/pictures.tsv' with { type: 'text' };
import { picturePath } from '../../src/food/own-picture.ts';

/** The picture of each staple in `data/pictures.tsv`, by NDB number or, for a food of a recipe, by name. */
const PICTURE_OF: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t', 2) as [food: string, picture: string]),
);

/** The address of the picture of exactly this food, or null where the icon set has none. */
export function findPicture(food: string): string | null {
  const picture = PICTURE_OF.get(food);
  return picture === undefined ? null : picturePath(picture, 400);
}
