import { type CatalogFacts, newestRecordOf } from '../food/catalog.ts';
import { BANDS } from '../food/confidence.ts';
import { hasOpenData, tablesIn } from '../food/credit.ts';
import { FOOD_SOURCES, type FoodSource } from '../food/food.ts';
import { FOOD_TABLES, isTableName, type TableCredit } from '../food/food-tables.ts';
import { LABEL_NUTRIENTS } from '../food/nutrients.ts';
import type { FullAnswer } from '../http/answer.ts';
import { html, type Markup } from '../http/markup.ts';
import { memberOf } from '../member-of.ts';
import { COMPONENTS } from './confidence-reasons.ts';
import { renderLayout } from './layout.ts';
import type { Locale } from './locale.ts';
import { foundPage, localeIn, type PageRequest } from './page.ts';
import { barPlot, confidencePlot } from './plots.ts';
import type { Site } from './site.ts';
import { sourceWords } from './sources.ts';

/** Enough for a plot that resolves a thousandth, and read in a few milliseconds whatever the size of the catalogue. */
const SAMPLED_FOODS = 4000;

/** `/about`: what is in the catalogue, how old it is, its licence, and how far it can be trusted. */
export function aboutPage(site: Site, request: PageRequest): FullAnswer {
  const { origin } = request;
  const { facts } = site.catalog;
  const locale = localeIn(request);
  const words = locale.words.about;
  const { foods } = facts;
  const date = newestRecordOf(facts);
  const lead =
    date === null
      ? locale.say(words.lead, { foods })
      : locale.put(words.leadDated, {
          foods,
          date: html`<time datetime="${date}">${locale.date(date)}</time>`,
        });
  const page = renderLayout({
    locale,
    at: request,
    facts,
    title: `${words.title} · larder`,
    description: locale.say(words.description, { foods }),
    canonical: `${origin}/about`,
    place: 'about',
    body: html`<div class="prose"><h1>${words.title}</h1>
<p class="lead">${lead}</p>
${origins(facts, locale)}
${fill(facts, locale)}
${confidence(site, locale)}
${licence(facts, locale)}
${forPrograms(origin, locale)}</div>`,
  });
  return foundPage(page);
}

function origins({ foods, foods_by_source, sources }: CatalogFacts, locale: Locale): Markup {
  const words = locale.words.about;
  const bars = FOOD_SOURCES.filter((source) => (foods_by_source[source] ?? 0) > 0).map((source) => {
    const count = foods_by_source[source] ?? 0;
    return { words: sourceWords(source, locale).short, share: count / foods, figure: locale.count(count) };
  });
  const rows = sources.map(({ name, kind, rows, newest }) => {
    const day = newest ?? (isTableName(kind) ? FOOD_TABLES[kind].revised : null);
    return html`<tr><th scope="row">${breakable(name)}</th><td>${locale.count(rows)}</td><td>${day === null ? locale.words.food.unknown : locale.date(day)}</td></tr>`;
  });
  return html`<section aria-labelledby="holds"><h2 id="holds">${words.content}</h2>
${barPlot(words.bySource, bars)}
<table class="plain"><caption>${words.builtFrom}</caption><thead><tr><th scope="col">${words.file}</th><th scope="col">${words.records}</th><th scope="col">${words.newest}</th></tr></thead><tbody>${rows}</tbody></table></section>`;
}

/** The name of a file, which may be wider than a phone: broken before a dot or an underscore. */
function breakable(name: string): Markup[] {
  return name.split(/(?<=.)(?=[._])/).map((part, index) => html`${index > 0 && BREAK}${part}`);
}
const BREAK = html`<wbr>`;

function fill({ foods, fill: known }: CatalogFacts, locale: Locale): Markup {
  const { about: words, compare, filters, nutrients } = locale.words;
  const fields: [field: string, words: string][] = [
    ...LABEL_NUTRIENTS.map(({ key }): [string, string] => [key, nutrients[key]]),
    ['serving_size_g', compare.serving],
    ['brand', filters.brand],
    ['category', filters.category],
    ['image_url', words.picture],
  ];
  const bars = fields.map(([field, words]) => {
    const share = foods === 0 ? 0 : (memberOf(known, field) ?? 0) / foods;
    return { words, share, figure: locale.share(share) };
  });
  return html`<section aria-labelledby="fill"><h2 id="fill">${words.fill}</h2>
<p>${words.fillWords}</p>
${barPlot(words.fillCaption, bars)}</section>`;
}

function confidence({ catalog }: Site, locale: Locale): Markup {
  const { about: words, trust } = locale.words;
  const bands = (['complete', 'sparse', 'estimate'] as const).map((band) => {
    const range = { from: locale.fixed(BANDS[band].from, 2), to: locale.fixed(BANDS[band].to, 2) };
    return term(trust.bands[band].short, locale.say(words.range, range), trust.bands[band].sentence);
  });
  const components = COMPONENTS.map((name) =>
    term(trust.components[name].title, '', trust.components[name].sentence),
  );
  return html`<section aria-labelledby="confidence"><h2 id="confidence">${trust.title}</h2>
<p>${words.trustWords}</p>
${confidencePlot(catalog.sampleConfidence(SAMPLED_FOODS), catalog.size, locale)}
<h3>${words.score}</h3>
<p>${words.scoreWords}</p>
<dl>${bands}</dl>
<p>${words.within}</p>
<dl>${components}</dl>
<p>${words.each}</p></section>`;
}

function term(title: string, figure: string, words: string): Markup {
  return html`<div><dt>${title} <span class="figures">${figure}</span></dt><dd>${words}</dd></div>
`;
}

const link = (address: string, words: string) => html`<a href="${address}">${words}</a>`;
const DRAWINGS = link('https://github.com/microsoft/fluentui-emoji', 'Fluent Emoji');
const OPEN_FOOD_FACTS = link('https://world.openfoodfacts.org/', 'Open Food Facts');
const PICTURE_LICENCE = link('https://creativecommons.org/licenses/by-sa/3.0/', 'CC BY-SA 3.0');

function licence(facts: CatalogFacts, locale: Locale): Markup {
  const words = locale.words.about;
  const { licence: name, licence_url } = facts;
  const terms = hasOpenData(facts)
    ? [
        locale.put(words.openLicence, {
          licence: link(licence_url, name),
          off: OPEN_FOOD_FACTS,
          line: html`<q>Food data: Open Food Facts (ODbL)</q>`,
        }),
        locale.put(words.pictures, { licence: PICTURE_LICENCE, drawings: DRAWINGS }),
      ]
    : [locale.put(words.noOpenData, { drawings: DRAWINGS })];
  return html`<section aria-labelledby="licence"><h2 id="licence">${words.licence}</h2>
<ul class="credits">${credits(facts, locale).map((credit) => html`<li>${credit}</li>`)}</ul>
${terms.map((term) => html`<p>${term}</p>\n`)}</section>`;
}

/** The credit of the catalogue, in the language of the page. */
function credits(facts: CatalogFacts, locale: Locale): (string | Markup)[] {
  const { credit } = locale.words.about;
  const has = (source: FoodSource) => (facts.foods_by_source[source] ?? 0) > 0;
  return [
    hasOpenData(facts) && locale.say(credit.off, { link: 'https://openfoodfacts.org' }),
    ...tablesIn(facts).map((table) => locale.put(credit.tables, { credit: tableCredit(table) })),
    has('community') && credit.community,
    has('ai_estimate') && credit.ai_estimate,
  ].filter((one) => one !== false);
}

function tableCredit({ credit, licence, licence_url }: TableCredit): Markup {
  const under = licence === null || licence_url === null ? licence : link(licence_url, licence);
  return html`${credit}${under !== null && html` (${under})`}`;
}

function forPrograms(origin: string, locale: Locale): Markup {
  const words = locale.words.about;
  const docs = link('/docs', words.programsLink);
  return html`<section aria-labelledby="programs"><h2 id="programs">${locale.words.food.programs}</h2>
<p>${locale.put(words.programsWords, { docs })}</p>
<pre tabindex="0"><code>curl '${origin}/search?q=hazelnut+spread'</code></pre></section>`;
}
