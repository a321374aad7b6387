import { DAILY_VALUES } from '../food/daily-values.ts';
import type { Food } from '../food/food.ts';
import { EMPTY_RECORD, type FoodRecord, NUTRISCORES, type Nutriscore } from '../food/food-record.ts';
import type { StoredRecord } from '../food/full-record.ts';
import { FURTHER_NUTRIENTS, isMicronutrient } from '../food/further-nutrients.ts';
import { unitOf } from '../food/nutrients.ts';
import { html, type Insertable, type Markup } from '../http/markup.ts';
import { memberOf } from '../member-of.ts';
import { wordsIn } from './local-name.ts';
import type { Locale } from './locale.ts';
import { type Portion, renderAmount, renderHead } from './nutrition-label.ts';

/** What the full record of a food knows, as cards of its page. What is unknown is left out, except for allergens. */
export function renderRecordCards(
  food: Food,
  stored: StoredRecord | null,
  portion: Portion,
  locale: Locale,
): Markup {
  const record = stored?.record ?? EMPTY_RECORD;
  return html`${nutrientsCard(record, portion, locale)}
${ingredientsCard(record, stored?.language ?? null, locale)}
${allergensCard(food, record, locale)}
${gradesCard(record, locale)}
${productCard(food, record, stored, locale)}`;
}

/** The label has these already, computed from energy and sodium. */
const ON_THE_LABEL = new Set(['energy_kj', 'salt_g']);

function nutrientsCard({ nutrients }: FoodRecord, portion: Portion, locale: Locale): Markup | null {
  const known = FURTHER_NUTRIENTS.filter(
    (name) => memberOf(nutrients, name) !== undefined && !ON_THE_LABEL.has(name),
  );
  if (known.length === 0) return null;
  const { label: words } = locale.words;
  const table = (names: readonly string[]) =>
    html`<table class="nutrients">${renderHead(portion, locale)}<tbody>${names.map((name) => nutrientRow(name, memberOf(nutrients, name)!, portion, locale))}</tbody></table>`;
  const vitamins = known.filter(isMicronutrient);
  const others = known.filter((name) => !isMicronutrient(name));
  return html`<section class="card" aria-labelledby="vitamins-title">
<h2 id="vitamins-title">${vitamins.length > 0 ? words.vitamins : words.further}</h2>
${table(vitamins.length > 0 ? vitamins : others)}
${vitamins.length > 0 && others.length > 0 && html`<details class="further"><summary>${words.further}</summary>${table(others)}</details>`}
</section>`;
}

function nutrientRow(name: string, value: number, portion: Portion, locale: Locale): Markup {
  const words = nutrientName(name, locale);
  return html`<tr><th scope="row">${words}</th>${renderAmount(value, unitOf(name), memberOf(DAILY_VALUES, name), portion, locale, true)}</tr>
`;
}

export function nutrientName(name: string, locale: Locale): string {
  return locale.member(name) ?? name;
}

function ingredientsCard(
  { ingredients_text: text, additives }: FoodRecord,
  language: string | null,
  locale: Locale,
): Markup | null {
  if (text === null && additives === null) return null;
  const { record: words, recipes } = locale.words;
  return html`<section class="card" aria-labelledby="ingredients-title">
<h2 id="ingredients-title">${recipes.ingredients}</h2>
<p${text !== null && wordsIn(language, locale)}>${text ?? words.ingredientsUnknown}</p>
${additives !== null && html`<h3>${words.additives}</h3>${additives.length === 0 ? html`<p>${words.noAdditives}</p>` : tagList(additives, locale)}`}
</section>`;
}

/** People with allergies must see the difference between "none" and "unknown", for every packaged food. */
function allergensCard({ barcode }: Food, { allergens, traces }: FoodRecord, locale: Locale): Markup | null {
  if (barcode === null && allergens === null && traces === null) return null;
  const { record: words, food } = locale.words;
  const line = (title: string, tags: readonly string[] | null) =>
    html`<div><dt>${title}</dt><dd>${tags === null ? html`<span class="unknown">${food.unknown}</span>` : tags.length === 0 ? words.none : tagList(tags, locale)}</dd></div>`;
  return html`<section class="card" aria-labelledby="allergens-title">
<h2 id="allergens-title">${words.allergens}</h2>
<dl class="known">${line(words.contains, allergens)}${line(words.traces, traces)}</dl>
<p class="note">${(allergens === null || traces === null) && html`${words.unknownWords} `}${words.checkPackage}</p>
</section>`;
}

function gradesCard({ nutriscore, nova, environment }: FoodRecord, locale: Locale): Markup | null {
  if (nutriscore === null && nova === null && environment === null) return null;
  const { record: words, filters } = locale.words;
  const scale = (own: Nutriscore) =>
    html`<p class="scale" aria-hidden="true">${NUTRISCORES.map((grade) => html`<span class="grade grade-${grade}${grade === own ? ' own' : ''}">${grade.toUpperCase()}</span>`)}</p>`;
  return html`<section class="card" aria-labelledby="grades-title">
<h2 id="grades-title">${words.grades}</h2>
${
  nutriscore !== null &&
  html`<h3>${filters.nutriscore} <b>${nutriscore.toUpperCase()}</b></h3>${scale(nutriscore)}<p class="note">${words.nutriscoreWords}</p>`
}${
  environment !== null &&
  html`<h3>${filters.environment} <b>${environment.toUpperCase()}</b></h3>${scale(environment)}`
}${nova !== null && html`<h3>${words.nova} <b>${nova}</b></h3><p>${words.novaWords[nova]}</p>`}
</section>`;
}

function productCard(
  food: Food,
  record: FoodRecord,
  stored: StoredRecord | null,
  locale: Locale,
): Markup | null {
  const { record: words, filters } = locale.words;
  const lines: [title: string, content: Insertable][] = [];
  const add = (title: string, content: Insertable) => {
    if (content !== null) lines.push([title, content]);
  };
  const original = stored?.language ?? null;
  add(
    words.kind,
    record.generic_name !== null && record.generic_name !== food.name
      ? inLanguage(record.generic_name, original)
      : null,
  );
  add(words.quantity, record.quantity);
  add(words.diet, tagsOrNull(record.analysis, locale));
  add(words.labels, tagsOrNull(record.labels, locale));
  add(filters.country, stored?.countries ? locale.countries(stored.countries) : null);
  add(words.names, nameList(record.names, locale));
  add(words.changed, stored?.modified_t == null ? null : locale.date(dayOf(stored.modified_t)));
  if (lines.length === 0) return null;
  return html`<section class="card" aria-labelledby="product-title">
<h2 id="product-title">${words.product}</h2>
<dl class="known">${lines.map(([title, content]) => html`<div><dt>${title}</dt><dd>${content}</dd></div>`)}</dl>
</section>`;
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function inLanguage(text: string, language: string | null): Markup {
  return language === null
    ? html`<span dir="auto">${text}</span>`
    : html`<span dir="auto" lang="${language}">${text}</span>`;
}

function nameList(names: Readonly<Record<string, string>>, locale: Locale): Markup | null {
  const entries = Object.entries(names)
    .map(([code, name]) => ({ code, name, language: locale.languageName(code) }))
    .sort((a, b) => locale.compare(a.language, b.language));
  if (entries.length < 2) return null;
  return html`<ul class="names">${entries.map(({ code, name, language }) => html`<li><span dir="auto" lang="${code}">${name}</span> <span class="soft">${language}</span></li>`)}</ul>`;
}

function tagsOrNull(tags: readonly string[] | null, locale: Locale): Markup | null {
  return tags === null || tags.length === 0 ? null : tagList(tags, locale);
}

function tagList(tags: readonly string[], locale: Locale): Markup {
  return html`<ul class="tags">${tags.map((tag) => html`<li class="badge">${renderTag(tag, locale)}</li>`)}</ul>`;
}

const TAG = /^([a-z]{2}):(.+)$/;
const ADDITIVE = /^en:e\d{3,4}[a-z]*$/;

/** A tag in the language of the page where it is known, else in its own words and marked with their language. */
export function renderTag(tag: string, locale: Locale): Insertable {
  const language = TAG.exec(tag)?.[1] ?? locale.language;
  const isOurs = language === locale.language || ADDITIVE.test(tag) || locale.member(tag) !== undefined;
  const text = tagText(tag, locale);
  return isOurs ? text : inLanguage(text, language);
}

/** The same without saying in which language it is. */
export function tagText(tag: string, locale: Locale): string {
  const known = locale.member(tag);
  if (known !== undefined) return known;
  if (ADDITIVE.test(tag)) return `E${tag.slice('en:e'.length)}`;
  const words = (TAG.exec(tag)?.[2] ?? tag).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
