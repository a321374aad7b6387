import type { CatalogFacts } from '../food/catalog.ts';
import { BANDS, type ComponentName } from '../food/confidence.ts';
import { hasOpenData } from '../food/credit.ts';
import { FOOD_SOURCES } from '../food/food.ts';
import { LABEL_NUTRIENTS } from '../food/nutrients.ts';
import { html, type Markup } from '../http/markup.ts';
import type { Made } from '../http/task.ts';
import { BAND_WORDS } from './confidence-reasons.ts';
import { formatCount, formatShare } from './figures.ts';
import { renderLayout } from './layout.ts';
import { foundPage, type PageRequest } from './page.ts';
import { barPlot, confidencePlot } from './plots.ts';
import type { Site } from './site.ts';
import { SOURCE_WORDS } from './sources.ts';

/** Enough for a plot that shows a thousandth, and read in a few milliseconds whatever the size of the catalogue. */
const SAMPLED_FOODS = 4000;

/** The fields of the plot with their names, in the order of a label. */
const FIELDS: readonly [field: string, words: string][] = [
  ...LABEL_NUTRIENTS.map(({ key, label }): [string, string] => [key, label]),
  ['serving_size_g', 'Serving'],
  ['brand', 'Brand'],
  ['category', 'Category'],
  ['image_url', 'Picture'],
];

/** `/about`: what is in the catalogue, how old it is, its licence, and how far it can be trusted. */
export function aboutPage(site: Site, { origin }: PageRequest): Made {
  const { facts } = site.catalog;
  const page = renderLayout({
    facts,
    title: 'About this catalogue · larder',
    description: `What is in this catalogue of ${formatCount(facts.foods)} foods, where it comes from, and how its confidence score is calculated.`,
    canonical: `${origin}/about`,
    place: 'about',
    body: html`<div class="prose"><h1>About this catalogue</h1>
<p class="lead">${formatCount(facts.foods)} foods${facts.dump_date === null ? '' : html`, last changed on <time datetime="${facts.dump_date}">${facts.dump_date}</time>`}. A search only reads it: nothing is ever made up to match a query.</p>
${origins(facts)}
${fill(facts)}
${confidence(site)}
${licence(facts)}
${forPrograms(origin)}</div>`,
  });
  return foundPage(page);
}

function origins({ foods, foods_by_source, sources }: CatalogFacts): Markup {
  const bars = FOOD_SOURCES.filter((source) => (foods_by_source[source] ?? 0) > 0).map((source) => {
    const count = foods_by_source[source] ?? 0;
    return { words: SOURCE_WORDS[source].short, share: count / foods, figure: formatCount(count) };
  });
  const rows = sources.map(
    ({ name, rows, newest }) =>
      html`<tr><th scope="row">${name}</th><td>${formatCount(rows)}</td><td>${newest ?? 'unknown'}</td></tr>`,
  );
  return html`<section aria-labelledby="holds"><h2 id="holds">What is in it</h2>
${barPlot('Foods by source', bars)}
<table class="plain"><caption>Built from</caption><thead><tr><th scope="col">File</th><th scope="col">Records</th><th scope="col">Newest record</th></tr></thead><tbody>${rows}</tbody></table></section>`;
}

function fill({ foods, fill: known }: CatalogFacts): Markup {
  const bars = FIELDS.map(([field, words]) => {
    const share = foods === 0 ? 0 : (known[field] ?? 0) / foods;
    return { words, share, figure: formatShare(share) };
  });
  return html`<section aria-labelledby="fill"><h2 id="fill">How much is known</h2>
<p>Labels do not list everything. What a label leaves out is unknown here as well: it is never filled in, and never shown as zero.</p>
${barPlot('Foods with a known value', bars)}</section>`;
}

function confidence({ catalog }: Site): Markup {
  const bands = (['complete', 'sparse', 'estimate'] as const).map((band) =>
    term(
      BAND_WORDS[band].short,
      `${BANDS[band].from.toFixed(2)} to ${BANDS[band].to.toFixed(2)}`,
      BAND_WORDS[band].sentence,
    ),
  );
  const components = COMPONENTS.map(([, title, words]) => term(title, '', words));
  return html`<section aria-labelledby="confidence"><h2 id="confidence">How far to trust it</h2>
<p>Every food has a confidence from 0 to 1. Search ranks foods with high confidence first.</p>
${confidencePlot(catalog.sampleConfidence(SAMPLED_FOODS))}
<h3>How the score is calculated</h3>
<p>Every food is in one of three bands, which do not overlap: a complete label scores above every sparse entry, and a sparse entry above every estimate.</p>
<dl>${bands}</dl>
<p>Within its band, the score is the product of four numbers from 0 to 1:</p>
<dl>${components}</dl>
<p>The page of each food shows its own four numbers, and the reasons for its score.</p></section>`;
}

function term(title: string, figure: string, words: string): Markup {
  return html`<div><dt>${title} <span class="figures">${figure}</span></dt><dd>${words}</dd></div>
`;
}

const COMPONENTS: readonly [name: ComponentName, title: string, words: string][] = [
  [
    'completeness',
    'Completeness',
    'How much of the label is known: first the four main values, then sugar, saturated fat, sodium and fibre, then the description of the product.',
  ],
  [
    'plausibility',
    'Plausibility',
    'Whether the values are possible and consistent: parts no larger than their whole, energy close to what the macronutrients add up to.',
  ],
  [
    'source',
    'Source',
    'How the source gets its values: from a laboratory, a label, a person or an estimate.',
  ],
  [
    'agreement',
    'Agreement',
    'Whether the barcode is valid, how old the record is, and whether other sources agree.',
  ],
];

function licence(facts: CatalogFacts): Markup {
  const { licence: name, licence_url, credit } = facts;
  if (!hasOpenData(facts)) {
    return html`<section aria-labelledby="licence"><h2 id="licence">Licence and credit</h2>
<p>${credit}</p>
<p>This catalogue has no data from Open Food Facts. <a href="${licence_url}">USDA SR28</a> is in the public domain and needs no credit, though it is good manners to give one. Drawings of foods are from <a href="https://github.com/microsoft/fluentui-emoji">Fluent Emoji</a> by Microsoft, under the MIT licence. Nothing here is medical advice.</p></section>`;
  }
  return html`<section aria-labelledby="licence"><h2 id="licence">Licence and credit</h2>
<p>${credit}</p>
<p>The data is under the <a href="${licence_url}">${name}</a>. You may use, share and change it, also commercially, as long as you credit <a href="https://world.openfoodfacts.org/">Open Food Facts</a> and keep databases derived from it open under the same licence. One line with a link is enough: <q>Food data: Open Food Facts (ODbL)</q>.</p>
<p>Pictures of products are by the contributors to Open Food Facts, under <a href="https://creativecommons.org/licenses/by-sa/3.0/">CC BY-SA 3.0</a>. Drawings of foods are from <a href="https://github.com/microsoft/fluentui-emoji">Fluent Emoji</a> by Microsoft, under the MIT licence. Nothing here is medical advice.</p></section>`;
}

function forPrograms(origin: string): Markup {
  return html`<section aria-labelledby="programs"><h2 id="programs">For programs</h2>
<p>Everything here comes from an open API: <a href="/docs">read how it works and try it</a>, or call it now.</p>
<pre tabindex="0"><code>curl '${origin}/search?q=hazelnut+spread'</code></pre></section>`;
}
