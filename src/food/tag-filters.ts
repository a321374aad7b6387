import { tagOf } from './tags.ts';

export const DIETS = ['vegan', 'vegetarian', 'palm-oil-free'] as const;
export const NOVA_GROUPS = ['1', '2', '3', '4'] as const;

/** What people call gluten-free has the label `en:no-gluten`. */
export function labelTags(text: string): string[] {
  const tag = tagOf(text);
  return [tag, tag.replace(/^en:(.+)-free$/, 'en:no-$1')];
}

/** The tags of one kind that foods of a catalogue have. */
export interface KnownTags {
  /** However it is written. */
  has(tag: string): boolean;
  /** Those of the best foods first. */
  first(most: number): string[];
}

/** Kinds of tags that are looked up by name. */
export type NamedTags = 'labels' | 'additives';

/** The word for a tag of each kind. */
const WORDS: Readonly<Record<NamedTags, string>> = { labels: 'label', additives: 'additive' };
/** A message names no more of those that are known. */
const MAX_NAMED = 20;

/** What is wrong with a tag that a filter names, or null. */
export function unknownTag(
  text: string,
  kind: NamedTags,
  catalog: { knownTags(kind: NamedTags): KnownTags },
): string | null {
  const known = catalog.knownTags(kind);
  const written = kind === 'labels' ? labelTags(text) : [text];
  if (written.some((one) => known.has(one)) || (kind === 'additives' && NUMBERED.test(tagOf(text))))
    return null;
  const first = known.first(MAX_NAMED);
  if (first.length === 0) return `unknown ${WORDS[kind]}; no food of this catalogue has one`;
  return `unknown ${WORDS[kind]}; known are ${first.join(', ')}${first.length < MAX_NAMED ? '' : ' and others'}`;
}

/** What is wrong with a diet that a filter names, or null. */
export function unknownDiet(text: string): string | null {
  const isKnown = DIETS.some((diet) => tagOf(text) === `en:${diet}`);
  return isKnown ? null : `unknown diet; known are ${DIETS.join(', ')}`;
}

const PART_OF_ADDITIVE = /^[a-h]?(?:i{1,3}|iv|vi{0,3}|ix|x)?$/;
/** An E number, whether any food has it or not. */
const NUMBERED = /^en:e\d{3,4}[a-h]?$/;

/** Whether an additive is the unwanted one, or a form of it: E 322i is E 322. */
export function isAdditive(tag: string, unwanted: string): boolean {
  if (tag === unwanted) return true;
  return (
    NUMBERED.test(unwanted) && tag.startsWith(unwanted) && PART_OF_ADDITIVE.test(tag.slice(unwanted.length))
  );
}
