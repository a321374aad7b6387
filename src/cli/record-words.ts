import type { FullRecord } from '../food/full-record.ts';

/** The members of a full record in words, in the order in which they are shown. */
export const RECORD_WORDS = {
  generic_name: 'kind',
  ingredients_text: 'ingredients',
  allergens: 'allergens',
  traces: 'may contain traces of',
  additives: 'additives',
  labels: 'labels',
  analysis: 'diet',
  categories: 'categories',
  countries: 'sold in',
  nutriscore: 'Nutri-Score',
  nova: 'NOVA group',
  quantity: 'quantity',
  language: 'language of the label',
  modified: 'record changed',
} as const satisfies Partial<Record<keyof FullRecord, string>>;
