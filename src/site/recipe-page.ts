import { type Catalog, LONGEST_QUERY } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import { LABEL_NUTRIENTS, type Nutrient } from '../food/nutrients.ts';
import { MAX_SERVINGS, portionOf } from '../food/portion.ts';
import { html, type Markup } from '../http/markup.ts';
import type { Made } from '../http/task.ts';
import { analyzeRecipe } from '../recipe/analyze.ts';
import { LONGEST_LINE, MOST_LINES, type ReadLine, type Recipe, requestsForLines } from '../recipe/recipe.ts';
import { renderLayout } from './layout.ts';
import { type Locale, localeOf } from './locale.ts';
import { foundPage, type PageRequest } from './page.ts';
import type { Site } from './site.ts';

const SERVINGS = /^\d{1,4}(?:[.,]\d{1,2})?$/;
/** Foods to choose from for a line, the best match first. */
const MAX_CHOICES = 8;
/** How tall the field is: as many lines as it has, within reason. */
const MIN_ROWS = 7;
const MAX_ROWS = 16;
const EXAMPLE_SERVINGS = '4';
/** Ids of foods are exact integers. */
const FOOD_ID = /^\d{1,16}$/;

/** What the address of the page requests: all of it can be shared as a link. */
interface Asked {
  lines: string[];
  /** Whether there were more lines than are read. */
  isCut: boolean;
  servings: number;
  chosen: Map<number, Food>;
}

/** `/recipes?lines=…&servings=N`: a form for ingredient lines, with what they were read as and what they add up to. */
export function recipePage({ catalog }: Site, request: PageRequest): Made {
  const { origin, query, language } = request;
  const locale = localeOf(language);
  const { recipes: words } = locale.words;
  const asked = readAsked(new URLSearchParams(query), (id) => catalog.findFood(id));
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
<p class="lead">${words.lead}</p>
<form class="recipe" action="/recipes" method="get">
${renderFields(asked, locale)}
${analyzed === null ? renderStart(locale) : renderAnalyzed(analyzed.recipe, withChoices(catalog, analyzed.read), servings, locale)}
</form>`,
  });
  return foundPage(page);
}

/** A line that names a food has no others, which someone may choose instead: those that a search for it finds. */
function withChoices(catalog: Catalog, read: readonly ReadLine[]): ReadLine[] {
  return read.map((line) => {
    const [only, ...others] = line.foods;
    if (only === undefined || others.length > 0) return line;
    const q = [...only.name].slice(0, LONGEST_QUERY).join('');
    const similar = catalog.search({ q, limit: MAX_CHOICES, source: null, effort: 'little' });
    return { ...line, foods: [only, ...similar] };
  });
}

/** As much as the same lines cost in the API. */
export function costOfRecipe(query: string): number {
  return requestsForLines(Math.min(linesOf(new URLSearchParams(query)).length, MOST_LINES));
}

function linesOf(sent: URLSearchParams): string[] {
  return (sent.get('lines') ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function readAsked(sent: URLSearchParams, findFood: (id: number) => Food | null): Asked {
  const typed = linesOf(sent).map((line) => [...line].slice(0, LONGEST_LINE).join(''));
  const lines = typed.slice(0, MOST_LINES);
  const text = sent.get('servings')?.trim() ?? '';
  const servings = SERVINGS.test(text) ? Number(text.replace(',', '.')) : 1;
  const chosen = new Map<number, Food>();
  for (const [at, line] of lines.entries()) {
    const id = sent.get(choiceName(line)) ?? '';
    const food = FOOD_ID.test(id) && Number.isSafeInteger(Number(id)) ? findFood(Number(id)) : null;
    if (food !== null) chosen.set(at, food);
  }
  return {
    lines,
    isCut: typed.length > MOST_LINES,
    servings: Math.min(Math.max(servings, 1), MAX_SERVINGS),
    chosen,
  };
}

/** A choice belongs to the words of a line, so that it stays when lines are added or moved. */
function choiceName(line: string): string {
  return `as-${Bun.hash.xxHash32(line).toString(36)}`;
}

function renderFields({ lines, isCut, servings }: Asked, locale: Locale): Markup {
  const { recipes: words } = locale.words;
  const rows = Math.min(Math.max(lines.length + 1, MIN_ROWS), MAX_ROWS);
  return html`<div class="recipe-fields">
<label for="lines">${words.ingredients}</label>
<textarea id="lines" name="lines" rows="${rows}" spellcheck="false" autocapitalize="none" placeholder="${words.exampleLines}">${lines.join('\n')}</textarea>
${isCut && html`<p class="note">${locale.say(words.onlyFirst, { count: MOST_LINES })}</p>`}
<p class="recipe-servings"><label for="servings">${words.servings}</label> <input id="servings" name="servings" type="number" inputmode="decimal" min="1" max="${MAX_SERVINGS}" step="any" value="${servings}" autocomplete="off"> <button type="submit">${words.addUp}</button></p>
</div>`;
}

function renderStart(locale: Locale): Markup {
  const { recipes: words } = locale.words;
  const example = new URLSearchParams({ lines: words.exampleLines, servings: EXAMPLE_SERVINGS });
  const link = html`<a href="/recipes?${example.toString()}">${words.example}</a>`;
  return html`<p>${locale.put(words.start, { example: link })}</p>`;
}

function renderAnalyzed(recipe: Recipe, read: readonly ReadLine[], servings: number, locale: Locale): Markup {
  const { recipes: words } = locale.words;
  const isAnyCounted = read.some(({ reason }) => reason === null);
  return html`${!isAnyCounted && html`<p class="notice" role="status">${words.nothingRead}</p>`}<div class="recipe-result">
<section aria-labelledby="lines-title"><h2 id="lines-title">${words.readAs}</h2>
<ol class="read-lines">${read.map((line, at) => renderLine(line, at, locale))}</ol>
${read.some(({ food }) => food !== null) && html`<p><button type="submit" class="quiet">${words.useChosen}</button></p>`}
<p class="note">${words.share}</p></section>
${isAnyCounted && renderTotals(recipe, servings, locale)}
</div>`;
}

function renderLine(line: ReadLine, at: number, locale: Locale): Markup {
  const { food, reason } = line;
  return html`<li${reason === null ? '' : html` class="unresolved"`}>
<p class="read-line" dir="auto">${line.line}</p>
<p class="read-as">${renderReading(line, locale)}</p>
${line.stand_in && food !== null && html`<p class="note">${locale.say(locale.words.recipes.standIn, { food: food.name })}</p>`}
${food !== null && renderChoice(line, food, at, locale)}</li>
`;
}

/** `488 g · 298 kcal · by this food's own measure`, or why it is not counted. */
function renderReading({ food, grams, method, reason }: ReadLine, locale: Locale): Markup {
  const { recipes: words } = locale.words;
  if (reason !== null) {
    const { kind, ...values } = reason;
    return locale.put(words.notCounted, { reason: locale.say(words.reasons[kind], values) });
  }
  if (method === 'none' || grams === null) throw new Error('a line that is not counted has no reason');
  const kcal = food?.calories_kcal ?? null;
  const energy = kcal === null ? words.noEnergy : `${locale.amount(portionOf(kcal, grams), 'kcal')} kcal`;
  return html`<b>${locale.weight(roundGrams(grams))} g</b> · ${energy} · ${words.methods[method]}`;
}

/** What is weighed by a usual measure is not known to a hundredth of a gram. */
function roundGrams(grams: number): number {
  return grams < 100 ? Math.round(grams * 10) / 10 : Math.round(grams);
}

function renderChoice({ line, foods }: ReadLine, food: Food, at: number, locale: Locale): Markup {
  const { recipes: words } = locale.words;
  const others = foods.filter(({ id }) => id !== food.id).slice(0, MAX_CHOICES - 1);
  const options = [food, ...others].map(
    ({ id, name, brand }, index) =>
      html`<option value="${id}"${index === 0 ? ' selected' : ''}>${brand === null ? name : `${name} (${brand})`}</option>`,
  );
  const details =
    food.static_url !== null &&
    html` <a href="${food.static_url}">${words.details}<span class="unseen"> ${locale.say(words.detailsOf, { food: food.name })}</span></a>`;
  return html`<p class="choice"><label class="unseen" for="as-${at}">${locale.say(words.foodFor, { line })}</label><select id="as-${at}" name="${choiceName(line)}">${options}</select>${details}</p>`;
}

function renderTotals(
  { total, per_serving, incomplete, unresolved }: Recipe,
  servings: number,
  locale: Locale,
): Markup {
  const { recipes: words, label, nutrients } = locale.words;
  const names: Readonly<Record<Nutrient, string>> = {
    ...nutrients,
    sugar_g: label.ofSugar,
    saturated_fat_g: label.ofSaturated,
  };
  // Of one serving, both columns would say the same.
  const isDivided = servings !== 1;
  const rows = LABEL_NUTRIENTS.map(({ key, part, unit }) => {
    const atLeast = incomplete.includes(key) ? '≥ ' : '';
    const cell = (value: number) =>
      html`<td>${atLeast}${locale.amount(value, unit)} <span class="unit">${unit}</span></td>`;
    const className = key === 'calories_kcal' ? 'energy-row' : part === undefined ? '' : 'within';
    return html`<tr class="${className}"><th scope="row">${names[key]}</th>${isDivided && cell(per_serving[key])}${cell(total[key])}</tr>
`;
  });
  const notes = [
    locale.say(words.servingCount, { count: servings }),
    ...(unresolved.length === 0 ? [] : [locale.say(words.linesNotCounted, { count: unresolved.length })]),
    ...(incomplete.length === 0 ? [] : [words.atLeast]),
  ];
  return html`<section class="label" aria-labelledby="totals-title">
<h2 id="totals-title">${label.title}</h2>
<table class="nutrients">
<caption class="unseen">${words.caption}</caption>
<thead><tr><th scope="col"><span class="unseen">${label.nutrient}</span></th>${isDivided && html`<th scope="col">${words.perServing}</th>`}<th scope="col">${words.inAll}</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
<p class="note">${notes.join(' ')}</p>
</section>`;
}
