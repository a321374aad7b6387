import type { Nutriscore, RecordText } from './food-record.ts';

/** The parts of a full record that foods are filtered and counted by. */
export interface RecordFacets {
  nutriscore: Nutriscore | null;
  /** The tags of allergens and traces in alphabetical order, separated by spaces; null where they are unknown. */
  allergens: string | null;
  furtherBrands: readonly string[];
}

/** Facets as one text, so that a build need not read whole records for them. */
export type FacetText = string;

const NO_FACETS: RecordFacets = { nutriscore: null, allergens: null, furtherBrands: [] };
/** Occurs neither in tags nor in cleaned brands. */
const PART_END = '\t';
const UNKNOWN = '?';

/** Null where the record has none of it. */
export function facetsOf(record: RecordText | null): FacetText | null {
  if (record === null) return null;
  const allergens = listIn(record, 'allergens');
  const traces = allergens === null ? null : listIn(record, 'traces');
  const brands = listIn(record, 'further_brands');
  const grade = gradeIn(record);
  if (allergens === null && brands === null && grade === '') return null;
  const tags = allergens === null ? UNKNOWN : sortTags(allergens, traces);
  return [grade, tags, ...(brands ?? [])].join(PART_END);
}

export function readFacets(text: FacetText | null): RecordFacets {
  if (text === null) return NO_FACETS;
  const [grade, tags, ...furtherBrands] = text.split(PART_END);
  return {
    nutriscore: grade === '' ? null : (grade as Nutriscore),
    allergens: tags === UNKNOWN ? null : tags!,
    furtherBrands,
  };
}

function sortTags(allergens: readonly string[], traces: readonly string[] | null): string {
  if (traces === null && allergens.length < 2) return allergens.join('');
  return [...new Set([...allergens, ...(traces ?? [])])].sort().join(' ');
}

/**
 * A list of the record, without reading the rest of it, which takes several times as long. Its name in quotes cannot occur
 * within a text of the record, where quotes are escaped.
 */
function listIn(record: RecordText, member: 'allergens' | 'traces' | 'further_brands'): string[] | null {
  const start = record.indexOf(`"${member}":[`);
  if (start === -1) return null;
  const from = start + member.length + '"":'.length;
  let at = from + 1;
  while (record[at] !== ']') at = record[at] === '"' ? endOfString(record, at) : at + 1;
  return JSON.parse(record.slice(from, at + 1));
}

/** The position after the string that starts here. */
function endOfString(text: string, start: number): number {
  let quote = start;
  do quote = text.indexOf('"', quote + 1);
  while (isEscaped(text, quote));
  return quote + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text[quote - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

const GRADE = '"nutriscore":"';

function gradeIn(record: RecordText): string {
  const start = record.indexOf(GRADE);
  return start === -1 ? '' : record.charAt(start + GRADE.length);
}
