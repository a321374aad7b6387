import { hasValidCheckDigit } from '../food/barcode.ts';
import type { CatalogFacts, ExaminedFood } from '../food/catalog.ts';
import { tablesOf } from '../food/credit.ts';
import type { Food } from '../food/food.ts';
import { slugOf } from '../food/static-url.ts';
import type { Answer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { html, type Markup } from '../http/markup.ts';
import { drawBarcode } from './barcode-drawing.ts';
import { categoryPath } from './category-pages.ts';
import { renderConfidence } from './confidence-reasons.ts';
import { renderEnergyChart } from './energy-chart.ts';
import { readWeight } from './figures.ts';
import { badge } from './food-list.ts';
import { renderRecordCards } from './food-record-cards.ts';
import { renderLayout } from './layout.ts';
import { type LocalFood, localFood, wordsIn } from './local-name.ts';
import type { Locale } from './locale.ts';
import { type Portion, renderLabel } from './nutrition-label.ts';
import { answerMoved, answerNoFood, answerPage } from './page-answers.ts';
import { renderDrawing, renderPicture } from './picture.ts';
import { originOf, type Site, siteHash } from './site.ts';
import { openDatabasePage, sourcePage, sourceWords } from './sources.ts';
import { renderStructuredData } from './structured-data.ts';
import { typeset } from './typesetting.ts';

const ID = /^\d{1,16}$/;
const ENDING = '.html';

/** `/food/{id}/{slug}.html`: the id decides; a wrong slug redirects to the right one. */
export function foodPage(call: Call, site: Site): Answer {
  const { food_id: id = '', slug: lastSegment = '' } = call.params;
  const found =
    ID.test(id) && Number.isSafeInteger(Number(id)) ? site.catalog.findExamined(Number(id)) : null;
  if (found === null) return answerNoFood(call, site);
  const { food } = found;
  const slug = decodeURIComponent(slugOf(food.name));
  if (lastSegment !== slug + ENDING || id !== String(food.id)) {
    const { query } = call.target;
    return answerMoved(addressOf(food) + (query === '' ? '' : `?${query}`));
  }
  return answerPage(call, site.images, siteHash(site), (locale) => renderFoodPage(found, call, site, locale));
}

function addressOf(food: Food): string {
  return food.static_url ?? `/food/${food.id}/${slugOf(food.name)}${ENDING}`;
}

function renderFoodPage(found: ExaminedFood, call: Call, site: Site, locale: Locale): Markup {
  const stored = site.catalog.findRecord(found.food);
  const food = localFood(found.food, stored, locale);
  const origin = originOf(call, site);
  const canonical = origin + addressOf(found.food);
  const { query } = call.target;
  const grams = query === '' ? null : readWeight(new URLSearchParams(query).get('grams'));
  const portion: Portion = {
    amount: grams ?? food.serving_size_g,
    basis: stored?.record?.basis ?? 'g',
  };
  return renderLayout({
    locale,
    at: call.target,
    facts: site.catalog.facts,
    title: locale.say(locale.words.food.title, { food: fullName(food) }),
    description: describe(food, locale),
    canonical,
    head: renderStructuredData(food, canonical, site),
    isKept: true,
    body: html`<article class="food-page">
${heading(food, site, locale)}
${renderPicture(food, site, locale)}
<div class="facts">${renderLabel(food, portion, stored?.record ?? null, locale)}</div>
<div class="beside">${renderEnergyChart(food, found.findings, locale)}${origins(food, site.catalog.facts, locale)}</div>
<div class="more">
${renderRecordCards(food, stored, portion, locale)}
${renderConfidence(food, found.findings, locale)}
${barcodeCard(food, locale)}
${apiCard(food, origin, locale)}
</div>
</article>`,
  });
}

function fullName({ name, brand }: Food): string {
  return brand === null ? name : `${name}, ${brand}`;
}

function heading(food: LocalFood, site: Site, locale: Locale): Markup {
  const { food: words, frame } = locale.words;
  const { name, brand, category } = food;
  return html`<header class="title">
<nav aria-label="${words.breadcrumb}"><ol class="path"><li><a href="${locale.link('/categories')}">${frame.categories}</a></li>${
    category !== null &&
    html`<li><a href="${locale.link(categoryPath(category))}">${locale.category(category)}</a></li>`
  }</ol></nav>
<div class="named">${renderDrawing(food, site)}<h1${wordsIn(food.nameLanguage, locale)}>${typeset(name)}</h1></div>
${food.ownName !== null && html`<p class="own-name"${wordsIn(food.ownLanguage, locale)}>${typeset(food.ownName)}</p>`}
<p class="by">${brand !== null && html`<span class="of" dir="auto">${brand}</span> `}${badge(food, locale)} <a class="badge linked" href="#confidence">${words.confidence} ${locale.fixed(food.confidence, 2)}</a> <a class="to-compare" href="${locale.link(`/compare?ids=${food.id}`)}">${words.compare}</a></p>
</header>`;
}

function origins(food: Food, facts: CatalogFacts, locale: Locale): Markup {
  const { food: words } = locale.words;
  const page = openDatabasePage(food);
  const about = sourcePage(food.source);
  return html`<section class="card" aria-labelledby="origin-title">
<h2 id="origin-title">${words.origin}</h2>
<p>${sourceWords(food.source, locale).origin}</p>
${tablesOf(food.source, facts).map(({ credit }) => html`<p class="note">${credit}</p>\n`)}
${page !== null && html`<p>${locale.put(words.openPage, { link: html`<a href="${page}" rel="noopener">${words.openPageLink}</a>` })}</p>`}
${page === null && about !== null && html`<p><a href="${about}" rel="noopener">${words.aboutSource}</a></p>`}
</section>`;
}

function barcodeCard({ barcode }: Food, locale: Locale): Markup | null {
  const { food: words } = locale.words;
  const drawn = barcode === null ? null : drawBarcode(barcode, locale);
  if (barcode === null || drawn === null) return null;
  return html`<section class="card" aria-labelledby="barcode-title">
<h2 id="barcode-title">${words.barcode}</h2>
${drawn}
${!hasValidCheckDigit(Number(barcode)) && html`<p class="note">${words.wrongDigit}</p>`}
</section>`;
}

function apiCard({ id }: Food, origin: string, locale: Locale): Markup {
  const { food: words } = locale.words;
  const path = `/food/${id}`;
  return html`<section class="card for-programs" aria-labelledby="api-title">
<h2 id="api-title">${words.programs}</h2>
<p>${words.programsWords}</p>
<pre tabindex="0"><code>curl ${origin}${path}</code></pre>
<p class="note"><a href="${path}">${words.openJson}</a> · <a href="/docs#getFood">${words.howApi}</a></p>
</section>`;
}

/** What a description for search engines names, in its order. */
const DESCRIBED = ['calories_kcal', 'protein_g', 'fat_g', 'carbs_g'] as const;

/** One sentence for search engines; unknown values are left out. */
function describe(food: Food, locale: Locale): string {
  const { food: words, nutrients } = locale.words;
  const values = DESCRIBED.flatMap((nutrient) => {
    const value = food[nutrient];
    if (value === null) return [];
    if (nutrient === 'calories_kcal') return [`${locale.amount(value, 'kcal')} kcal`];
    return [`${locale.inText(nutrients[nutrient])} ${locale.amount(value, 'g')} g`];
  });
  const { name, brand } = food;
  const what = brand === null ? name : locale.say(words.by, { food: name, brand });
  return values.length === 0
    ? locale.say(words.describeBare, { food: what })
    : locale.say(words.describe, { food: what, values: values.join(', ') });
}
