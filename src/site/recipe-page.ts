import type { Food } from '../food/food.ts';
import { MAX_SERVINGS } from '../food/portion.ts';
import type { FullAnswer } from '../http/answer.ts';
import { html, type Markup } from '../http/markup.ts';
import { analyzeRecipe } from '../recipe/analyze.ts';
import {
  type Correction,
  MAX_LINE_LENGTH,
  MAX_LINES,
  type ReadLine,
  type Recipe,
  requestsForText,
} from '../recipe/recipe.ts';
import {
  type CorrectionFields,
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
import { costOfMeal, isMealAsked, mealPage } from './meal-page.ts';
import { foundPage, localeIn, type PageRequest } from './page.ts';
import type { Site } from './site.ts';

const SERVINGS = /^\d{1,4}(?:[.,]\d{1,2})?$/;
/** How tall the field is: as many lines as it has, within reason. */
const MIN_ROWS = 7;
const MAX_ROWS = 16;
const EXAMPLE_SERVINGS = '4';

/** What the address of the page requests: all of it can be shared as a link. */
interface Asked {
  lines: string[];
  /** Whether there were more lines than are read. */
  isCut: boolean;
  servings: number;
  chosen: Map<number, Correction>;
}

/** `/recipes?lines=…&servings=N`: a form for ingredient lines, with what they were read as and what they add up to. */
export function recipePage(site: Site, request: PageRequest): FullAnswer {
  const sent = new URLSearchParams(request.query);
  // Meals were on this page once.
  if (isMealAsked(sent)) return mealPage(site, request);
  const { catalog } = site;
  const { origin, language } = request;
  const locale = localeIn(request);
  const { recipes: words } = locale.words;
  const asked = readAsked(sent, (id) => catalog.findFood(id));
  const { lines, servings, chosen } = asked;
  const analyzed = lines.length === 0 ? null : analyzeRecipe(catalog, lines, servings, { chosen, language });
  const page = renderLayout({
    locale,
    at: request,
    facts: catalog.facts,
    title: `${words.title} · larder`,
    description: words.description,
    // A recipe is its author's; only the empty form is worth finding.
    canonical: lines.length === 0 ? `${origin}/recipes` : null,
    place: 'recipes',
    body: html`<h1>${words.title}</h1>
<form class="recipe" action="/recipes" method="get">${locale.field()}
${renderFields(asked, locale)}
${analyzed === null ? renderStart(locale) : renderAnalyzed(analyzed.recipe, withChoices(catalog, analyzed.read, locale), servings, locale)}
</form>`,
  });
  return foundPage(page);
}

/** As much as the same lines and items cost in the API. */
export function costOfRecipe(query: string): number {
  const sent = new URLSearchParams(query);
  return Math.max(costOfMeal(query), requestsForText(linesOf(sent).slice(0, MAX_LINES)));
}

function linesOf(sent: URLSearchParams): string[] {
  return (sent.get('lines') ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function readAsked(sent: URLSearchParams, findFood: (id: number) => Food | null): Asked {
  const typed = linesOf(sent).map((line) => [...line].slice(0, MAX_LINE_LENGTH).join(''));
  const lines = typed.slice(0, MAX_LINES);
  const text = sent.get('servings')?.trim() ?? '';
  const servings = SERVINGS.test(text) ? Number(text.replace(',', '.')) : 1;
  const chosen = new Map<number, Correction>();
  for (const [at, line] of lines.entries()) {
    const fields = fieldsOf(line, at);
    const id = readFoodId(sent.get(fields.food) ?? '');
    const food = id === null ? null : findFood(id);
    chosen.set(at, { food, grams: readGrams(sent.get(fields.grams), sent.get(fields.gramsBefore)) });
  }
  return {
    lines,
    isCut: typed.length > MAX_LINES,
    servings: Math.min(Math.max(servings, 1), MAX_SERVINGS),
    chosen,
  };
}

/** What was chosen belongs to the words of a line, so that it stays when lines are added or moved. */
function fieldsOf(line: string, at: number): CorrectionFields {
  const id = Bun.hash.xxHash32(line).toString(36);
  return { at, food: `as-${id}`, grams: `g-${id}`, gramsBefore: `was-${id}` };
}

function renderFields({ lines, isCut, servings }: Asked, locale: Locale): Markup {
  const { recipes: words } = locale.words;
  const rows = Math.min(Math.max(lines.length + 1, MIN_ROWS), MAX_ROWS);
  return html`<div class="recipe-fields">
<label for="lines">${words.lead}</label>
<textarea id="lines" name="lines" rows="${rows}" spellcheck="false" autocapitalize="none" placeholder="${words.exampleLines}">${lines.join('\n')}</textarea>
${isCut && html`<p class="note">${locale.say(words.onlyFirst, { count: MAX_LINES })}</p>`}
<p class="recipe-servings"><label for="servings">${words.servings}</label> <input id="servings" name="servings" type="number" inputmode="decimal" min="1" max="${MAX_SERVINGS}" step="any" value="${servings}" autocomplete="off"> <button type="submit">${words.addUp}</button></p>
</div>`;
}

function renderStart(locale: Locale): Markup {
  const { recipes: words } = locale.words;
  const example = new URLSearchParams({ lines: words.exampleLines, servings: EXAMPLE_SERVINGS });
  const link = html`<a href="${locale.link(`/recipes?${example}`)}">${words.example}</a>`;
  return html`<p>${locale.put(words.start, { example: link })}</p>`;
}

function renderAnalyzed(
  recipe: Recipe,
  read: readonly LocalRead<ReadLine>[],
  servings: number,
  locale: Locale,
): Markup {
  const { recipes: words, compare } = locale.words;
  const isAnyCounted = read.some(({ reason }) => reason === null);
  // Of one serving, both columns would say the same.
  const perServing = servings === 1 ? {} : { [compare.perServing]: recipe.per_serving };
  const totals = { ...perServing, [words.inAll]: recipe.total };
  const sums = Object.entries(totals).map(([words, amounts]) => ({ words, amounts }));
  return html`${isAnyCounted ? renderSum(sums, recipe.incomplete, locale) : html`<p class="notice" role="status">${words.nothingRead}</p>`}
<div class="recipe-result"><section aria-labelledby="lines-title"><h2 id="lines-title">${words.readAs}</h2>
<ol class="read-lines">${read.map((line, at) => renderIngredient({ ...line, text: line.line }, fieldsOf(line.line, at), null, locale))}</ol>
${read.some(({ food }) => food !== null) && html`<p><button type="submit" class="quiet">${words.change}</button></p>`}
<p class="note">${words.share}</p></section>
${isAnyCounted && renderLabelOf(words.caption, totals, recipe.incomplete, notesOf(recipe, servings, locale), locale)}
</div>`;
}

function notesOf({ unresolved }: Recipe, servings: number, locale: Locale): string[] {
  const { recipes: words } = locale.words;
  return [
    locale.say(words.servingCount, { count: servings }),
    ...(unresolved.length === 0 ? [] : [locale.say(words.linesNotCounted, { count: unresolved.length })]),
  ];
}
