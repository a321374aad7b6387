import { type Catalog, MAX_QUERY_LENGTH } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import { LABEL_NUTRIENTS, type Nutrient } from '../food/nutrients.ts';
import { MAX_PORTION_G, portionOf } from '../food/portion.ts';
import { html, type Markup } from '../http/markup.ts';
import type { ReadItem } from '../recipe/meal.ts';
import type { ReadIngredient } from '../recipe/recipe.ts';
import { renderEnergyLine } from './energy-chart.ts';
import { renderMacros } from './food-list.ts';
import { foodLink, type LocalFood, localFoods } from './local-name.ts';
import type { Locale } from './locale.ts';

/** What the lines of a recipe and the items of a meal were read as, and what they add up to. */

/** Foods to choose from for a line, the best match first. */
const MAX_CHOICES = 8;
/** Ids of foods are exact integers. */
const FOOD_ID = /^\d{1,16}$/;

export function readFoodId(text: string): number | null {
  return FOOD_ID.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;
}

const GRAMS = /^\d{1,6}(?:[.,]\d{1,2})?$/;

/** What was typed in place of the grams that stood there; null for the same, or for what is no weight. */
export function readGrams(
  typed: string | null | undefined,
  before: string | null | undefined,
): number | null {
  const text = typed?.trim() ?? '';
  const grams = GRAMS.test(text) && text !== before ? Number(text.replace(',', '.')) : 0;
  return grams > 0 && grams <= MAX_PORTION_G ? grams : null;
}

/** What was read, with foods as the page shows them. */
export type LocalRead<Read extends ReadIngredient> = Omit<Read, 'food' | 'foods'> & {
  food: LocalFood | null;
  foods: LocalFood[];
};

/** A line that names a food has no others, which someone may choose instead: those that a search for it finds. */
export function withChoices<Read extends ReadIngredient>(
  catalog: Catalog,
  read: readonly Read[],
  locale: Locale,
): LocalRead<Read>[] {
  return read.map((line) => {
    const foods = localFoods(choicesOf(catalog, line), catalog, locale);
    const [food = null] = line.food === null ? [] : localFoods([line.food], catalog, locale);
    return { ...line, food, foods };
  });
}

function choicesOf(catalog: Catalog, { food, foods: [first, ...others] }: ReadIngredient): Food[] {
  if (first === undefined) return food === null ? [] : [food];
  const all = [food ?? first, first, ...(others.length > 0 ? others : similarTo(catalog, first))];
  return [...new Map(all.map((one) => [one.id, one])).values()].slice(0, MAX_CHOICES);
}

function similarTo(catalog: Catalog, { name }: Food): Food[] {
  const q = [...name].slice(0, MAX_QUERY_LENGTH).join('');
  return catalog.search({ q, limit: MAX_CHOICES, source: null, effort: 'little' });
}

/** The fields by which another food and another weight are chosen. */
export interface CorrectionFields {
  /** What ends the ids of the fields. */
  at: number;
  food: string;
  grams: string;
  /** Sends what it weighs as it was read, so that a weight that nobody changed follows the food. */
  gramsBefore: string;
}

/** One line an item: its words, the food they were read as, its weight and its energy; below, what was assumed or left out. */
export function renderIngredient(
  item: LocalRead<ReadItem>,
  fields: CorrectionFields,
  act: Markup | null,
  locale: Locale,
): Markup {
  const { food, grams, reason } = item;
  const kcal = food?.calories_kcal ?? null;
  const energy =
    reason === null && grams !== null && kcal !== null
      ? html`<b>${locale.amount(portionOf(kcal, grams), 'kcal')}</b> kcal`
      : '–';
  const notes = notesOf(item, locale);
  return html`<li${reason === null ? '' : html` class="unresolved"`}><div class="item">
<span class="read-line" dir="auto">${item.text}</span>
<span class="choice">${food !== null && renderChoice(item, food, fields, locale)}</span>
<span class="item-weight">${food === null ? '–' : renderGrams(item, fields, locale)}</span>
<span class="item-energy">${energy}</span>
${act}</div>
${notes.length > 0 && html`<p class="note">${notes.join(' · ')}</p>`}</li>
`;
}

/** How it was weighed and what is left out, or why it is not counted. */
function notesOf(item: LocalRead<ReadItem>, locale: Locale): string[] {
  const { food, method, reason, confidence, ignored, stand_in } = item;
  const { recipes: words, food: foodWords } = locale.words;
  if (reason !== null) {
    const { kind, ...values } = reason;
    return [locale.say(words.notCounted, { reason: locale.say(words.reasons[kind], values) })];
  }
  return [
    method !== 'none' && method !== 'weight' && words.methods[method],
    food?.calories_kcal == null && foodWords.energyUnknown,
    ignored !== null && locale.say(words.ignored, { words: ignored }),
    stand_in && food !== null && locale.say(words.standIn, { food: food.name }),
    isDoubted(item) && `${foodWords.confidence}\u00a0${locale.fixed(confidence, 2)}`,
  ].filter((note) => note !== false);
}

/** Whether a note says that the food is not all of what was named. */
function isDoubted({ ignored, stand_in }: LocalRead<ReadItem>): boolean {
  return ignored !== null || stand_in;
}

function renderGrams(
  { text, grams, readGrams }: LocalRead<ReadItem>,
  fields: CorrectionFields,
  locale: Locale,
): Markup {
  const id = `g-${fields.at}`;
  return html`<label class="unseen" for="${id}">${locale.words.recipes.grams} ${text}</label><input id="${id}" name="${fields.grams}" type="number" inputmode="decimal" min="0.01" max="${MAX_PORTION_G}" step="any" value="${roundGrams(grams)}" autocomplete="off"> g<input type="hidden" name="${fields.gramsBefore}" value="${roundGrams(readGrams)}">`;
}

/** What is weighed by a usual measure is not known to a hundredth of a gram. */
function roundGrams(grams: number | null): string {
  if (grams === null) return '';
  return String(grams < 100 ? Math.round(grams * 10) / 10 : Math.round(grams));
}

function renderChoice(
  { text, foods }: LocalRead<ReadItem>,
  food: LocalFood,
  { at, food: name }: CorrectionFields,
  locale: Locale,
): Markup {
  const { recipes: words } = locale.words;
  const id = `food-${at}`;
  const nameOf = (one: LocalFood) =>
    [one.name, one.ownName ?? one.brand].filter((part) => part !== null).join(' · ');
  const options = foods.map(
    (one, index) => html`<option value="${one.id}"${index === 0 ? ' selected' : ''}>${nameOf(one)}</option>`,
  );
  const details =
    food.static_url !== null &&
    html`<a href="${foodLink(food, locale)}">${words.details}<span class="unseen"> ${locale.say(words.detailsOf, { food: food.name })}</span></a>`;
  return html`<label class="unseen" for="${id}">${locale.say(words.foodFor, { line: text })}</label><select id="${id}" name="${name}">${options}</select> ${details}`;
}

/** What a list adds up to, by its name. */
export interface Sum {
  words: string;
  amounts: Record<Nutrient, number>;
}

/** The totals in a line, which stays in sight above the list. */
export function renderSum(sums: readonly Sum[], incomplete: readonly Nutrient[], locale: Locale): Markup {
  const [first] = sums;
  const isLess = (nutrient: Nutrient) => (incomplete.includes(nutrient) ? '≥ ' : '');
  const energies = sums.map(
    ({ words, amounts }) =>
      html`<span class="energy-figure">${isLess('calories_kcal')}<b>${locale.amount(amounts.calories_kcal, 'kcal')}</b> kcal <span class="soft">${words}</span></span>`,
  );
  return html`<div class="sum">${energies}<span class="macros">${renderEnergyLine(first!.amounts)}<span class="macro-list">${renderMacros(first!.amounts, locale)}</span></span></div>`;
}

/** The nutrition label, with a column for each total. */
export function renderLabelOf(
  caption: string,
  totals: Readonly<Record<string, Record<Nutrient, number>>>,
  incomplete: readonly Nutrient[],
  notes: readonly string[],
  locale: Locale,
): Markup {
  const { recipes: words, label, nutrients } = locale.words;
  const names: Readonly<Record<Nutrient, string>> = {
    ...nutrients,
    sugar_g: label.ofSugar,
    saturated_fat_g: label.ofSaturated,
  };
  const rows = LABEL_NUTRIENTS.map(({ key, part, unit }) => {
    const atLeast = incomplete.includes(key) ? '≥ ' : '';
    const cells = Object.values(totals).map(
      (total) =>
        html`<td>${atLeast}${locale.amount(total[key], unit)} <span class="unit">${unit}</span></td>`,
    );
    const className = key === 'calories_kcal' ? 'energy-row' : part === undefined ? '' : 'within';
    return html`<tr class="${className}"><th scope="row">${names[key]}</th>${cells}</tr>
`;
  });
  const told = incomplete.length === 0 ? notes : [...notes, words.atLeast];
  return html`<section class="label" aria-labelledby="totals-title">
<h2 id="totals-title">${label.title}</h2>
<table class="nutrients">
<caption class="unseen">${caption}</caption>
<thead><tr><th scope="col"><span class="unseen">${label.nutrient}</span></th>${Object.keys(totals).map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table>
${told.length > 0 && html`<p class="note">${told.join(' ')}</p>`}
</section>`;
}
