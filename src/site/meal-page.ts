import type { Catalog } from '../food/catalog.ts';
import type { FullAnswer } from '../http/answer.ts';
import { html, type Markup } from '../http/markup.ts';
import { analyzeMeal } from '../recipe/analyze.ts';
import { type AnalyzedMeal, MAX_MEAL_LENGTH, type MealChoice, type ReadItem } from '../recipe/meal.ts';
import { MAX_LINES, requestsForLines } from '../recipe/recipe.ts';
import {
  type LocalRead,
  readFoodId,
  readGrams,
  renderIngredient,
  renderLabelOf,
  renderSum,
  withChoices,
} from './ingredient-list.ts';
import { renderLayout } from './layout.ts';
import type { Locale } from './locale.ts';
import { foundPage, localeIn, type PageRequest } from './page.ts';
import type { Site } from './site.ts';

/**
 * `/eaten?meal=…`: what somebody ate, in a sentence. What it was read as is a list of fields, so that someone can correct it
 * without a script: each item sends its words, its food and its grams again (`item`, `as`, `g`, and in `was` what it weighed as it was read), and a button leaves one out
 * (`remove`, later `out`). The sentence stays in its box (`meal`); the list is that of the sentence in `read`. When the two
 * differ the sentence is read again, and items with the same words keep what was chosen. The address has all of it.
 */

/** A meal, and the words of the items that were left out of it. */
interface Asked {
  text: string;
  out: string[];
  analyzed: AnalyzedMeal;
}

export function isMealAsked(sent: URLSearchParams): boolean {
  return sent.has('item') || textOf(sent) !== '';
}

/** A meal counts as one page, and a corrected one for every ten items begun, like lines. */
export function costOfMeal(query: string): number {
  return requestsForLines(Math.min(new URLSearchParams(query).getAll('item').length, MAX_LINES));
}

export function mealPage({ catalog }: Site, request: PageRequest): FullAnswer {
  const locale = localeIn(request);
  const { meals: words } = locale.words;
  const sent = new URLSearchParams(request.query);
  const asked = readAsked(sent, catalog, request.language);
  const page = renderLayout({
    locale,
    at: request,
    facts: catalog.facts,
    title: `${words.title} · larder`,
    description: words.description,
    // A meal is its eater's; only the empty form is worth finding.
    canonical: isMealAsked(sent) ? null : `${request.origin}/eaten`,
    place: 'meals',
    body: html`<h1>${words.title}</h1>
<form class="recipe" action="/eaten" method="get">${locale.field()}
${renderMealBox(asked.text, locale)}
${renderAsked(asked, catalog, locale)}
</form>`,
  });
  return foundPage(page);
}

/** The box for the sentence, here and on the first page. */
export function renderMealBox(text: string, locale: Locale): Markup {
  const { meals: words } = locale.words;
  return html`<div class="recipe-fields"><label for="meal">${words.lead}</label>
<div class="meal-box"><textarea id="meal" name="meal" rows="2" maxlength="${MAX_MEAL_LENGTH}" autocapitalize="none" placeholder="${words.example}">${text}</textarea>
<button type="submit">${words.addUp}</button></div></div>`;
}

function renderAsked({ text, out, analyzed }: Asked, catalog: Catalog, locale: Locale): Markup {
  const { meals: words, recipes } = locale.words;
  const { meal, read } = analyzed;
  const fields = [
    html`<input type="hidden" name="read" value="${text}">`,
    ...out.map((one) => html`<input type="hidden" name="out" value="${one}">`),
  ];
  if (read.length === 0) {
    const example = html`<a class="button quiet" href="${locale.link(`/eaten?${new URLSearchParams({ meal: words.example })}`)}">${recipes.example}</a>`;
    return html`${text !== '' && html`<p class="notice" role="status">${words.nothingRead}</p>`}<p>${example}</p>`;
  }
  const items = withChoices(catalog, read, locale);
  const isCounted = meal.unresolved.length < items.length;
  const notes =
    meal.unresolved.length === 0
      ? []
      : [locale.say(words.itemsNotCounted, { count: meal.unresolved.length })];
  return html`${fields}
${isCounted && renderSum([{ words: recipes.inAll, amounts: meal.total }], meal.incomplete, locale)}
<div class="recipe-result"><section aria-labelledby="items-title"><h2 id="items-title">${words.readAs}</h2>
<ol class="read-lines">${items.map((item, at) => renderItem(item, at, locale))}</ol>
<p><button type="submit" class="quiet">${recipes.change}</button></p>
<p class="note">${words.share}</p></section>
${isCounted && renderLabelOf(words.caption, { [recipes.inAll]: meal.total }, meal.incomplete, notes, locale)}</div>`;
}

function renderItem(item: LocalRead<ReadItem>, at: number, locale: Locale): Markup {
  const { meals: words } = locale.words;
  const { text, food } = item;
  const remove = html`<button type="submit" class="quiet remove-item" name="remove" value="${at}" title="${words.remove}"><span aria-hidden="true">×</span><span class="unseen">${words.remove} ${text}</span></button>`;
  // Each list of fields has a value for every item.
  const nothing =
    food === null && FIELD_NAMES.map((name) => html`<input type="hidden" name="${name}" value="">`);
  const [as, grams, gramsBefore] = FIELD_NAMES;
  const more = html`<input type="hidden" name="item" value="${text}">${nothing}${remove}`;
  return renderIngredient(item, { at, food: as, grams, gramsBefore }, more, locale);
}

const FIELD_NAMES = ['as', 'g', 'was'] as const;

function textOf(sent: URLSearchParams): string {
  return [...(sent.get('meal') ?? '').trim()].slice(0, MAX_MEAL_LENGTH).join('');
}

function readAsked(sent: URLSearchParams, catalog: Catalog, language: string): Asked {
  const text = textOf(sent);
  const items = readItems(sent, catalog);
  const removed = items[Number(sent.get('remove') ?? -1)];
  const out = [...new Set([...sent.getAll('out'), ...(removed === undefined ? [] : [removed.text])])];
  const isAsRead = !sent.has('meal') || text === sent.get('read');
  if (isAsRead && items.length > 0) {
    const corrected = items.filter((item) => item !== removed);
    return { text, out, analyzed: analyzeMeal(catalog, '', { corrected, language }) };
  }
  const analyzed = analyzeMeal(catalog, text, { language });
  const chosen = new Map(items.map((item) => [item.text, item]));
  const isKnown = (one: string) => chosen.has(one) || out.includes(one);
  if (!analyzed.read.some((item) => isKnown(item.text))) return { text, out, analyzed };
  const corrected = analyzed.read
    .filter((item) => !out.includes(item.text))
    .map((item) => chosen.get(item.text) ?? { text: item.text, food: null, grams: null });
  return { text, out, analyzed: analyzeMeal(catalog, '', { corrected, language }) };
}

/** The items that a list sends, with what was chosen for each. */
function readItems(sent: URLSearchParams, catalog: Catalog): MealChoice[] {
  const [foods = [], grams = [], before = []] = FIELD_NAMES.map((name) => sent.getAll(name));
  return sent
    .getAll('item')
    .slice(0, MAX_LINES)
    .map((text, at): MealChoice => {
      const id = readFoodId(foods[at] ?? '');
      return {
        text: [...text].slice(0, MAX_MEAL_LENGTH).join(''),
        food: id === null ? null : catalog.findFood(id),
        grams: readGrams(grams[at], before[at]),
      };
    });
}
