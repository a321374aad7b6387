import { ALLERGENS, allergenName } from '../food/allergens.ts';
import type { Catalog } from '../food/catalog.ts';
import { DAILY_VALUES } from '../food/daily-values.ts';
import {
  type AnyNutrient,
  FACETS,
  type Facet,
  type FacetCount,
  type FacetCounts,
} from '../food/food-filters.ts';
import { NUTRISCORES, type Nutriscore } from '../food/food-record.ts';
import { FURTHER_NUTRIENTS, isMicronutrient } from '../food/further-nutrients.ts';
import { LABEL_NUTRIENTS, type Nutrient } from '../food/nutrients.ts';
import { DIETS } from '../food/tag-filters.ts';
import { tagOf } from '../food/tags.ts';
import { html, type Markup } from '../http/markup.ts';
import {
  FILTER_ROWS,
  FILTERS,
  type FieldKind,
  type Filter,
  type FilterName,
  readFilters,
} from '../operations/filters.ts';
import {
  type Asked,
  addressOf,
  addressWithout,
  type Field,
  fieldName,
  isBound,
  isFilter,
  isList,
  nutrientOf,
  wordNutrient,
} from './filters.ts';
import { tagText } from './food-record-cards.ts';
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
${knowsProducts(catalog) && tagFields(catalog, asked, locale)}
${gradeField('nutriscore', gradesOf(facets.nutriscore), asked, locale)}
${nutrientFields(asked, locale)}
${knowsProducts(catalog) && allergenField(asked, locale)}
${moreFields(catalog, asked, locale)}
<p class="filter-acts"><button type="submit" form="${FORM}">${words.apply}</button>${count > 0 && html` <a href="${locale.link(clearAddress(asked))}">${words.clear}</a>`}</p>
</div>
</details>`;
}

/** The filters whose values are counted, so that people see how many foods each leaves. */
const COUNTED = FACETS.filter((facet) => {
  const row: Filter = FILTERS[facet];
  return row.field !== null && row.known === undefined && row.isFurther !== true;
});

/** How many foods have each value. Each filter in use is counted without itself, so that its value can be changed. */
export function countChoices(catalog: Catalog, { filters, params }: Asked): FacetCounts {
  const isUsed = (facet: Facet) => params[facet] != null;
  const counts = catalog.countFacets({ ...filters, by: COUNTED.filter((facet) => !isUsed(facet)) });
  for (const facet of COUNTED.filter(isUsed))
    Object.assign(counts, catalog.countFacets({ ...readFilters({ ...params, [facet]: null }), by: [facet] }));
  return counts;
}

/** Where no food has ingredients, no food has known allergens, and no source that says more about it. */
function knowsProducts({ facts }: Catalog): boolean {
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

function gradesOf(counts: readonly FacetCount[] = []): Nutriscore[] {
  return NUTRISCORES.filter((grade) => counts.some(({ value }) => value === grade));
}

function gradeField(
  field: FilterName,
  grades: readonly Nutriscore[],
  asked: Asked,
  locale: Locale,
): Markup | null {
  const chosen = valuesOf(field, asked);
  const shown = NUTRISCORES.filter((grade) => chosen.has(grade) || grades.includes(grade));
  if (shown.length === 0) return null;
  return html`<fieldset class="field"><legend>${fieldName(field, locale)}</legend>
<div class="grades">${shown.map((grade) => html`<label><input type="checkbox" name="${field}" value="${grade}" form="${FORM}"${chosen.has(grade) && html` checked`}><span class="grade grade-${grade}">${grade.toUpperCase()}</span></label>`)}</div></fieldset>`;
}

function valuesOf(field: FilterName, { sent }: Asked): Set<string> {
  return new Set(sent.get(field)?.split(',') ?? []);
}

/** One box for each value; those in use are always among them. */
function boxes(
  field: FilterName,
  values: readonly string[],
  nameOf: (value: string) => string,
  asked: Asked,
): Markup {
  const chosen = valuesOf(field, asked);
  return html`${[...new Set([...values, ...chosen])].map((value) => html`<label><input type="checkbox" name="${field}" value="${value}" form="${FORM}"${chosen.has(value) && html` checked`}> ${nameOf(value)}</label>`)}`;
}

/** Labels to choose from; any other can be in an address. */
const MAX_LABELS = 8;
/** Enough that some of them have a name in the language of the page. */
const MAX_KNOWN_LABELS = 60;

function tagFields(catalog: Catalog, asked: Asked, locale: Locale): Markup {
  const { record: words } = locale.words;
  const diets = DIETS.map(tagOf);
  const known = catalog.knownTags('labels')?.first(MAX_KNOWN_LABELS) ?? [];
  const labels = known.filter((tag) => locale.member(tag) !== undefined && !diets.includes(tag));
  const field = (name: 'diet' | 'label', legend: string, tags: readonly string[]) =>
    html`<fieldset class="field"><legend>${legend}</legend>
<div class="choices">${boxes(name, tags, (tag) => tagText(tag, locale), asked)}</div></fieldset>`;
  return html`${field('diet', words.diet, diets)}
${(labels.length > 0 || asked.sent.has('label')) && field('label', words.labels, labels.slice(0, MAX_LABELS))}`;
}

/** What fewer people look for. */
function moreFields(catalog: Catalog, asked: Asked, locale: Locale): Markup {
  const { filters: words, label } = locale.words;
  const further = FURTHER_NUTRIENTS.filter((name) => OFFERED_NUTRIENTS.has(name) || isBounded(name, asked));
  const isUsed =
    further.some((name) => isBounded(name, asked)) ||
    FILTER_ROWS.some(([name, { isFurther }]) => isFurther === true && asked.sent.has(name));
  const ranges = (title: string, names: readonly AnyNutrient[]) =>
    html`<fieldset class="field ranges"><legend>${title}</legend>
${names.map((name) => range(name, asked, locale))}</fieldset>`;
  return html`<details class="field"${isUsed && html` open`}><summary>${words.more}</summary>
${knowsProducts(catalog) && FURTHER_KINDS.flatMap((kind) => furtherFields(kind, asked, locale)).map((field, at) => html`${at > 0 && '\n'}${field}`)}
${ranges(
  label.further,
  further.filter((name) => !isMicronutrient(name)),
)}${ranges(label.vitamins, further.filter(isMicronutrient))}</details>`;
}

/** The kinds of further filters, in the order in which pages have them. */
const FURTHER_KINDS: readonly FieldKind[] = ['group', 'grade', 'additive'];

function furtherFields(kind: FieldKind, asked: Asked, locale: Locale): (Markup | null)[] {
  const rows = FILTER_ROWS.filter(([, { field, isFurther }]) => isFurther === true && field === kind);
  return rows.map(([name, { parameter }]) => {
    const legend = fieldName(name, locale);
    if (kind === 'grade') return gradeField(name, NUTRISCORES, asked, locale);
    if (kind === 'group') {
      const groups = boxes(name, parameter.items.enum, (group) => group, asked);
      return html`<fieldset class="field"><legend>${legend}</legend><div class="choices">${groups}</div></fieldset>`;
    }
    const typed = [...valuesOf(name, asked)].map((tag) => tagText(tag, locale)).join(', ');
    return html`<p class="field"><label for="filter-${name}">${legend}</label>
<input id="filter-${name}" name="${name}" form="${FORM}" value="${typed}" autocomplete="off" placeholder="E330, E951"></p>`;
  });
}

function isBounded(nutrient: AnyNutrient, { sent }: Asked): boolean {
  return sent.has(`min_${nutrient}`) || sent.has(`max_${nutrient}`);
}

/** Those that labels compare with a daily value, and a few that people avoid. */
const OFFERED_NUTRIENTS: ReadonlySet<string> = new Set([
  ...Object.keys(DAILY_VALUES),
  ...['salt_g', 'alcohol_g', 'caffeine_mg', 'trans_fat_g', 'omega_3_fat_g'],
]);

function nutrientFields(asked: Asked, locale: Locale): Markup {
  const { filters: words } = locale.words;
  const first = LABEL_NUTRIENTS.filter(({ key }) => FIRST_NUTRIENTS.includes(key));
  const others = LABEL_NUTRIENTS.filter(({ key }) => !FIRST_NUTRIENTS.includes(key));
  return html`<fieldset class="field ranges"><legend>${words.nutrients}</legend>
${first.map(({ key }) => range(key, asked, locale))}
<details${others.some(({ key }) => isBounded(key, asked)) && html` open`}><summary>${words.moreNutrients}</summary>
${others.map(({ key }) => range(key, asked, locale))}</details></fieldset>`;
}

function range(key: AnyNutrient, { sent, faults }: Asked, locale: Locale): Markup {
  const { filters: words } = locale.words;
  const { nutrient, unit } = wordNutrient(key, locale);
  const bound = (side: 'min' | 'max') => {
    const field = `${side}_${key}` as const;
    const isWrong = faults.some((fault) => fault.field === field);
    const label = locale.say(side === 'min' ? words.fromLabel : words.toLabel, { nutrient, unit });
    // Not a number field: those drop what they cannot read, and could not show what was wrong.
    return html`<input name="${field}" form="${FORM}" value="${sent.get(field) ?? ''}" inputmode="decimal" autocomplete="off" aria-label="${label}" placeholder="${side === 'min' ? words.from : words.to}"${isWrong && html` aria-invalid="true"`}>`;
  };
  return html`<p class="range"><span>${nutrient}\u00a0<small>${unit}</small></span>${bound('min')}${bound('max')}</p>
`;
}

function allergenField(asked: Asked, locale: Locale): Markup {
  const { filters: words } = locale.words;
  const named = ALLERGENS.map((tag) => ({ tag, name: locale.member(tag)! }));
  const sorted = named.sort((a, b) => locale.compare(a.name, b.name));
  return html`<details class="field"${asked.sent.has('allergen_free') && html` open`}><summary>${words.freeOf}</summary>
<fieldset class="choices"><legend class="unseen">${words.freeOf}</legend>
${boxes(
  'allergen_free',
  sorted.map(({ tag }) => tag),
  (tag) => allergenText(tag, locale),
  asked,
)}</fieldset>
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
      html`<li><a class="chip" href="${locale.link(one.without)}" title="${words.remove}">${one.words} <span aria-hidden="true">×</span><span class="unseen"> (${words.remove})</span></a></li>`,
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
  if (isBound(field)) {
    const { nutrient, unit } = wordNutrient(nutrientOf(field), locale);
    const sign = field.startsWith('min_') ? '≥' : '≤';
    return `${nutrient} ${sign} ${locale.number(value)} ${unit}`;
  }
  const kind = isFilter(field) ? FILTERS[field].field : null;
  return kind === null ? value : VALUE_WORDS[kind](value, locale, field);
}

/** A filter in use by its value, in words. */
const VALUE_WORDS: Readonly<Record<FieldKind, (value: string, locale: Locale, field: Field) => string>> = {
  text: (value) => value,
  category: (value, locale) => locale.category(value),
  country: (value, locale) => locale.country(value),
  grade: (value, locale, field) => `${fieldName(field, locale)} ${value.toUpperCase()}`,
  group: (value, locale, field) => `${fieldName(field, locale)} ${value}`,
  allergen: (value, locale) =>
    locale.say(locale.words.filters.without, { allergen: locale.inText(allergenText(value, locale)) }),
  additive: (value, locale) => locale.say(locale.words.filters.without, { allergen: tagText(value, locale) }),
  diet: tagText,
  label: tagText,
};

function allergenText(tag: string, locale: Locale): string {
  return locale.member(tag) ?? allergenName(tag, locale.language) ?? tag;
}
