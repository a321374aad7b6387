import type { Food } from '../food/food.ts';
import { html, type Markup } from '../http/markup.ts';
import { confidenceMeter } from './confidence-reasons.ts';
import { renderEnergyLine } from './energy-chart.ts';
import { formatAmount } from './figures.ts';
import { type PictureSettings, renderThumb } from './picture.ts';
import { SOURCE_WORDS } from './sources.ts';

/** A list of foods, each with the essentials: picture, energy, macronutrients and confidence. */
export function renderFoods(foods: readonly Food[], site: PictureSettings): Markup {
  return html`<ol class="foods">${foods.map((food) => item(food, site))}</ol>`;
}

function item(food: Food, site: PictureSettings): Markup {
  return html`<li><a class="food" href="${food.static_url ?? `/food/${food.id}`}">${renderThumb(food, site)}
<span class="what"><span class="name">${food.name}</span> <span class="kind">${kind(food)}</span></span>
<span class="energy-figure">${energy(food)}</span>
<span class="macros">${renderEnergyLine(food)}<span>${macros(food)}</span></span>
<span class="trust">${badge(food)}<span class="confidence" title="Confidence, from 0 to 1">${confidenceMeter(food.confidence, '')}<span><span class="unseen">confidence </span>${food.confidence.toFixed(2)}</span></span></span></a></li>
`;
}

export function badge({ source }: Food): Markup {
  return html`<span class="badge from-${source}">${SOURCE_WORDS[source].short}</span>`;
}

function kind({ brand, category }: Food): string {
  return [brand, category].filter((words) => words !== null).join(' · ');
}

function energy({ calories_kcal }: Food): Markup {
  if (calories_kcal === null) return html`<span class="unknown">energy unknown</span>`;
  return html`<b>${formatAmount(calories_kcal, 'kcal')}</b> kcal`;
}

/** In grams per 100 g; unknown values are shown as such. */
function macros({ protein_g, fat_g, carbs_g }: Food): Markup[] {
  return [macro('Protein', protein_g), macro('Carbs', carbs_g), macro('Fat', fat_g)];
}

function macro(words: string, grams: number | null): Markup {
  const amount =
    grams === null ? html`<span class="unknown">unknown</span>` : html`<b>${formatAmount(grams, 'g')}</b> g`;
  return html`<span class="macro">${words} ${amount}</span> `;
}
