import categoriesTable from '../../data/categories.tsv' with { type: 'text' };
import { remember } from '../../src/remember.ts';
import { readTable } from '../../src/text/data-table.ts';
import { cleanText } from './clean-text.ts';

const ENGLISH_TAG = /^en:/;
const NOT_IN_A_TAG = /[^\p{L}\p{N}:]+/gu;
interface BrowsableCategory {
  name: string;
  /** How much it says about what something is. */
  rank: number;
}

/** From the least that a category says to the most, as `data/categories.tsv` puts it. */
const RANKS = ['how sold', 'department', ''];
const BY_TAG = readCategories();

const findBrowsable = remember((category): BrowsableCategory | null => BY_TAG.get(tagOf(category)) ?? null);

/**
 * The category of a food that a person would browse by, or null when it has none: what it is before how it is sold, the
 * specific before the general, and the last of equals, since lists run from general to specific.
 */
export function chooseCategory(categories: readonly string[]): string | null {
  let best: BrowsableCategory | null = null;
  for (const category of categories) {
    const browsable = findBrowsable(category);
    if (browsable !== null && (best === null || browsable.rank >= best.rank)) best = browsable;
  }
  return best?.name ?? null;
}

/** The category of a food from the operator's own files: a known one in its usual spelling, else as written. */
export function adoptCategory(category: string): string | null {
  const cleaned = cleanText(category);
  if (cleaned === '' || tagOf(cleaned) === 'null') return null;
  return BY_TAG.get(tagOf(cleaned))?.name ?? cleaned.charAt(0).toUpperCase() + cleaned.slice(1);
}

/** `en:Breakfast cereals`, `Breakfast cereals` and `en:breakfast-cereals` are one tag; `fr:pates` stays French. */
function tagOf(category: string): string {
  return category.trim().replace(ENGLISH_TAG, '').toLowerCase().replace(NOT_IN_A_TAG, '-');
}

function readCategories(): ReadonlyMap<string, BrowsableCategory> {
  const found = new Map<string, BrowsableCategory>();
  for (const [tag = '', name = '', says = '', also = ''] of readTable(categoriesTable)) {
    const category = { name, rank: RANKS.indexOf(says) };
    for (const one of `${tag} ${also}`.trim().split(' ')) found.set(one, category);
  }
  // Shown names map back to themselves, so that a category of the catalogue can be read in again.
  for (const category of [...found.values()]) {
    const tag = tagOf(category.name);
    if (!found.has(tag)) found.set(tag, { ...category, rank: RANKS.indexOf('') });
  }
  return found;
}
