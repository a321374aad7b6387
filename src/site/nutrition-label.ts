import { SALT_G_PER_SODIUM_MG } from '../food/conversions.ts';
import { DAILY_VALUES, DAILY_VALUES_SOURCE } from '../food/daily-values.ts';
import { energyKj } from '../food/energy.ts';
import type { Food } from '../food/food.ts';
import { type Basis, EMPTY_RECORD, type FoodRecord } from '../food/food-record.ts';
import type { Unit } from '../food/nutrients.ts';
import { LABEL_NUTRIENTS, type Nutrient } from '../food/nutrients.ts';
import { portionOf } from '../food/portion.ts';
import { html, type Markup } from '../http/markup.ts';
import { MAX_TYPED_G } from './figures.ts';
import { type LocalFood, wordsIn } from './local-name.ts';
import type { Locale } from './locale.ts';
import { listMeasures } from './measures.ts';
import { typeset } from './typesetting.ts';
import type { Words } from './words/en.ts';

/** One line of the label. `within` marks a line that is part of the one above. */
interface Line {
  nameIn: (words: Words) => string;
  nutrient: Nutrient;
  unit: Unit;
  /** The amount in the unit of this line, for one that repeats a nutrient in another unit. */
  inOtherUnit: AmountOf | null;
  within: boolean;
}
type AmountOf = (food: Food, further: FoodRecord['nutrients']) => number | null;

const line = (
  nameIn: Line['nameIn'],
  nutrient: Nutrient,
  unit: Unit,
  within = false,
  inOtherUnit: AmountOf | null = null,
): Line => ({ nameIn, nutrient, unit, inOtherUnit, within });

/** A second line for the same nutrient, in the unit that other labels use. */
const CONVERTED: Readonly<Partial<Record<Nutrient, Line>>> = {
  calories_kcal: line(({ label }) => label.energyKj, 'calories_kcal', 'kJ', true, energyKj),
  sodium_mg: line(({ label }) => label.asSalt, 'sodium_mg', 'g', true, saltG),
};

/** As the source gives it, else from the sodium. */
function saltG({ sodium_mg }: Food, { salt_g }: FoodRecord['nutrients']): number | null {
  return sodium_mg === null ? null : (salt_g ?? sodium_mg * SALT_G_PER_SODIUM_MG);
}

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

/** What amounts are shown for: 100 g or ml, and a portion where there is one. */
export interface Portion {
  amount: number | null;
  basis: Basis;
}

/**
 * The nutrition facts of a food: per 100 g or ml, for a portion where there is one, and as shares of daily values. The
 * form also works without the script.
 */
export function renderLabel(
  food: LocalFood,
  portion: Portion,
  record: FoodRecord | null,
  locale: Locale,
): Markup {
  const { label: words } = locale.words;
  const { measures, nutrients } = record ?? EMPTY_RECORD;
  return html`<section class="label" aria-labelledby="label-title">
<h2 id="label-title">${words.title}</h2>
${portionForm(food, portion, measures, locale)}
<table class="nutrients" id="facts">
<caption class="unseen">${words.caption}</caption>
${renderHead(portion, locale)}
<tbody>
${[ENERGY, ...LINES].map((one) => row(food, nutrients, one, portion, locale))}
</tbody>
</table>
${unknownNote(food, locale)}
${renderDailyNote(portion, locale)}
</section>`;
}

/** The heads of the columns, for any table with amounts. */
export function renderHead(portion: Portion, locale: Locale): Markup {
  const { label: words } = locale.words;
  const unit = portion.basis;
  const weight = html`<span data-weight>${portion.amount === null ? '' : locale.weight(portion.amount)}</span>`;
  return html`<thead><tr><th scope="col"><span class="unseen">${words.nutrient}</span></th><th scope="col">${locale.say(words.per100, { unit })}</th>
<th scope="col" data-portion${hiddenWithout(portion)}>${locale.put(words.inPortion, { weight, unit })}</th><th scope="col" class="daily"><abbr title="${words.daily}">${words.dailyShort}</abbr></th></tr></thead>`;
}

/** The cells of one amount: per 100 g, in the portion, and its share of the daily value where there is one. */
export function renderAmount(
  per100: number,
  unit: Unit,
  daily: number | undefined,
  portion: Portion,
  locale: Locale,
  isFine = false,
): Markup {
  const inPortion = portion.amount === null ? per100 : portionOf(per100, portion.amount);
  const share = daily === undefined ? null : inPortion / daily;
  return html`<td>${locale.amount(per100, unit, isFine)} <span class="unit">${unit}</span></td><td data-portion${hiddenWithout(portion)} data-per100g="${per100}" data-unit="${unit}"${isFine && ' data-fine'}>${locale.amount(inPortion, unit, isFine)} <span class="unit">${unit}</span></td><td class="daily"${daily !== undefined && html` data-per100g="${per100}" data-daily="${daily}"`}>${share !== null && locale.percent(share)}</td>`;
}

function renderDailyNote({ amount, basis }: Portion, locale: Locale): Markup {
  const { label: words } = locale.words;
  const source = html`<a href="${DAILY_VALUES_SOURCE}" rel="noopener">${words.dailySource}</a>`;
  const of100 = locale.put(words.dailyOf100, { unit: basis, source });
  const ofPortion = locale.put(words.dailyOfPortion, { source });
  return html`<p class="note" data-portion${amount === null && ' hidden'}>${ofPortion}</p><p class="note" data-no-portion${amount !== null && ' hidden'}>${of100}</p>`;
}

function hiddenWithout({ amount }: Portion): string {
  return amount === null ? ' hidden' : '';
}

function portionForm(
  { serving_size_g, serving_desc, ownLanguage }: LocalFood,
  { amount, basis }: Portion,
  measures: string | null,
  locale: Locale,
): Markup {
  const { label: words } = locale.words;
  const servings =
    serving_size_g === null ? [] : [1, 2].map((count) => ({ count, grams: count * serving_size_g }));
  const chips = [
    ...servings.map(({ count, grams }) => chip(locale.say(words.servings, { count }), grams, basis, locale)),
    ...listMeasures(
      measures,
      servings.map(({ grams }) => grams),
    ).map(({ name, grams }) => chip(html`<span lang="en">${name}</span>`, grams, basis, locale)),
  ];
  return html`<form class="portion" id="portion" method="get">${locale.field()}
<label for="grams">${words.portionFor}</label>
<span class="weight"><input id="grams" name="grams" type="number" inputmode="decimal" min="0.1" max="${MAX_TYPED_G}" step="any" value="${amount === null ? '' : writeWeight(amount)}" placeholder="0" autocomplete="off"> ${basis}</span>
<button type="submit" class="quiet">${words.show}</button>
${chips.length > 0 && html`<span class="chips">${chips}</span>`}
</form>
${serving_desc !== null && html`<p class="serving">${locale.put(words.oneServing, { serving: html`<q${wordsIn(ownLanguage, locale)}>${typeset(serving_desc)}</q>` })}</p>`}`;
}

function chip(words: string | Markup, grams: number, basis: Basis, locale: Locale): Markup {
  const weight = writeWeight(grams);
  return html`<a class="chip" href="${locale.link(`?grams=${weight}`)}" data-grams="${weight}">${words}<small>${locale.weight(grams)}\u00a0${basis}</small></a>`;
}

/** A weight as in a field or an address, whatever the language. */
function writeWeight(grams: number): string {
  return String(Math.round(grams * 100) / 100);
}

/** Unknown values are spelled out: never 0, and never blank. */
function row(
  food: Food,
  further: FoodRecord['nutrients'],
  { nameIn, nutrient, unit, inOtherUnit, within }: Line,
  portion: Portion,
  locale: Locale,
): Markup {
  const words = nameIn(locale.words);
  const className = unit === 'kcal' ? 'energy-row' : within ? 'within' : '';
  const { unknown } = locale.words.food;
  const known = inOtherUnit === null ? food[nutrient] : inOtherUnit(food, further);
  if (known === null) {
    return html`<tr class="${className}"><th scope="row">${words}</th><td class="unknown">${unknown}</td><td class="unknown" data-portion${hiddenWithout(portion)}>–</td><td class="daily"></td></tr>
`;
  }
  // No source has four decimals; more would be noise from the conversion.
  const per100g = inOtherUnit === null ? known : Math.round(known * 10_000) / 10_000;
  const daily = inOtherUnit === null ? DAILY_VALUES[nutrient] : undefined;
  return html`<tr class="${className}"><th scope="row">${words}</th>${renderAmount(per100g, unit, daily, portion, locale)}</tr>
`;
}

function unknownNote(food: Food, locale: Locale): Markup | null {
  const unknown = [ENERGY, ...LINES].filter(
    ({ nutrient, inOtherUnit }) => food[nutrient] === null && inOtherUnit === null,
  );
  if (unknown.length === 0) return null;
  return html`<p class="note">${locale.words.label.unknownNote}</p>`;
}
