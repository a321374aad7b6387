import { type Findings, hasFinding } from '../food/findings.ts';
import type { Food } from '../food/food.ts';
import type { Nutrient } from '../food/nutrients.ts';
import { html, type Markup } from '../http/markup.ts';
import type { Locale } from './locale.ts';

/** Energy per gram, as labels count it. */
const KCAL_PER_G = { protein: 4, carbs: 4, fat: 9 } as const;
const MACROS = ['protein_g', 'carbs_g', 'fat_g'] as const;
const RADIUS = 42;
const AROUND = 2 * Math.PI * RADIUS;

export type Macros = Pick<Food, (typeof MACROS)[number]>;

export interface EnergyShare {
  macro: keyof typeof KCAL_PER_G;
  nutrient: Nutrient;
  /** From 0 to 1. */
  share: number;
}

/** Each macronutrient's share of the energy, or null when one is unknown or there is no energy. */
function energyShares({ protein_g, carbs_g, fat_g }: Macros): EnergyShare[] | null {
  if (protein_g === null || carbs_g === null || fat_g === null) return null;
  const kcal = {
    protein: protein_g * KCAL_PER_G.protein,
    carbs: carbs_g * KCAL_PER_G.carbs,
    fat: fat_g * KCAL_PER_G.fat,
  };
  const sum = kcal.protein + kcal.carbs + kcal.fat;
  if (sum <= 0) return null;
  return [
    { macro: 'protein', nutrient: 'protein_g', share: kcal.protein / sum },
    { macro: 'carbs', nutrient: 'carbs_g', share: kcal.carbs / sum },
    { macro: 'fat', nutrient: 'fat_g', share: kcal.fat / sum },
  ];
}

/** A ring of the three shares with a legend, or a sentence where it cannot be drawn. */
export function renderEnergyChart(food: Food, findings: Findings, locale: Locale): Markup {
  const shares = energyShares(food);
  const isComputed = hasFinding(findings, 'energy_computed');
  return html`<section class="card" aria-labelledby="energy-title">
<h2 id="energy-title">${locale.words.food.energyTitle}</h2>
${shares === null ? html`<p class="soft">${whyNotDrawn(food, locale)}</p>` : html`<div class="energy">${ring(food, shares)}${key(shares, locale)}</div>`}
${isComputed && html`<p class="note">${locale.words.trust.findings.energy_computed}</p>`}
</section>`;
}

/** The shares of energy as a thin line for lists, with the numbers beside it; null when it cannot be drawn. */
export function renderEnergyLine(food: Macros): Markup | null {
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

function key(shares: EnergyShare[], locale: Locale): Markup {
  const rows = shares.map(
    ({ macro, nutrient, share }) =>
      html`<li>${renderSwatch(macro)}${locale.words.nutrients[nutrient]} <b>${locale.percent(share)}</b></li>`,
  );
  return html`<ul class="key">${rows}</ul>`;
}

/** The colour of a macronutrient, beside its name. */
export function renderSwatch(macro: EnergyShare['macro']): Markup {
  return html`<svg class="swatch" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true"><circle class="${macro}" cx="5" cy="5" r="5"/></svg>`;
}

function whyNotDrawn(food: Food, locale: Locale): string {
  const { food: words, nutrients } = locale.words;
  const unknown = MACROS.filter((nutrient) => food[nutrient] === null);
  if (unknown.length === 0) return words.noEnergy;
  const names = locale.list(unknown.map((nutrient) => locale.inText(nutrients[nutrient])));
  return locale.say(words.notDrawn, { count: unknown.length, nutrients: names });
}
