import { memberOf } from '../member-of.ts';
import type { FoodRecord, NovaGroup, Nutriscore } from './food-record.ts';
import { indexOfNutrient } from './further-nutrients.ts';

/** The lists of tags that foods are filtered and counted by, by their names in a full record. */
export const RECORD_TAGS = ['allergens', 'traces', 'additives', 'labels', 'categories', 'analysis'] as const;
export type RecordTags = (typeof RECORD_TAGS)[number];

/** The parts of a full record that foods are filtered and counted by. */
export interface RecordFacets {
  hasIngredients: boolean;
  nutriscore: Nutriscore | null;
  nova: NovaGroup | null;
  environment: Nutriscore | null;
  /** Nutrients beyond the ten, by their indexes among those. */
  nutrients: readonly (readonly [index: number, amount: number])[];
  /** The tags of each list, separated by spaces; null where they are unknown. */
  tags: readonly (string | null)[];
  furtherBrands: readonly string[];
}

/** Facets as one text, as a build leaves them beside a food until its columns are written. */
export type FacetText = string;

const NO_FACETS: RecordFacets = {
  hasIngredients: false,
  nutriscore: null,
  nova: null,
  environment: null,
  nutrients: [],
  tags: RECORD_TAGS.map(() => null),
  furtherBrands: [],
};
const INGREDIENTS = 'i';
/** Occurs neither in tags nor in cleaned brands. */
const PART_END = '\t';
const UNKNOWN = '?';

/** Null where the record has none of it. */
export function facetsOf(record: FoodRecord): FacetText | null {
  const ingredients = record.ingredients_text === null ? '' : INGREDIENTS;
  const grades = [record.nutriscore ?? '', record.nova ?? '', record.environment ?? ''];
  const nutrients = writeNutrients(record.nutrients);
  const tags = RECORD_TAGS.map((list) => record[list]?.join(' ') ?? UNKNOWN);
  const brands = record.further_brands ?? [];
  const hasNone =
    ingredients === '' &&
    nutrients === '' &&
    brands.length === 0 &&
    grades.every((grade) => grade === '') &&
    tags.every((list) => list === UNKNOWN);
  return hasNone ? null : [ingredients, ...grades, nutrients, ...tags, ...brands].join(PART_END);
}

export function readFacets(text: FacetText | null): RecordFacets {
  if (text === null) return NO_FACETS;
  const [ingredients, grade, nova, environment, nutrients = '', ...lists] = text.split(PART_END);
  return {
    hasIngredients: ingredients === INGREDIENTS,
    nutriscore: grade === '' ? null : (grade as Nutriscore),
    nova: nova === '' ? null : (Number(nova) as NovaGroup),
    environment: environment === '' ? null : (environment as Nutriscore),
    nutrients: nutrients === '' ? [] : nutrients.split(' ').map(readNutrient),
    tags: lists.slice(0, RECORD_TAGS.length).map((tags) => (tags === UNKNOWN ? null : tags)),
    furtherBrands: lists.slice(RECORD_TAGS.length),
  };
}

/** `1=0.5 7=12`, without any that a record would not store. */
function writeNutrients(nutrients: FoodRecord['nutrients']): string {
  let text = '';
  for (const name in nutrients) {
    const index = indexOfNutrient(name);
    if (index !== undefined) text += `${text === '' ? '' : ' '}${index}=${memberOf(nutrients, name)}`;
  }
  return text;
}

function readNutrient(text: string): [index: number, amount: number] {
  const end = text.indexOf('=');
  return [Number(text.slice(0, end)), Number(text.slice(end + 1))];
}
