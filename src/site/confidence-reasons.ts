import {
  BANDS,
  type Band,
  type ComponentName,
  JUDGED_NUTRIENTS,
  judgeConfidence,
} from '../food/confidence.ts';
import { type Finding, type Findings, listFindings, type SaidFinding } from '../food/findings.ts';
import { type Food, isGeneric } from '../food/food.ts';
import type { Nutrient } from '../food/nutrients.ts';
import { html, type Markup } from '../http/markup.ts';
import type { Locale } from './locale.ts';

/** The reasons for a food's confidence, in sentences; docs/confidence.md has the formula. */

/** In the order in which they are shown. */
export const COMPONENTS = [
  'completeness',
  'plausibility',
  'source',
  'agreement',
] as const satisfies readonly ComponentName[];

/** The reasons for and against a food, most important first. */
export function listReasons(food: Food, findings: Findings, locale: Locale): string[] {
  const { trust, nutrients } = locale.words;
  const reasons = listFindings(findings).map((finding) => reasonOf(finding, locale));
  const missing = JUDGED_NUTRIENTS.filter((nutrient) => food[nutrient] === null).map((one) =>
    locale.inText(nutrients[one]),
  );
  if (missing.length > 0) reasons.push(locale.say(trust.unknown, { nutrients: locale.list(missing) }));
  const undescribed = [
    food.brand === null && !isGeneric(food) && trust.brand,
    food.category === null && trust.category,
    food.serving_size_g === null && trust.serving,
    food.image_url === null && trust.picture,
  ].filter((words) => words !== false);
  if (undescribed.length > 0) reasons.push(locale.say(trust.missing, { fields: locale.list(undescribed) }));
  if (food.barcode === null && !isGeneric(food)) reasons.push(trust.noBarcode);
  return reasons;
}

function reasonOf(finding: Finding, locale: Locale): string {
  const { trust, nutrients } = locale.words;
  if (isSaid(finding)) return trust.findings[finding];
  const nutrient = finding.slice('impossible_'.length) as Nutrient;
  return locale.say(trust.impossible, { nutrient: locale.inText(nutrients[nutrient]) });
}

function isSaid(finding: Finding): finding is SaidFinding {
  return !finding.startsWith('impossible_');
}

export function renderConfidence(food: Food, findings: Findings, locale: Locale): Markup {
  const { trust } = locale.words;
  const parts = judgeConfidence(food, findings);
  const reasons = listReasons(food, findings, locale);
  const score = html`<b>${locale.fixed(food.confidence, 2)}</b>`;
  return html`<section class="card" id="confidence" aria-labelledby="confidence-title">
<h2 id="confidence-title">${trust.title}</h2>
<p class="score">${locale.put(trust.ofOne, { score })} · ${bandName(food, parts.band, locale)}</p>
${confidenceMeter(food.confidence, 'large')}
<p>${trust.bands[parts.band].sentence}</p>
<table class="components"><caption class="unseen">${trust.caption}</caption>
<tbody>${COMPONENTS.map((name) => html`<tr><th scope="row">${trust.components[name].short}</th><td>${meter(parts[name], '')}</td><td>${locale.fixed(parts[name], 2)}</td></tr>`)}</tbody></table>
${reasons.length > 0 && html`<ul class="reasons">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}
<p class="note"><a href="${locale.link('/about#confidence')}">${trust.how}</a></p>
</section>`;
}

/** The values of a generic food were measured, so it has no label that could be complete. */
function bandName(food: Food, band: Band, { words: { trust } }: Locale): string {
  return isGeneric(food) && band === 'complete' ? trust.completeValues : trust.bands[band].short;
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
