import type { Food, Nutrient } from '../food/food.ts';
import { html, type Markup, markup } from '../http/markup.ts';
import { type Images, secureAddress } from './picture.ts';

/** The food for search engines, as NutritionInformation of schema.org. What is unknown is left out. */
const PROPERTIES: readonly [property: string, nutrient: Nutrient, unit: string][] = [
  ['calories', 'calories_kcal', 'kcal'],
  ['proteinContent', 'protein_g', 'g'],
  ['fatContent', 'fat_g', 'g'],
  ['saturatedFatContent', 'saturated_fat_g', 'g'],
  ['carbohydrateContent', 'carbs_g', 'g'],
  ['sugarContent', 'sugar_g', 'g'],
  ['fiberContent', 'fiber_g', 'g'],
  ['sodiumContent', 'sodium_mg', 'mg'],
  ['cholesterolContent', 'cholesterol_mg', 'mg'],
];

export function renderStructuredData(food: Food, url: string, images: Images): Markup {
  const data: Record<string, unknown> = {
    '@context': 'https://schema.org',
    '@type': 'NutritionInformation',
    name: food.brand === null ? food.name : `${food.name}, ${food.brand}`,
    url,
    servingSize: '100 g',
  };
  for (const [property, nutrient, unit] of PROPERTIES) {
    const value = food[nutrient];
    if (value !== null) data[property] = `${value} ${unit}`;
  }
  const image = images === 'on' ? secureAddress(food.image_url) : null;
  if (image !== null) data.image = image;
  if (food.barcode !== null)
    data.identifier = { '@type': 'PropertyValue', propertyID: 'gtin', value: food.barcode };
  return html`<script type="application/ld+json">${inScript(data)}</script>
`;
}

/** JSON that cannot end the element it stands in, nor open a comment in it: no angle bracket is left. */
export function inScript(data: unknown): Markup {
  const json = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, escapeUnit);
  return markup(json);
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
