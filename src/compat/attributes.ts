import { ALLERGENS } from '../food/allergens.ts';

/** What apps let people choose products by. They fetch these lists when they start, and some stop without them. */

const VALUES = ['not_important', 'important', 'very_important', 'mandatory'];

const named = (id: string, name: string) => ({ id, name, setting_name: name, values: VALUES });

export const ATTRIBUTE_GROUPS = [
  {
    id: 'nutritional_quality',
    name: 'Nutritional quality',
    attributes: [
      named('nutriscore', 'Nutri-Score'),
      named('low_salt', 'Salt in low quantity'),
      named('low_sugars', 'Sugars in low quantity'),
      named('low_fat', 'Fat in low quantity'),
      named('low_saturated_fat', 'Saturated fat in low quantity'),
    ],
  },
  {
    id: 'processing',
    name: 'Food processing',
    attributes: [named('nova', 'NOVA group'), named('additives', 'No or few additives')],
  },
  {
    id: 'allergens',
    name: 'Allergens',
    attributes: ALLERGENS.map((tag) => {
      const name = tag.slice('en:'.length);
      return named(`allergens_no_${name.replaceAll('-', '_')}`, `Without ${name.replaceAll('-', ' ')}`);
    }),
  },
  {
    id: 'ingredients_analysis',
    name: 'Ingredients',
    attributes: [
      named('vegan', 'Vegan'),
      named('vegetarian', 'Vegetarian'),
      named('palm_oil_free', 'Palm oil free'),
    ],
  },
  {
    id: 'labels',
    name: 'Labels',
    attributes: [named('labels_organic', 'Organic farming'), named('labels_fair_trade', 'Fair trade')],
  },
];

export const PREFERENCES = [
  { id: 'not_important', name: 'Not important' },
  { id: 'important', name: 'Important', factor: 1 },
  { id: 'very_important', name: 'Very important', factor: 2 },
  { id: 'mandatory', name: 'Mandatory', factor: 4, minimum_match: 20 },
];
