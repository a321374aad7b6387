import type { Where } from './food-filters.ts';
import type { Nutriscore } from './food-record.ts';
import { tagOf } from './tags.ts';

/** Filters by what the source of a food says about it. Each is a list; null or an empty one means no filter. */
export interface TagFilters {
  /** All of them. */
  diet?: readonly string[] | null;
  /** All of them. */
  label?: readonly string[] | null;
  /** Any of them. */
  nova?: readonly string[] | null;
  /** Any of them. */
  environment?: readonly Nutriscore[] | null;
  /** None of them, where additives are known. */
  additive_free?: readonly string[] | null;
}

export const DIETS = ['vegan', 'vegetarian', 'palm-oil-free'] as const;
export const NOVA_GROUPS = ['1', '2', '3', '4'] as const;

/** What is unknown is neither vegan nor free of anything. */
export function tagConditions({ diet, label, nova, environment, additive_free }: TagFilters): Where[] {
  const where: Where[] = [];
  for (const one of diet ?? []) where.push({ kind: 'analysis', tags: [tagOf(one)] });
  for (const one of label ?? []) where.push({ kind: 'labels', tags: labelTags(one) });
  if (nova?.length) where.push({ kind: 'nova', tags: nova });
  if (environment?.length) where.push({ kind: 'environment', tags: environment });
  if (additive_free?.length) where.push({ additiveFree: additive_free.map(tagOf) });
  return where;
}

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

/** The filters whose values only a catalogue knows, each with its kind of tags and the word for one of them. */
const NAMED = {
  label: { kind: 'labels', word: 'label' },
  additive_free: { kind: 'additives', word: 'additive' },
} as const satisfies Record<string, { kind: NamedTags; word: string }>;
/** A message names no more of those that are known. */
const MAX_NAMED = 20;

/** What is wrong with a value of a filter, or null. One that is unknown must not pass for one that no food has. */
export type CheckTag = (value: string) => string | null;

export function tagChecks(
  knownTags: (kind: NamedTags) => KnownTags | null,
): Record<'diet' | keyof typeof NAMED, CheckTag> {
  const check =
    ({ kind, word }: (typeof NAMED)[keyof typeof NAMED]): CheckTag =>
    (text) => {
      const known = knownTags(kind);
      // A catalogue of an earlier release says that it cannot be filtered by these at all.
      const written = kind === 'labels' ? labelTags(text) : [text];
      if (
        known === null ||
        written.some((one) => known.has(one)) ||
        (kind === 'additives' && NUMBERED.test(tagOf(text)))
      )
        return null;
      const first = known.first(MAX_NAMED);
      if (first.length === 0) return `unknown ${word}; no food of this catalogue has one`;
      return `unknown ${word}; known are ${first.join(', ')}${first.length < MAX_NAMED ? '' : ' and others'}`;
    };
  return {
    diet: (text) => (isDiet(text) ? null : `unknown diet; known are ${DIETS.join(', ')}`),
    label: check(NAMED.label),
    additive_free: check(NAMED.additive_free),
  };
}

function isDiet(text: string): boolean {
  return DIETS.some((diet) => tagOf(text) === `en:${diet}`);
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
