import type { Food } from '../food/food.ts';
import { LABEL_NUTRIENTS, type Nutrient } from '../food/nutrients.ts';
import { portionOf } from '../food/portion.ts';
import { html, type Markup } from '../http/markup.ts';
import { HEAVIEST_PORTION_G } from './figures.ts';
import type { Locale, Unit } from './locale.ts';
import type { Words } from './words/en.ts';

/** One line of the label. `within` marks a line that is part of the one above. */
interface Line {
  nameIn: (words: Words) => string;
  nutrient: Nutrient;
  unit: Unit;
  /** Converts the unit of the nutrient to the unit of this line. */
  times: number;
  within: boolean;
}

const KJ_PER_KCAL = 4.184;
/** Salt weighs 2.5 times its sodium, and labels give it in grams. */
const SALT_G_PER_SODIUM_MG = 2.5 / 1000;

const line = (nameIn: Line['nameIn'], nutrient: Nutrient, unit: Unit, within = false, times = 1): Line => ({
  nameIn,
  nutrient,
  unit,
  times,
  within,
});

/** A second line for the same nutrient, in the unit that other labels use. */
const CONVERTED: Readonly<Partial<Record<Nutrient, Line>>> = {
  calories_kcal: line(({ label }) => label.energyKj, 'calories_kcal', 'kJ', true, KJ_PER_KCAL),
  sodium_mg: line(({ label }) => label.asSalt, 'sodium_mg', 'g', true, SALT_G_PER_SODIUM_MG),
};

/** Nutrients that are part of the line above. */
const PARTS: Readonly<Partial<Record<Nutrient, Line>>> = {
  sugar_g: line(({ label }) => label.ofSugar, 'sugar_g', 'g', true),
  saturated_fat_g: line(({ label }) => label.ofSaturated, 'saturated_fat_g', 'g', true),
};

/** In the order of labels; energy comes first. */
const [ENERGY, ...LINES] = LABEL_NUTRIENTS.flatMap(({ key, unit }) => {
  const own = PARTS[key] ?? line(({ nutrients }) => nutrients[key], key, unit);
  const converted = CONVERTED[key];
  return converted === undefined ? [own] : [own, converted];
}) as [Line, ...Line[]];

/**
 * The nutrition facts of a food: per 100 g, and for a portion where there is one. The form also works without the
 * script.
 */
export function renderLabel(food: Food, grams: number | null, locale: Locale): Markup {
  const { label: words } = locale.words;
  const portion = grams ?? food.serving_size_g;
  const hidden = portion === null ? ' hidden' : '';
  const weight = portion === null ? '' : locale.weight(portion);
  const inPortion = { weight: html`<span id="portion-weight">${weight}</span>`, unit: 'g' };
  return html`<section class="label" aria-labelledby="label-title">
<h2 id="label-title">${words.title}</h2>
${portionForm(food, portion, locale)}
<table id="facts">
<caption class="unseen">${words.caption}</caption>
<thead><tr><th scope="col"><span class="unseen">${words.nutrient}</span></th><th scope="col">${locale.say(words.per100, { unit: 'g' })}</th>
<th scope="col" data-portion${hidden}>${locale.put(words.inPortion, inPortion)}</th></tr></thead>
<tbody>
${row(food, ENERGY, portion, 'energy-row', locale)}${LINES.map((one) => row(food, one, portion, one.within ? 'within' : '', locale))}
</tbody>
</table>
${unknownNote(food, locale)}
</section>`;
}

function portionForm({ serving_size_g, serving_desc }: Food, portion: number | null, locale: Locale): Markup {
  const { label: words } = locale.words;
  const chips =
    serving_size_g === null
      ? []
      : [1, 2].map((count) => chip(locale.say(words.servings, { count }), count * serving_size_g, locale));
  return html`<form class="portion" id="portion" method="get">
<label for="grams">${words.portionFor}</label>
<span class="weight"><input id="grams" name="grams" type="number" inputmode="decimal" min="0.1" max="${HEAVIEST_PORTION_G}" step="any" value="${portion === null ? '' : writeWeight(portion)}" placeholder="0" autocomplete="off"> g</span>
<button type="submit" class="quiet">${words.show}</button>
${chips.length > 0 && html`<span class="chips">${chips}</span>`}
</form>
${serving_desc !== null && html`<p class="serving">${locale.put(words.oneServing, { serving: html`<q>${serving_desc}</q>` })}</p>`}`;
}

function chip(words: string, grams: number, locale: Locale): Markup {
  const weight = writeWeight(grams);
  return html`<a class="chip" href="?grams=${weight}" data-grams="${weight}">${words}<small>${locale.weight(grams)} g</small></a>`;
}

/** A weight as a field and an address have it, whatever the language. */
function writeWeight(grams: number): string {
  return String(Math.round(grams * 100) / 100);
}

/** Unknown values are spelled out: never 0, and never blank. */
function row(
  food: Food,
  { nameIn, nutrient, unit, times }: Line,
  portion: number | null,
  className: string,
  locale: Locale,
): Markup {
  const words = nameIn(locale.words);
  const { unknown } = locale.words.food;
  const known = food[nutrient];
  const hidden = portion === null ? ' hidden' : '';
  if (known === null) {
    return html`<tr class="${className}"><th scope="row">${words}</th><td class="unknown">${unknown}</td><td class="unknown" data-portion${hidden}>${unknown}</td></tr>
`;
  }
  // No source has four decimals; more would be noise from the conversion.
  const per100g = times === 1 ? known : Math.round(known * times * 10_000) / 10_000;
  const amount = locale.amount(per100g, unit);
  const inPortion = portion === null ? amount : locale.amount(portionOf(per100g, portion), unit);
  return html`<tr class="${className}"><th scope="row">${words}</th><td>${amount} <span class="unit">${unit}</span></td><td data-portion${hidden} data-per100g="${per100g}" data-unit="${unit}">${inPortion} <span class="unit">${unit}</span></td></tr>
`;
}

function unknownNote(food: Food, locale: Locale): Markup | null {
  const unknown = [ENERGY, ...LINES].filter(
    ({ nutrient, within, times }) => food[nutrient] === null && !(within && times !== 1),
  );
  if (unknown.length === 0) return null;
  return html`<p class="note">${locale.words.label.unknownNote}</p>`;
}
