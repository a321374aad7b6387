import type { Catalog } from '../food/catalog.ts';
import { MAX_QUERY_LENGTH, MIN_QUERY_LENGTH } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import { EMPTY_RECORD, type FoodRecord } from '../food/food-record.ts';
import { FURTHER_NUTRIENTS, isMicronutrient } from '../food/further-nutrients.ts';
import type { Unit } from '../food/nutrients.ts';
import { LABEL_NUTRIENTS, unitOf } from '../food/nutrients.ts';
import { portionOf } from '../food/portion.ts';
import type { FullAnswer } from '../http/answer.ts';
import { html, type Insertable, type Markup } from '../http/markup.ts';
import { memberOf } from '../member-of.ts';
import { confidenceMeter } from './confidence-reasons.ts';
import { badge } from './food-list.ts';
import { nutrientName, renderTag } from './food-record-cards.ts';
import { readFoodId } from './ingredient-list.ts';
import { renderLayout } from './layout.ts';
import { foodLink, type LocalFood, localFood, localFoods, wordsIn } from './local-name.ts';
import type { Locale } from './locale.ts';
import { foundPage, localeIn, type PageRequest } from './page.ts';
import { renderThumb } from './picture.ts';
import type { Site } from './site.ts';
import { typeset } from './typesetting.ts';

/** More do not fit side by side. */
const MAX_COMPARED = 4;
/** Of a longer list of ids the rest is not looked up. */
const MAX_READ = 20;
const FOODS_OFFERED = 8;

/** A food in the comparison, with its full record. */
interface Compared {
  food: LocalFood;
  record: FoodRecord;
}

/** What the address requests: the foods that exist, and messages about the others. */
interface Chosen {
  foods: Compared[];
  unknown: string[];
  isCut: boolean;
  q: string;
}

/** `/compare?ids=1,2&q=…`: up to four foods side by side, and a search for one more. */
export function comparePage(site: Site, request: PageRequest): FullAnswer {
  const { query } = request;
  const locale = localeIn(request);
  const { compare: words } = locale.words;
  const chosen = readChosen(site.catalog, new URLSearchParams(query), locale);
  const { foods } = chosen;
  const names = locale.list(foods.map(({ food }) => food.name));
  const page = renderLayout({
    locale,
    at: request,
    facts: site.catalog.facts,
    title: `${foods.length === 0 ? words.title : locale.say(words.titleOf, { foods: names })} · larder`,
    description: words.description,
    // Not to be indexed: there are as many comparisons as pairs of foods.
    body: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${notices(chosen, locale)}
${foods.length > 0 && table(chosen, site, locale)}
${addition(chosen, site, locale)}`,
  });
  return foundPage(page);
}

function readChosen(catalog: Catalog, params: URLSearchParams, locale: Locale): Chosen {
  const sent = params.getAll('ids').flatMap((list) => list.split(','));
  const ids = [...new Set(sent.map((id) => id.trim()).filter((id) => id !== ''))];
  const foods: Compared[] = [];
  const unknown: string[] = [];
  let isCut = ids.length > MAX_READ;
  for (const id of ids.slice(0, MAX_READ)) {
    const number = readFoodId(id);
    const food = number === null ? null : catalog.findFood(number);
    if (food === null) unknown.push(id);
    else if (foods.length === MAX_COMPARED) isCut = true;
    else {
      const stored = catalog.findRecord(food);
      foods.push({ food: localFood(food, stored, locale), record: stored?.record ?? EMPTY_RECORD });
    }
  }
  const q = [...(params.get('q') ?? '').trim()].slice(0, MAX_QUERY_LENGTH).join('');
  return { foods, unknown, isCut, q };
}

function addressOf(foods: readonly Compared[], more: readonly number[] = []): string {
  const ids = [...foods.map(({ food }) => food.id), ...more];
  return ids.length === 0 ? '/compare' : `/compare?ids=${ids.join(',')}`;
}

function notices({ unknown, isCut }: Chosen, locale: Locale): Markup[] {
  const { compare: words } = locale.words;
  const texts = unknown.map((id) => locale.say(words.unknownFood, { id }));
  if (isCut) texts.push(words.tooMany);
  return texts.map((text) => html`<p class="notice" role="status">${text}</p>`);
}

function table({ foods }: Chosen, site: Site, locale: Locale): Markup {
  const { compare: words, filters, label, nutrients } = locale.words;
  const vitamins = FURTHER_NUTRIENTS.filter(
    (name) =>
      isMicronutrient(name) && foods.some(({ record }) => memberOf(record.nutrients, name) !== undefined),
  );
  const main = LABEL_NUTRIENTS.map(({ key, unit }) =>
    amounts(
      nutrients[key],
      unit,
      foods.map(({ food }) => ({ food, value: food[key] })),
      locale,
    ),
  );
  const further = vitamins.map((name) =>
    amounts(
      nutrientName(name, locale),
      unitOf(name),
      foods.map(({ food, record }) => ({ food, value: memberOf(record.nutrients, name) ?? null })),
      locale,
      true,
    ),
  );
  const hasServings = foods.some(({ food }) => food.serving_size_g !== null);
  return html`<p class="note">${hasServings ? words.legend : filters.nutrients}</p>
<table class="compare foods-${foods.length}"><caption class="unseen">${words.caption}</caption>
<thead><tr><td></td>${foods.map((one) => head(one, foods, site, locale))}</tr></thead>
<tbody>${group(label.title, foods)}${hasServings && serving(foods, locale)}${main}</tbody>
${further.length > 0 && html`<tbody>${group(label.vitamins, foods)}${further}</tbody>`}
<tbody>${group(words.about, foods)}${about(foods, locale)}</tbody>
</table>`;
}

function head({ food }: Compared, foods: readonly Compared[], site: Site, locale: Locale): Markup {
  const { compare: words } = locale.words;
  const others = foods.filter((one) => one.food.id !== food.id);
  const remove = locale.say(words.remove, { food: food.name });
  return html`<th scope="col">${renderThumb(food, site)}<a class="name" href="${foodLink(food, locale)}"${wordsIn(food.nameLanguage, locale)}>${typeset(food.name)}</a>${food.ownName !== null && html`<span class="kind"${wordsIn(food.ownLanguage, locale)}>${typeset(food.ownName)}</span>`}${food.brand !== null && html`<span class="kind" dir="auto">${food.brand}</span>`}<a class="remove" href="${locale.link(addressOf(others))}" aria-label="${remove}" title="${remove}">×</a></th>`;
}

function group(title: string, foods: readonly Compared[]): Markup {
  return html`<tr class="group"><th scope="rowgroup" colspan="${foods.length + 1}">${title}</th></tr>
`;
}

function line(title: string, cells: readonly Insertable[]): Markup {
  return html`<tr><th scope="row">${title}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`;
}

function serving(foods: readonly Compared[], locale: Locale): Markup {
  const { compare: words } = locale.words;
  return line(
    words.serving,
    foods.map(({ food: { serving_size_g: grams } }) =>
      grams === null ? unknown(locale) : `${locale.weight(grams)}\u00a0g`,
    ),
  );
}

/** One nutrient: per 100 g with a bar, and per serving where that is known. */
function amounts(
  title: string,
  unit: Unit,
  values: readonly { food: Food; value: number | null }[],
  locale: Locale,
  isFine = false,
): Markup {
  const most = Math.max(...values.map(({ value }) => value ?? 0));
  return line(
    title,
    values.map(({ food, value }) => {
      if (value === null) return unknown(locale);
      const grams = food.serving_size_g;
      return html`<b>${locale.amount(value, unit, isFine)}</b>\u00a0${unit}${bar(most === 0 ? 0 : value / most)}${
        grams !== null &&
        html`<span class="per-serving"><span class="unseen">${locale.words.compare.perServing}: </span>${locale.amount(portionOf(value, grams), unit, isFine)}\u00a0${unit}</span>`
      }`;
    }),
  );
}

function bar(share: number): Markup {
  return html`<svg class="compare-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="meter-track" width="100" height="4"/><rect class="meter-fill" width="${(share * 100).toFixed(1)}" height="4"/></svg>`;
}

function unknown(locale: Locale): Markup {
  return html`<span class="unknown">${locale.words.food.unknown}</span>`;
}

/** What is known besides the amounts; a line that no food has is left out. */
function about(foods: readonly Compared[], locale: Locale): Markup[] {
  const { filters, record: words, food: foodWords } = locale.words;
  const has = (known: (one: Compared) => boolean) => foods.some(known);
  const lines = [
    line(
      filters.category,
      foods.map(({ food }) => (food.category === null ? unknown(locale) : locale.category(food.category))),
    ),
    has(({ record }) => record.nutriscore !== null) &&
      line(
        filters.nutriscore,
        foods.map(({ record: { nutriscore: grade } }) =>
          grade === null
            ? unknown(locale)
            : html`<span class="grade grade-${grade}">${grade.toUpperCase()}</span>`,
        ),
      ),
    has(({ record }) => record.nova !== null) &&
      line(
        words.nova,
        foods.map(({ record: { nova } }) =>
          nova === null ? unknown(locale) : `${nova}: ${words.novaWords[nova]}`,
        ),
      ),
    has(({ record }) => record.allergens !== null) &&
      line(
        words.allergens,
        foods.map(({ record }) => allergens(record.allergens, locale)),
      ),
    line(
      foodWords.confidenceWord,
      foods.map(
        ({ food }) =>
          html`<span class="confidence">${confidenceMeter(food.confidence, '')}${locale.fixed(food.confidence, 2)}</span> ${badge(food, locale)}`,
      ),
    ),
  ];
  return lines.filter((one) => one !== false);
}

function allergens(tags: readonly string[] | null, locale: Locale): Insertable {
  if (tags === null) return unknown(locale);
  if (tags.length === 0) return locale.words.record.none;
  return tags.flatMap((tag, at) => [at === 0 ? '' : ', ', renderTag(tag, locale)]);
}

/** A search for one more food, as long as there is room for it. */
function addition(chosen: Chosen, site: Site, locale: Locale): Markup {
  const { compare: words, search } = locale.words;
  const { foods, q } = chosen;
  if (foods.length === MAX_COMPARED) return html`<p class="note">${words.full}</p>`;
  const ids = foods.map(({ food }) => food.id).join(',');
  return html`<section class="compare-add" aria-labelledby="add-title"><h2 id="add-title"><label for="add-q">${words.add}</label></h2>
${foods.length === 0 && html`<p>${words.empty}</p>`}
<form action="/compare" method="get">${locale.field()}${ids !== '' && html`<input type="hidden" name="ids" value="${ids}">`}<input id="add-q" name="q" type="search" value="${q}" maxlength="${MAX_QUERY_LENGTH}" placeholder="${search.box}" autocomplete="off"> <button type="submit">${search.button}</button></form>
${[...q].length >= MIN_QUERY_LENGTH && offers(chosen, site, locale)}</section>`;
}

function offers({ foods, q }: Chosen, site: Site, locale: Locale): Markup {
  const { compare: words } = locale.words;
  const isNew = ({ id }: Food) => !foods.some(({ food }) => food.id === id);
  const found = site.catalog
    .search({ q, limit: FOODS_OFFERED, source: null, language: locale.language })
    .filter(isNew);
  if (found.length === 0) {
    return html`<p class="summary">${locale.put(locale.words.search.nothing, { q: html`<q>${q}</q>` })}</p>`;
  }
  const items = localFoods(found, site.catalog, locale).map((food) => {
    const kind = [food.brand, food.category === null ? null : locale.category(food.category)];
    return html`<li><a class="offer" href="${locale.link(addressOf(foods, [food.id]))}" aria-label="${locale.say(words.addFood, { food: food.name })}">${renderThumb(food, site)}<span class="what"><span class="name"${wordsIn(food.nameLanguage, locale)}>${typeset(food.name)}</span> <span class="kind">${kind.filter((one) => one !== null).join(' · ')}</span></span><span class="plus" aria-hidden="true">+</span></a></li>
`;
  });
  return html`<ol class="foods">${items}</ol>`;
}
