import {
  BANDS,
  type Band,
  type ComponentName,
  JUDGED_NUTRIENTS,
  judgeConfidence,
} from '../food/confidence.ts';
import { findingText } from '../food/finding-texts.ts';
import { type Findings, listFindings } from '../food/findings.ts';
import type { Food } from '../food/food.ts';
import { mapNutrients } from '../food/nutrients.ts';
import { html, type Markup } from '../http/markup.ts';

/** The reasons for a food's confidence, in sentences; docs/confidence.md has the formula. */

export const BAND_WORDS: Readonly<Record<Band, { short: string; sentence: string }>> = {
  complete: {
    short: 'Complete label',
    sentence:
      'Energy, protein, fat and carbohydrate are all known, and nothing about them is implausible. The score is about the share of such foods whose values another record confirms.',
  },
  sparse: {
    short: 'Sparse entry',
    sentence: 'One of the main values is unknown, or the values are inconsistent.',
  },
  estimate: { short: 'AI estimate', sentence: 'An estimate always ranks below data from a label.' },
};

const COMPONENT_WORDS: readonly [ComponentName, string][] = [
  ['completeness', 'How much of the label is known'],
  ['plausibility', 'How consistent the values are'],
  ['source', 'How the source gets its values'],
  ['agreement', 'How well barcode, age and other sources support it'],
];

const NUTRIENT_WORDS = mapNutrients(({ label }) => label.toLowerCase());

/** The reasons for and against a food, most important first. */
export function listReasons(food: Food, findings: Findings): string[] {
  const reasons = listFindings(findings).map(findingText);
  const missing = JUDGED_NUTRIENTS.filter((nutrient) => food[nutrient] === null).map(
    (one) => NUTRIENT_WORDS[one],
  );
  if (missing.length > 0) reasons.push(`Unknown: ${joinWords(missing)}.`);
  const undescribed = [
    food.brand === null && 'brand',
    food.category === null && 'category',
    food.serving_size_g === null && 'serving',
    food.image_url === null && 'picture',
  ].filter((words) => words !== false);
  if (undescribed.length > 0) reasons.push(`Missing: ${joinWords(undescribed)}.`);
  if (food.barcode === null && food.source !== 'usda') reasons.push('It has no barcode to identify it.');
  return reasons;
}

function joinWords(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

export function renderConfidence(food: Food, findings: Findings): Markup {
  const parts = judgeConfidence(food, findings);
  const reasons = listReasons(food, findings);
  return html`<section class="card" id="confidence" aria-labelledby="confidence-title">
<h2 id="confidence-title">How far to trust it</h2>
<p class="score"><b>${food.confidence.toFixed(2)}</b> of 1 · ${BAND_WORDS[parts.band].short}</p>
${confidenceMeter(food.confidence, 'large')}
<p>${BAND_WORDS[parts.band].sentence}</p>
<table class="components"><caption class="unseen">Components of the score</caption>
<tbody>${COMPONENT_WORDS.map(([name, words]) => html`<tr><th scope="row">${words}</th><td>${meter(parts[name], '')}</td><td>${parts[name].toFixed(2)}</td></tr>`)}</tbody></table>
${reasons.length > 0 && html`<ul class="reasons">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}
<p class="note"><a href="/about#confidence">How the score is calculated</a></p>
</section>`;
}

/** The band of a confidence score. */
export function bandOf(confidence: number): Band {
  if (confidence < BANDS.sparse.from) return 'estimate';
  return confidence < BANDS.complete.from ? 'sparse' : 'complete';
}

/** A bar in the colour of its band. */
export function confidenceMeter(confidence: number, className: string): Markup {
  return meter(confidence, `${className} in-${bandOf(confidence)}`);
}

/** A bar from 0 to 1; the number is shown beside it. */
function meter(value: number, className: string): Markup {
  return html`<svg class="meter ${className}" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="meter-track" width="100" height="6"/><rect class="meter-fill" width="${(value * 100).toFixed(1)}" height="6"/></svg>`;
}
