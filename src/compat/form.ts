/**
 * The form of a product, by the version that a caller asks for. Open Food Facts numbers its forms, and the path alone
 * decides which one an answer has (`API.pm`, `ProductSchemaChanges.pm`).
 */
export interface Form {
  schema: number;
  /** Whether it is a hit of the search service, where some texts are lists. */
  isHit: boolean;
}

/** The only one where a product that is not there is answered with 200. */
export const VERSION_0 = 996;
/** The first of version 3, whose answers have lists of errors instead of a status of 0 or 1. */
export const WITH_ERRORS = 999;
/** What was called `ecoscore` is `environmental_score`. */
export const WITH_ENVIRONMENTAL_SCORE = 1000;
/** Brands are tags of a taxonomy. */
export const WITH_BRAND_TAXONOMY = 1001;
export const WITH_SPLIT_IMAGES = 1002;
/** `nutrition` takes the place of `nutriments`. */
export const WITH_NUTRITION = 1003;
/** `tags_sources` takes the place of texts and hierarchies. */
export const WITH_TAG_SOURCES = 1004;

const SCHEMAS: ReadonlyMap<string, number> = new Map([
  ['0', VERSION_0],
  ['1', 997],
  ['2', 998],
  ['3', 999],
  ['3.0', 999],
  ['3.1', WITH_ENVIRONMENTAL_SCORE],
  ['3.2', 1001],
  ['3.3', 1002],
  ['3.4', 1002],
  ['3.5', 1003],
  ['3.6', 1004],
]);
const NEWEST = 1004;

const VERSION = /^\d{1,2}(?:\.\d{1,2})?$/;
export const FORM_2: Form = { schema: 998, isHit: false };
export const HIT: Form = { schema: 998, isHit: true };

/** Unknown versions are later ones, which are answered in the newest form; null for what is not a version. */
export function formOf(version: string): Form | null {
  return VERSION.test(version) ? { schema: SCHEMAS.get(version) ?? NEWEST, isHit: false } : null;
}

/** Pages and scripts that have no version of their own answer like version 2. */
export function formOfPath(path: string): Form {
  return formOf(/^\/api\/v([\d.]+)\//.exec(path)?.[1] ?? '2') ?? FORM_2;
}
