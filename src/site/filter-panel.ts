import { ALLERGENS, allergenName } from '../food/allergens.ts';
import type { Catalog } from '../food/catalog.ts';
import type { Facet, FacetCount, FacetCounts, FoodFilters } from '../food/food-filters.ts';
import { NUTRISCORES } from '../food/food-record.ts';
import { LABEL_NUTRIENTS, type Nutrient, type NutrientFacts } from '../food/nutrients.ts';
import { html, type Markup } from '../http/markup.ts';
import { type Asked, addressOf, addressWithout, type Field, isBound, isList, nutrientOf } from './filters.ts';
import type { Locale } from './locale.ts';

/**
 * The filters beside the results. Their fields belong to the form of the search box, so that one plain form sends words
 * and filters together.
 */

/** What people filter by most; the others can be unfolded. */
const FIRST_NUTRIENTS: readonly Nutrient[] = [
  'calories_kcal',
  'protein_g',
  'carbs_g',
  'sugar_g',
  'fat_g',
  'fiber_g',
];
const FORM = 'search';

export function renderFilters(catalog: Catalog, asked: Asked, facets: FacetCounts, locale: Locale): Markup {
  const { filters: words } = locale.words;
  const count = listActive(asked, locale).length;
  return html`<details class="filters"${asked.faults.length > 0 && html` open`}>
<summary>${words.title}${count > 0 && html` <span class="badge">${count}</span>`}</summary>
<div class="filter-fields">
${sortField(asked, locale)}
${choice('category', asked, facets.category, (value) => locale.category(value), locale)}
${brandField(asked, facets.brand, locale)}
${choice('country', asked, facets.country, (value) => locale.country(value), locale)}
${gradeField(asked, facets.nutriscore, locale)}
${nutrientFields(asked, locale)}
${knowsAllergens(catalog) && allergenField(asked, locale)}
<p class="filter-acts"><button type="submit" form="${FORM}">${words.apply}</button>${count > 0 && html` <a href="${clearAddress(asked)}">${words.clear}</a>`}</p>
</div>
</details>`;
}

/** How many foods have each value. Each filter in use is counted without itself, so that its value can be changed. */
export function countChoices(catalog: Catalog, { filters }: Asked): FacetCounts | null {
  const unused = CHOICES.filter(([, isUsed]) => !isUsed(filters)).map(([facet]) => facet);
  const counts = catalog.countFacets({ ...filters, by: unused });
  if (counts === null) return null;
  for (const [facet, isUsed, without] of CHOICES) {
    if (!isUsed(filters)) continue;
    Object.assign(counts, catalog.countFacets({ ...filters, ...without, by: [facet] }));
  }
  return counts;
}

const CHOICES: readonly [Facet, isUsed: (filters: FoodFilters) => boolean, without: Partial<FoodFilters>][] =
  [
    ['category', ({ category }) => category !== null, { category: null }],
    ['brand', ({ brand }) => brand !== null, { brand: null }],
    ['country', ({ country }) => country !== null, { country: null }],
    ['nutriscore', ({ nutriscores }) => nutriscores.length > 0, { nutriscores: [] }],
  ];

/** Where no food has ingredients, no food has known allergens. */
function knowsAllergens({ facts }: Catalog): boolean {
  return (facts.fill.ingredients_text ?? 0) > 0;
}

function clearAddress({ q }: Asked): string {
  return q === '' ? '/?sort=-popularity' : addressOf(new Map([['q', q]]));
}

function sortField({ sent, q }: Asked, locale: Locale): Markup {
  const { filters: words, nutrients } = locale.words;
  const chosen = sent.get('sort') ?? (q === '' ? '-popularity' : '');
  const option = (value: string, text: string) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`;
  const byNutrient = (sign: string, message: string) =>
    LABEL_NUTRIENTS.map(({ key }) => option(sign + key, locale.say(message, { nutrient: nutrients[key] })));
  return html`<p class="field"><label for="filter-sort">${words.sort}</label>
<select id="filter-sort" name="sort" form="${FORM}">${q !== '' && option(chosen === 'relevance' ? 'relevance' : '', words.relevance)}${option('-popularity', words.popularity)}${option('-confidence', words.confidence)}
<optgroup label="${words.most}">${byNutrient('-', words.byMost)}</optgroup>
<optgroup label="${words.least}">${byNutrient('', words.byLeast)}</optgroup></select></p>`;
}

/** A list of the most common values; the requested one is always among them. */
function choice(
  field: 'category' | 'country',
  { sent }: Asked,
  counts: readonly FacetCount[] = [],
  nameOf: (value: string) => string,
  locale: Locale,
): Markup | null {
  const { filters: words } = locale.words;
  const chosen = sent.get(field) ?? '';
  const isChosen = (value: string) => value.toLowerCase() === chosen.toLowerCase();
  if (counts.length === 0 && chosen === '') return null;
  const options = counts.map(
    ({ value, count }) =>
      html`<option value="${value}"${isChosen(value) && html` selected`}>${nameOf(value)} (${locale.count(count)})</option>`,
  );
  if (chosen !== '' && !counts.some(({ value }) => isChosen(value))) {
    options.unshift(html`<option value="${chosen}" selected>${nameOf(chosen)}</option>`);
  }
  return html`<p class="field"><label for="filter-${field}">${words[field]}</label>
<select id="filter-${field}" name="${field}" form="${FORM}"><option value="">${words.any}</option>${options}</select></p>`;
}

/** Any brand can be typed; the most common ones are suggested. */
function brandField({ sent }: Asked, counts: readonly FacetCount[] = [], locale: Locale): Markup | null {
  const chosen = sent.get('brand') ?? '';
  if (counts.length === 0 && chosen === '') return null;
  return html`<p class="field"><label for="filter-brand">${locale.words.filters.brand}</label>
<input id="filter-brand" name="brand" form="${FORM}" value="${chosen}" list="filter-brands" autocomplete="off" placeholder="${locale.words.filters.any}"></p>
<datalist id="filter-brands">${counts.map(({ value }) => html`<option value="${value}"></option>`)}</datalist>`;
}

function gradeField({ sent }: Asked, counts: readonly FacetCount[] = [], locale: Locale): Markup | null {
  const chosen = new Set((sent.get('nutriscore') ?? '').split(','));
  const shown = NUTRISCORES.filter(
    (grade) => chosen.has(grade) || counts.some(({ value }) => value === grade),
  );
  if (shown.length === 0) return null;
  return html`<fieldset class="field"><legend>${locale.words.filters.nutriscore}</legend>
<div class="grades">${shown.map((grade) => html`<label><input type="checkbox" name="nutriscore" value="${grade}" form="${FORM}"${chosen.has(grade) && html` checked`}><span class="grade grade-${grade}">${grade.toUpperCase()}</span></label>`)}</div></fieldset>`;
}

function nutrientFields(asked: Asked, locale: Locale): Markup {
  const { filters: words } = locale.words;
  const first = LABEL_NUTRIENTS.filter(({ key }) => FIRST_NUTRIENTS.includes(key));
  const others = LABEL_NUTRIENTS.filter(({ key }) => !FIRST_NUTRIENTS.includes(key));
  const isUsed = ({ key }: NutrientFacts) => asked.sent.has(`min_${key}`) || asked.sent.has(`max_${key}`);
  return html`<fieldset class="field ranges"><legend>${words.nutrients}</legend>
${first.map((facts) => range(facts, asked, locale))}
<details${others.some(isUsed) && html` open`}><summary>${words.moreNutrients}</summary>
${others.map((facts) => range(facts, asked, locale))}</details></fieldset>`;
}

function range({ key, unit }: NutrientFacts, { sent, faults }: Asked, locale: Locale): Markup {
  const { filters: words, nutrients } = locale.words;
  const bound = (side: 'min' | 'max') => {
    const field = `${side}_${key}` as const;
    const isWrong = faults.some((fault) => fault.field === field);
    const label = locale.say(side === 'min' ? words.fromLabel : words.toLabel, {
      nutrient: nutrients[key],
      unit,
    });
    // Not a number field: those drop what they cannot read, and could not show what was wrong.
    return html`<input name="${field}" form="${FORM}" value="${sent.get(field) ?? ''}" inputmode="decimal" autocomplete="off" aria-label="${label}" placeholder="${side === 'min' ? words.from : words.to}"${isWrong && html` aria-invalid="true"`}>`;
  };
  return html`<p class="range"><span>${nutrients[key]} <small>${unit}</small></span>${bound('min')}${bound('max')}</p>
`;
}

function allergenField({ sent }: Asked, locale: Locale): Markup {
  const { filters: words } = locale.words;
  const chosen = new Set((sent.get('allergen_free') ?? '').split(','));
  const named = ALLERGENS.map((tag) => ({ tag, name: locale.member(tag)! }));
  const sorted = named.sort((a, b) => locale.compare(a.name, b.name));
  return html`<details class="field"${chosen.size > 0 && sent.has('allergen_free') && html` open`}><summary>${words.freeOf}</summary>
<fieldset class="allergen-choices"><legend class="unseen">${words.freeOf}</legend>
${sorted.map(({ tag, name }) => html`<label><input type="checkbox" name="allergen_free" value="${tag}" form="${FORM}"${chosen.has(tag) && html` checked`}> ${name}</label>`)}</fieldset>
<p class="note">${words.freeOfNote}</p></details>`;
}

/** A filter in use, and the address of the page without it. */
interface Active {
  words: string;
  without: string;
}

export function renderActive(asked: Asked, locale: Locale): Markup | null {
  const active = listActive(asked, locale);
  if (active.length === 0) return null;
  const { filters: words } = locale.words;
  return html`<ul class="active-filters" aria-label="${words.active}">${active.map(
    (one) =>
      html`<li><a class="chip" href="${one.without}" title="${words.remove}">${one.words} <span aria-hidden="true">×</span><span class="unseen"> (${words.remove})</span></a></li>`,
  )}</ul>`;
}

function listActive({ sent, faults }: Asked, locale: Locale): Active[] {
  // A value that was refused filters nothing.
  const refused = new Set(faults.map(({ field }) => field));
  return [...sent].flatMap(([field, text]): Active[] => {
    if (field === 'q' || field === 'sort' || refused.has(field)) return [];
    if (!isList(field))
      return [{ words: activeText(field, text, locale), without: addressWithout(sent, field) }];
    return text.split(',').map((value) => ({
      words: activeText(field, value, locale),
      without: addressWithout(sent, field, value),
    }));
  });
}

function activeText(field: Field, value: string, locale: Locale): string {
  const { filters: words, nutrients } = locale.words;
  if (isBound(field)) {
    const facts = LABEL_NUTRIENTS.find(({ key }) => key === nutrientOf(field))!;
    const sign = field.startsWith('min_') ? '≥' : '≤';
    return `${nutrients[facts.key]} ${sign} ${locale.number(value)} ${facts.unit}`;
  }
  if (field === 'nutriscore') return `${words.nutriscore} ${value.toUpperCase()}`;
  if (field === 'allergen_free') {
    const name = locale.member(value) ?? allergenName(value, locale.language) ?? value;
    return locale.say(words.without, { allergen: locale.inText(name) });
  }
  if (field === 'category') return locale.category(value);
  return field === 'country' ? locale.country(value) : value;
}
