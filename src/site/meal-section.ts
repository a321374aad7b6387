import type { Catalog } from '../food/catalog.ts';
import { MAX_PORTION_G } from '../food/portion.ts';
import { html, type Markup } from '../http/markup.ts';
import { analyzeMeal } from '../recipe/analyze.ts';
import { MAX_MEAL_LENGTH, type MealChoice, type ReadItem } from '../recipe/meal.ts';
import { MAX_LINES, requestsForLines } from '../recipe/recipe.ts';
import {
  type LocalRead,
  readFoodId,
  renderIngredient,
  renderTotals,
  roundGrams,
  withChoices,
} from './ingredient-list.ts';
import type { Locale } from './locale.ts';

/**
 * A meal in words on the page of recipes. What it was read as is a list of fields, so that someone can correct it without a script: each
 * item sends its words, its food and its grams again (`item`, `as`, `g`), a button leaves one out (`remove`), and the text (`meal`)
 * adds to the list. The address has all of it.
 */

const GRAMS = /^\d{1,6}(?:[.,]\d{1,2})?$/;

export function isMealAsked(sent: URLSearchParams): boolean {
  return sent.has('item') || textOf(sent) !== '';
}

/** A meal counts as one page, and a corrected one for every ten items begun, like lines. */
export function costOfMeal(sent: URLSearchParams): number {
  return requestsForLines(Math.min(sent.getAll('item').length, MAX_LINES));
}

export function renderMealSection(
  catalog: Catalog,
  sent: URLSearchParams,
  locale: Locale,
  language: string,
): Markup {
  const { meals: words } = locale.words;
  const corrected = readCorrected(sent, catalog);
  const text = textOf(sent);
  const { meal, read } = analyzeMeal(catalog, text, { corrected, language });
  const items = withChoices(catalog, read, locale);
  const button = items.length === 0 ? words.addUp : words.add;
  const totals = { [locale.words.recipes.inAll]: meal.total };
  const isCounted = meal.unresolved.length < items.length;
  const title = isMealAsked(sent)
    ? html`<h1 id="meal-title">${words.title}</h1>`
    : html`<h2 id="meal-title">${words.title}</h2>`;
  return html`<section class="meal" aria-labelledby="meal-title">${title}
<form class="recipe" action="/recipes" method="get">${locale.field()}
<div class="recipe-fields"><label for="meal">${words.lead}</label>
<textarea id="meal" name="meal" rows="2" maxlength="${MAX_MEAL_LENGTH}" autocapitalize="none" placeholder="${items.length === 0 ? words.example : ''}"></textarea>
<p><button type="submit">${button}</button></p></div>
${text !== '' && items.length === 0 && html`<p class="notice" role="status">${words.nothingRead}</p>`}
${
  items.length > 0 &&
  html`<div class="recipe-result"><section aria-labelledby="items-title"><h2 id="items-title">${words.readAs}</h2>
<ol class="read-lines">${items.map((item, at) => renderItem(item, at, locale))}</ol>
<p><button type="submit" class="quiet">${words.change}</button></p></section>
${isCounted && renderTotals(words.caption, totals, meal.incomplete, notesOf(meal.unresolved.length, locale), locale)}</div>`
}
</form></section>`;
}

function renderItem(item: LocalRead<ReadItem>, at: number, locale: Locale): Markup {
  const { meals: words } = locale.words;
  const { text, food, grams } = item;
  const weight =
    food === null
      ? html`<input type="hidden" name="as" value=""><input type="hidden" name="g" value="">`
      : html`<label for="g-${at}">${words.grams}<span class="unseen"> ${text}</span></label> <input id="g-${at}" name="g" type="number" inputmode="decimal" min="0.01" max="${MAX_PORTION_G}" step="any" value="${grams === null ? '' : roundGrams(grams)}" autocomplete="off"> `;
  const fields = html`<p class="correct"><input type="hidden" name="item" value="${text}">${weight}<button type="submit" class="quiet" name="remove" value="${at}">${words.remove}<span class="unseen"> ${text}</span></button></p>`;
  return renderIngredient(item, { id: `food-${at}`, name: 'as' }, locale, fields);
}

function notesOf(unresolved: number, locale: Locale): string[] {
  return unresolved === 0 ? [] : [locale.say(locale.words.meals.itemsNotCounted, { count: unresolved })];
}

function textOf(sent: URLSearchParams): string {
  return [...(sent.get('meal') ?? '').trim()].slice(0, MAX_MEAL_LENGTH).join('');
}

function readCorrected(sent: URLSearchParams, catalog: Catalog): MealChoice[] {
  const [foods, grams] = [sent.getAll('as'), sent.getAll('g')];
  const removed = sent.get('remove');
  return sent.getAll('item').flatMap((text, at): MealChoice[] => {
    if (String(at) === removed || at >= MAX_LINES) return [];
    const id = readFoodId(foods[at] ?? '');
    const given = grams[at]?.trim() ?? '';
    const weight = GRAMS.test(given) ? Number(given.replace(',', '.')) : 0;
    return [
      {
        text: [...text].slice(0, MAX_MEAL_LENGTH).join(''),
        food: id === null ? null : catalog.findFood(id),
        grams: weight > 0 && weight <= MAX_PORTION_G ? weight : null,
      },
    ];
  });
}
