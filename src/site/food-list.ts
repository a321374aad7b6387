import type { Food } from '../food/food.ts';
import { html, type Markup } from '../http/markup.ts';
import { confidenceMeter } from './confidence-reasons.ts';
import { type EnergyShare, renderEnergyLine, renderSwatch } from './energy-chart.ts';
import { foodLink, type LocalFood, localFoods, wordsIn } from './local-name.ts';
import type { Locale } from './locale.ts';
import { type PictureSettings, renderThumb } from './picture.ts';
import type { Site } from './site.ts';
import { sourceWords } from './sources.ts';
import { typeset } from './typesetting.ts';

/**
 * A list of foods, each with the essentials: picture, energy, macronutrients and confidence. A plain form, by which some
 * of them can be chosen and compared.
 */
export function renderFoods(foods: readonly Food[], site: Site, locale: Locale): Markup {
  const named = localFoods(foods, site.catalog, locale);
  const namesakes = Map.groupBy(named, titleOf);
  const difference = (food: LocalFood) =>
    namesakes.get(titleOf(food))!.length === 1 ? [] : differences(food, site);
  return html`<form class="picks" action="/compare" method="get">${locale.field()}<ol class="foods">${named.map((food) => item(food, difference(food), site, locale))}</ol>
<p class="pick-bar"><button type="submit">${locale.words.compare.button}</button></p></form>`;
}

/** What tells foods with the same name apart. */
function titleOf({ name, brand }: Food): string {
  return `${name}\n${brand ?? ''}`.toLowerCase();
}

/** What tells a food apart from others of the same name and brand. */
function differences(food: Food, { catalog }: Site): string[] {
  const quantity = catalog.findRecord(food)?.record?.quantity ?? null;
  return [quantity, food.barcode].filter((words) => words !== null);
}

function item(food: LocalFood, difference: readonly string[], site: PictureSettings, locale: Locale): Markup {
  const { food: words, compare } = locale.words;
  return html`<li><a class="food" href="${foodLink(food, locale)}">${renderThumb(food, site)}
<span class="what"><span class="name"${wordsIn(food.nameLanguage, locale)}>${typeset(food.name)}</span> <span class="kind">${ownName(food, locale)}${[...kind(food, locale), ...difference].join(' · ')}</span></span>
<span class="energy-figure">${energy(food, locale)}</span>
<span class="macros">${renderEnergyLine(food)}<span class="macro-list">${macros(food, locale)}</span></span>
<span class="trust">${badge(food, locale)}<span class="confidence worded" title="${words.confidenceScale}"><span>${words.confidenceWord} ${locale.fixed(food.confidence, 2)}</span>${confidenceMeter(food.confidence, '')}</span></span></a>
<label class="pick"><input type="checkbox" name="ids" value="${food.id}"><span aria-hidden="true">${compare.mark}</span><span class="unseen">${locale.say(compare.markFood, { food: food.name })}</span></label></li>
`;
}

/** What its source calls it, where the page has a name that people use. */
function ownName({ ownName, ownLanguage }: LocalFood, locale: Locale): Markup | null {
  return ownName === null
    ? null
    : html`<span class="own-name"${wordsIn(ownLanguage, locale)}>${typeset(ownName)}</span> · `;
}

export function badge({ source }: Food, locale: Locale): Markup {
  return html`<span class="badge from-${source}">${sourceWords(source, locale).short}</span>`;
}

function kind({ brand, category }: Food, locale: Locale): string[] {
  return [brand, category === null ? null : locale.category(category)].filter((words) => words !== null);
}

function energy({ calories_kcal }: Food, locale: Locale): Markup {
  if (calories_kcal === null) {
    return html`<span class="unknown">${locale.words.food.energyUnknown}</span>`;
  }
  return html`<b>${locale.amount(calories_kcal, 'kcal')}</b>\u00a0kcal`;
}

/** In grams per 100 g; unknown values are shown as such. */
function macros({ protein_g, fat_g, carbs_g }: Food, locale: Locale): Markup[] {
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
