import type { FullRecord } from '../food/full-record.ts';
import { memberOf } from '../member-of.ts';

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

/** Nutrients that are not called by their field name with spaces in it. */
const NAMES: Readonly<Record<string, string>> = {
  energy_kj: 'Energy',
  omega_3_fat_g: 'Omega-3 fat',
  omega_6_fat_g: 'Omega-6 fat',
  omega_9_fat_g: 'Omega-9 fat',
  alpha_linolenic_acid_g: 'Alpha-linolenic acid',
  soluble_fiber_g: 'Soluble fibre',
  insoluble_fiber_g: 'Insoluble fibre',
  beta_glucan_g: 'Beta-glucan',
  vitamin_a_rae_ug: 'Vitamin A (RAE)',
  beta_carotene_ug: 'Beta-carotene',
  thiamin_mg: 'Thiamin (B1)',
  riboflavin_mg: 'Riboflavin (B2)',
  niacin_mg: 'Niacin (B3)',
  pantothenic_acid_mg: 'Pantothenic acid (B5)',
  biotin_ug: 'Biotin (B7)',
  folate_ug: 'Folate (B9)',
  folate_dfe_ug: 'Folate (DFE)',
};
const UNITS: Readonly<Record<string, string>> = { ug: 'µg', kj: 'kJ' };

/** `vitamin_b6_mg` as "Vitamin B6" and "mg". */
export function nameFurtherNutrient(field: string): { name: string; unit: string } {
  const at = field.lastIndexOf('_');
  const unit = field.slice(at + 1);
  const words = field.slice(0, at).replaceAll('_', ' ');
  const name = words.replace(/^vitamin (\w)|^\w/, (start) =>
    start.length === 1 ? start.toUpperCase() : `Vitamin ${start.slice(-1).toUpperCase()}`,
  );
  return { name: memberOf(NAMES, field) ?? name, unit: memberOf(UNITS, unit) ?? unit };
}
