import type { NovaGroup, Nutriscore, RecordText } from './food-record.ts';
import { placeOfNutrient } from './further-nutrients.ts';

/** The lists of tags that foods are filtered and counted by, by their names in a full record. */
export const RECORD_TAGS = ['allergens', 'traces', 'additives', 'labels', 'categories', 'analysis'] as const;
export type RecordTags = (typeof RECORD_TAGS)[number];

/** The parts of a full record that foods are filtered and counted by. */
export interface RecordFacets {
  nutriscore: Nutriscore | null;
  nova: NovaGroup | null;
  environment: Nutriscore | null;
  /** Nutrients beyond the ten, by their places among those. */
  nutrients: readonly (readonly [place: number, amount: number])[];
  /** The tags of each list, separated by spaces; null where they are unknown. */
  tags: readonly (string | null)[];
  furtherBrands: readonly string[];
}

/** Facets as one text, so that a build need not read whole records for them. */
export type FacetText = string;

const NO_FACETS: RecordFacets = {
  nutriscore: null,
  nova: null,
  environment: null,
  nutrients: [],
  tags: RECORD_TAGS.map(() => null),
  furtherBrands: [],
};
/** Occurs neither in tags nor in cleaned brands. */
const PART_END = '\t';
const UNKNOWN = '?';
const FIRST_LIST = 4;

/** Reading the whole record would take several times as long. A name in quotes cannot occur within a text: they are escaped there. */
const LIST =
  /"(further_brands|allergens|traces|additives|labels|categories|analysis)":(\[(?:[^\]"]|"(?:[^"\\]|\\.)*")*\])/g;
const GRADE = /"nutriscore":"(.)/;
const NOVA = /"nova":(\d)/;
const ENVIRONMENT = /"environment":"(.)/;
/** Names of nutrients have no braces. */
const NUTRIENTS = /"nutrients":(\{[^}]*\})/;

/** Null where the record has none of it. */
export function facetsOf(record: RecordText | null): FacetText | null {
  if (record === null) return null;
  const parts = [
    GRADE.exec(record)?.[1] ?? '',
    NOVA.exec(record)?.[1] ?? '',
    ENVIRONMENT.exec(record)?.[1] ?? '',
    writeNutrients(NUTRIENTS.exec(record)?.[1]),
    ...RECORD_TAGS.map(() => UNKNOWN),
  ];
  let brands: string[] = [];
  for (const [, name, list] of record.matchAll(LIST)) {
    const values = JSON.parse(list!) as string[];
    if (name === 'further_brands') brands = values;
    else parts[FIRST_LIST + RECORD_TAGS.indexOf(name as RecordTags)] = values.join(' ');
  }
  const isKnown = brands.length > 0 || parts.some((part) => part !== '' && part !== UNKNOWN);
  return isKnown || parts.includes('', FIRST_LIST) ? [...parts, ...brands].join(PART_END) : null;
}

export function readFacets(text: FacetText | null): RecordFacets {
  if (text === null) return NO_FACETS;
  const [grade, nova, environment, nutrients = '', ...lists] = text.split(PART_END);
  return {
    nutriscore: grade === '' ? null : (grade as Nutriscore),
    nova: nova === '' ? null : (Number(nova) as NovaGroup),
    environment: environment === '' ? null : (environment as Nutriscore),
    nutrients: nutrients === '' ? [] : nutrients.split(' ').map(readNutrient),
    tags: lists.slice(0, RECORD_TAGS.length).map((tags) => (tags === UNKNOWN ? null : tags)),
    furtherBrands: lists.slice(RECORD_TAGS.length),
  };
}

/** `1=0.5 7=12`. */
function writeNutrients(object: string | undefined): string {
  if (object === undefined) return '';
  const known = Object.entries(JSON.parse(object) as Record<string, number>);
  return known.map(([name, amount]) => `${placeOfNutrient(name)}=${amount}`).join(' ');
}

function readNutrient(text: string): [place: number, amount: number] {
  const [place, amount] = text.split('=');
  return [Number(place), Number(amount)];
}
