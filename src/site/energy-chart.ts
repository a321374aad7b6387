import type { Food } from '../food/food.ts';
import { html, type Markup } from '../http/markup.ts';

/** Energy per gram, as labels count it. */
const KCAL_PER_G = { protein: 4, carbs: 4, fat: 9 } as const;
const RADIUS = 42;
const AROUND = 2 * Math.PI * RADIUS;

export interface EnergyShare {
  macro: keyof typeof KCAL_PER_G;
  words: string;
  /** From 0 to 1. */
  share: number;
}

/** Each macronutrient's share of the energy, or null when one is unknown or there is no energy. */
function energyShares({ protein_g, carbs_g, fat_g }: Food): EnergyShare[] | null {
  if (protein_g === null || carbs_g === null || fat_g === null) return null;
  const kcal = {
    protein: protein_g * KCAL_PER_G.protein,
    carbs: carbs_g * KCAL_PER_G.carbs,
    fat: fat_g * KCAL_PER_G.fat,
  };
  const sum = kcal.protein + kcal.carbs + kcal.fat;
  if (sum <= 0) return null;
  return [
    { macro: 'protein', words: 'Protein', share: kcal.protein / sum },
    { macro: 'carbs', words: 'Carbohydrate', share: kcal.carbs / sum },
    { macro: 'fat', words: 'Fat', share: kcal.fat / sum },
  ];
}

/** A ring of the three shares with a legend, or a sentence where it cannot be drawn. */
export function renderEnergyChart(food: Food): Markup {
  const shares = energyShares(food);
  return html`<section class="card" aria-labelledby="energy-title">
<h2 id="energy-title">Where the energy comes from</h2>
${shares === null ? html`<p class="soft">${whyNotDrawn(food)}</p>` : html`<div class="energy">${ring(food, shares)}${key(shares)}</div>`}
</section>`;
}

/** The same as a thin line for lists, with the numbers beside it; null when it cannot be drawn. */
export function renderEnergyLine(food: Food): Markup | null {
  const shares = energyShares(food);
  if (shares === null) return null;
  let from = 0;
  const parts = shares.map(({ macro, share }) => {
    const width = share * 100;
    const part = html`<rect class="${macro}" x="${from.toFixed(1)}" width="${width.toFixed(1)}" height="4"/>`;
    from += width;
    return part;
  });
  return html`<svg class="energy-line" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

function ring({ calories_kcal }: Food, shares: EnergyShare[]): Markup {
  let turned = 0;
  const arcs = shares.map(({ macro, share }) => {
    const length = share * AROUND;
    const arc = html`<circle class="${macro}" cx="50" cy="50" r="${RADIUS}" stroke-dasharray="${length.toFixed(2)} ${(AROUND - length).toFixed(2)}" stroke-dashoffset="${(-turned).toFixed(2)}"/>`;
    turned += length;
    return arc;
  });
  return html`<svg class="ring" viewBox="0 0 100 100" width="140" height="140" aria-hidden="true"><g transform="rotate(-90 50 50)">${arcs}</g>${
    calories_kcal !== null &&
    html`<text x="50" y="51" class="figure">${Math.round(calories_kcal)}</text><text x="50" y="64" class="figure-unit">kcal</text>`
  }</svg>`;
}

function key(shares: EnergyShare[]): Markup {
  const rows = shares.map(
    ({ macro, words, share }) =>
      html`<li><svg class="swatch" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true"><circle class="${macro}" cx="5" cy="5" r="5"/></svg>${words} <b>${percent(share)}</b></li>`,
  );
  return html`<ul class="key">${rows}</ul>`;
}

function percent(share: number): string {
  return share > 0 && share < 0.005 ? '< 1 %' : `${Math.round(share * 100)} %`;
}

function whyNotDrawn({ protein_g, carbs_g, fat_g }: Food): string {
  const unknown = [
    protein_g === null && 'protein',
    carbs_g === null && 'carbohydrate',
    fat_g === null && 'fat',
  ].filter((words) => words !== false);
  if (unknown.length === 0) return 'It has no energy: protein, carbohydrate and fat are all zero.';
  return `Not shown because ${unknown.join(' and ')} ${unknown.length === 1 ? 'is' : 'are'} unknown.`;
}
