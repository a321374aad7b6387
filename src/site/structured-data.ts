import type { Food } from '../food/food.ts';
import { NUTRIENT_FACTS, NUTRIENTS, type Nutrient } from '../food/nutrients.ts';
import { ownPicturePath } from '../food/own-picture.ts';
import { html, type Markup, markup } from '../http/markup.ts';
import { type PictureSettings, secureAddress } from './picture.ts';

/** The food as schema.org NutritionInformation, for search engines. Unknown values are left out. */
const PROPERTIES: Readonly<Record<Nutrient, string | null>> = {
  calories_kcal: 'calories',
  protein_g: 'proteinContent',
  fat_g: 'fatContent',
  carbs_g: 'carbohydrateContent',
  fiber_g: 'fiberContent',
  sugar_g: 'sugarContent',
  sodium_mg: 'sodiumContent',
  saturated_fat_g: 'saturatedFatContent',
  cholesterol_mg: 'cholesterolContent',
  // schema.org has no property for it.
  potassium_mg: null,
};

export function renderStructuredData(food: Food, url: string, site: PictureSettings): Markup {
  const data: Record<string, unknown> = {
    '@context': 'https://schema.org',
    '@type': 'NutritionInformation',
    name: food.brand === null ? food.name : `${food.name}, ${food.brand}`,
    url,
    servingSize: '100 g',
  };
  for (const nutrient of NUTRIENTS) {
    const property = PROPERTIES[nutrient];
    const value = food[nutrient];
    if (property !== null && value !== null) data[property] = `${value} ${NUTRIENT_FACTS[nutrient].unit}`;
  }
  const own = ownPicturePath(food.image_url, site.publicUrl);
  const image = site.images === 'on' ? secureAddress(food.image_url) : null;
  if (own !== null) data.image = URL.parse(own, url)?.href ?? own;
  else if (image !== null) data.image = image;
  if (food.barcode !== null)
    data.identifier = { '@type': 'PropertyValue', propertyID: 'gtin', value: food.barcode };
  return html`<script type="application/ld+json">${inScript(data)}</script>
`;
}

/** JSON that can neither close the script element around it nor open a comment: it has no angle brackets. */
export function inScript(data: unknown): Markup {
  const json = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, escapeUnit);
  return markup(json);
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
