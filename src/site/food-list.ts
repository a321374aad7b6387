import type { Food } from '../food/food.ts';
import { type Difference, tellApart } from '../food/namesakes.ts';
import { html, type Markup } from '../http/markup.ts';
import { bandOf } from './confidence-reasons.ts';
import { type EnergyShare, type Macros, renderEnergyLine, renderSwatch } from './energy-chart.ts';
import { foodLink, type LocalFood, localFoods, wordsIn } from './local-name.ts';
import type { Locale } from './locale.ts';
import { type PictureSettings, renderThumb } from './picture.ts';
import type { Site } from './site.ts';
import { sourceWords } from './sources.ts';
import { typeset } from './typesetting.ts';

/** What a list may show besides the essentials. */
interface Shown {
  /** The confidence of every food, and not only where it is low. */
  confidence?: boolean;
}

/**
 * A list of foods, each with the essentials: names, energy, macronutrients and source. A plain form, by which some of
 * them can be chosen and compared.
 */
export function renderFoods(foods: readonly Food[], site: Site, locale: Locale, shown: Shown = {}): Markup {
  const named = localFoods(foods, site.catalog, locale);
  const differences = tellApart(named, site.catalog);
  return html`<form class="picks" action="/compare" method="get">${locale.field()}<ol class="foods">${named.map((food) => item(food, differences.get(food.id), shown, site, locale))}</ol>
<p class="pick-bar"><button type="submit">${locale.words.compare.button}</button></p></form>`;
}

function item(
  food: LocalFood,
  difference: Difference | undefined,
  shown: Shown,
  site: PictureSettings,
  locale: Locale,
): Markup {
  const { compare } = locale.words;
  return html`<li><a class="food" href="${foodLink(food, locale)}"><span class="what"><span class="name"${wordsIn(food.nameLanguage, locale)}>${typeset(food.name)}</span> <span class="kind">${kind(food, difference, locale)}</span></span>${renderThumb(food, site)}
<span class="energy-figure">${energy(food, locale)}</span>
<span class="macros">${renderEnergyLine(food)}<span class="macro-list">${renderMacros(food, locale)}</span></span>
${origin(food, shown, locale)}</a>
<label class="pick"><input type="checkbox" name="ids" value="${food.id}"><span aria-hidden="true">${compare.mark}</span><span class="unseen">${locale.say(compare.markFood, { food: food.name })}</span></label></li>
`;
}

/** Where it comes from, and how far that can be trusted where that is not far. */
function origin(food: Food, { confidence }: Shown, locale: Locale): Markup {
  const { food: words } = locale.words;
  const isLow = bandOf(food.confidence) !== 'complete';
  const trust =
    (isLow || confidence === true) &&
    html`<span class="${isLow ? 'doubt' : ''}" title="${words.confidenceScale}">${words.confidence} ${locale.fixed(food.confidence, 2)}</span> `;
  return html`<span class="origin">${trust}${sourceWords(food.source, locale).short}</span>`;
}

/** What its source calls it, where the page has a name that people use; else what it is. And what tells it apart. */
function kind(food: LocalFood, difference: Difference | undefined, locale: Locale): Markup {
  const { brand, category, ownName, ownLanguage } = food;
  const own =
    ownName !== null &&
    html`<span class="own-name"${wordsIn(ownLanguage, locale)}>${typeset(ownName)}</span>`;
  const parts = [
    own,
    brand,
    ownName === null && category !== null && difference === undefined && locale.category(category),
    difference?.quantity,
    difference?.barcode,
  ].filter((part) => part !== false && part != null);
  return html`${parts.map((part, at) => html`${at > 0 && ' · '}${part}`)}`;
}

export function badge({ source }: Food, locale: Locale): Markup {
  return html`<span class="badge from-${source}">${sourceWords(source, locale).short}</span>`;
}

function energy({ calories_kcal }: Food, locale: Locale): Markup {
  if (calories_kcal === null) {
    return html`<span class="unknown">${locale.words.food.energyUnknown}</span>`;
  }
  return html`<b>${locale.amount(calories_kcal, 'kcal')}</b>\u00a0kcal`;
}

/** In grams per 100 g; unknown values are shown as such. */
export function renderMacros({ protein_g, fat_g, carbs_g }: Macros, locale: Locale): Markup[] {
  const { food, nutrients } = locale.words;
  return [
    macro('protein', nutrients.protein_g, protein_g, locale),
    macro('carbs', food.carbs, carbs_g, locale),
    macro('fat', nutrients.fat_g, fat_g, locale),
  ];
}

function macro(name: EnergyShare['macro'], words: string, grams: number | null, locale: Locale): Markup {
  const amount =
    grams === null
      ? html`<span class="unknown">${locale.words.food.unknown}</span>`
      : html`<b>${locale.amount(grams, 'g')}</b>\u00a0g`;
  return html`<span class="macro">${renderSwatch(name)}${words} ${amount}</span> `;
}
