import { hasValidCheckDigit } from '../food/barcode.ts';
import type { ExaminedFood } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import { slugOf } from '../food/static-url.ts';
import type { Call } from '../http/call.ts';
import { html, type Markup } from '../http/markup.ts';
import { drawBarcode } from './barcode-drawing.ts';
import { categoryPath } from './category-pages.ts';
import { renderConfidence } from './confidence-reasons.ts';
import { renderEnergyChart } from './energy-chart.ts';
import { formatAmount, readWeight } from './figures.ts';
import { badge } from './food-list.ts';
import { renderLayout } from './layout.ts';
import { renderLabel } from './nutrition-label.ts';
import { respondMissing, respondMoved, respondWithPage } from './page-responses.ts';
import { renderPicture } from './picture.ts';
import { originOf, type Site, siteHash } from './site.ts';
import { openDatabasePage, SOURCE_WORDS } from './sources.ts';
import { renderStructuredData } from './structured-data.ts';

const ID = /^\d{1,16}$/;
const ENDING = '.html';

/** `/food/{id}/{slug}.html`: the id decides; a wrong slug redirects to the right one. */
export function foodPage(call: Call, site: Site): Response {
  const { food_id: id = '', slug: lastSegment = '' } = call.params;
  const found =
    ID.test(id) && Number.isSafeInteger(Number(id)) ? site.catalog.findExamined(Number(id)) : null;
  if (found === null) {
    const words =
      'No food in this catalogue has that id. It may have been removed, or the address may be wrong.';
    return respondMissing(call, site.images, 'No such food', words);
  }
  const { food } = found;
  const slug = decodeURIComponent(slugOf(food.name));
  if (lastSegment !== slug + ENDING || id !== String(food.id)) {
    const { query } = call.target;
    return respondMoved(call, addressOf(food) + (query === '' ? '' : `?${query}`));
  }
  return respondWithPage(call, site.images, siteHash(site), () => renderFoodPage(found, call, site));
}

function addressOf(food: Food): string {
  return food.static_url ?? `/food/${food.id}/${slugOf(food.name)}${ENDING}`;
}

function renderFoodPage({ food, findings }: ExaminedFood, call: Call, site: Site): Markup {
  const origin = originOf(call, site);
  const canonical = origin + addressOf(food);
  const { query } = call.target;
  const grams = query === '' ? null : readWeight(new URLSearchParams(query).get('grams'));
  return renderLayout({
    facts: site.catalog.facts,
    title: `${food.name}${food.brand === null ? '' : `, ${food.brand}`}: nutrition facts`,
    description: describe(food),
    canonical,
    head: renderStructuredData(food, canonical, site),
    place: 'food',
    body: html`<article class="food-page">
${heading(food)}
${renderPicture(food, site)}
<div class="facts">${renderLabel(food, grams)}</div>
<div class="beside">${renderEnergyChart(food)}${origins(food)}</div>
<div class="more">
${renderConfidence(food, findings)}
${barcodeCard(food)}
${apiCard(food, origin)}
</div>
</article>`,
  });
}

function heading(food: Food): Markup {
  const { name, brand, category } = food;
  return html`<header class="title">
<nav aria-label="Breadcrumb"><ol class="path"><li><a href="/categories">Categories</a></li>${
    category !== null && html`<li><a href="${categoryPath(category)}">${category}</a></li>`
  }</ol></nav>
<h1>${name}</h1>
<p class="by">${brand !== null && html`<span class="of">${brand}</span> `}${badge(food)} <a class="badge plain" href="#confidence">confidence ${food.confidence.toFixed(2)}</a></p>
</header>`;
}

function origins(food: Food): Markup {
  const words = SOURCE_WORDS[food.source];
  const page = openDatabasePage(food);
  return html`<section class="card" aria-labelledby="origin-title">
<h2 id="origin-title">Where it comes from</h2>
<p>Its values ${words.origin}</p>
${page !== null && html`<p><a href="${page}" rel="noopener">This product at Open Food Facts</a>, where it can be corrected.</p>`}
${page === null && words.url !== null && html`<p><a href="${words.url}" rel="noopener">About the source</a></p>`}
</section>`;
}

function barcodeCard({ barcode }: Food): Markup | null {
  const drawn = barcode === null ? null : drawBarcode(barcode);
  if (barcode === null || drawn === null) return null;
  return html`<section class="card" aria-labelledby="barcode-title">
<h2 id="barcode-title">Barcode</h2>
${drawn}
${!hasValidCheckDigit(Number(barcode)) && html`<p class="note">Drawn as the source has it; its check digit is wrong, so scanners will reject it.</p>`}
</section>`;
}

function apiCard({ id }: Food, origin: string): Markup {
  const path = `/food/${id}`;
  return html`<section class="card" aria-labelledby="api-title">
<h2 id="api-title">For programs</h2>
<p>The same food as JSON, without a key:</p>
<pre tabindex="0"><code>curl ${origin}${path}</code></pre>
<p class="note"><a href="${path}">Open it</a> · <a href="/docs#getFood">How the API works</a></p>
</section>`;
}

/** One sentence for search engines; unknown values are left out. */
function describe({ name, brand, calories_kcal, protein_g, fat_g, carbs_g }: Food): string {
  const values = [
    calories_kcal !== null && `${formatAmount(calories_kcal, 'kcal')} kcal`,
    protein_g !== null && `protein ${formatAmount(protein_g, 'g')} g`,
    fat_g !== null && `fat ${formatAmount(fat_g, 'g')} g`,
    carbs_g !== null && `carbohydrate ${formatAmount(carbs_g, 'g')} g`,
  ].filter((words) => words !== false);
  const what = brand === null ? name : `${name} by ${brand}`;
  return values.length === 0 ? `Nutrition facts of ${what}.` : `${what}, per 100 g: ${values.join(', ')}.`;
}
