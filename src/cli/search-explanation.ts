import type { Derivation, QueryTerm } from '../catalog/search/query/derivations.ts';
import type { Score } from '../catalog/search/rank/score.ts';
import type { Step } from '../catalog/search/retrieve/walk.ts';
import type { Explanation } from '../catalog/search/search.ts';
import { cutToWidth } from './table.ts';

/** A search as text for a terminal: how each word was read, what was looked up in the index, and how foods scored. */

const WIDTH = 80;
/** For a step; its two numbers and the indent take the rest of the line. */
const STEP_NAME_WIDTH = WIDTH - 18;
/** Why a food is not where its score would put it. */
const OUT_OF_ORDER = { score: '', duplicate: 'duplicate', guess: 'other guess' } as const;
const SCORE_PARTS = 'score = query+typed +name+order+start+plain +same+mean. +conf.';
/** What each of them rewards. */
const LEGEND = [
  'query  words of the query that the food has',
  'typed  all of them in its name, as they were typed',
  'name   a name that says little else',
  'order  words in the order in which they were typed',
  'start  a name that starts with the query',
  'plain  a food that people often mean, less for kinds that were not typed',
  'same   a name that equals the query',
  'mean.  a likely reading, accents as typed, less for what is excluded or denied',
  'conf.  confidence in the data of the food, less where values are missing',
];
/** Derivations of a word that are listed; the rest is counted. */
const SHOWN_DERIVATIONS = 6;

export function renderExplanation(explanation: Explanation): string {
  const lines = [`query      ${explanation.q}`];
  if (explanation.corrected !== null) lines.push(`read as    ${explanation.corrected}`);
  lines.push('', 'words');
  for (const term of explanation.terms) lines.push(...renderTerm(term));
  lines.push('', `${'asked'.padEnd(STEP_NAME_WIDTH + 2)}${renderCounts('found', 'ms')}`);
  for (const step of explanation.steps) lines.push(...renderStep(step));
  lines.push('', ...renderScores(explanation.scores));
  return lines.map((line) => cutToWidth(line, WIDTH).trimEnd()).join('\n');
}

function renderTerm({ word, derivations, corrections, foods, isDoubtful }: QueryTerm): string[] {
  const notes = [`${foods} ${foods === 1 ? 'food' : 'foods'}`];
  if (word.isStopWord) notes.push('not required');
  if (word.exclusion !== null) notes.push('excluded');
  if (word.isLast) notes.push('perhaps unfinished');
  if (isDoubtful) notes.push('perhaps misspelled');
  const lines = [`  ${word.text} (${notes.join(', ')})`];
  for (const list of [derivations, corrections]) {
    for (const derivation of list.slice(0, SHOWN_DERIVATIONS))
      lines.push(`    ${renderDerivation(derivation)}`);
    if (list.length > SHOWN_DERIVATIONS) lines.push(`    … and ${list.length - SHOWN_DERIVATIONS} more`);
  }
  return lines;
}

function renderDerivation({
  kind,
  terms,
  isPrefix,
  names,
  fields,
  cost,
}: Derivation & { cost?: number }): string {
  const text = cutToWidth(terms.join(' + ') + (isPrefix ? '…' : ''), 26).padEnd(26);
  const inNames = `${names} ${names === 1 ? 'name' : 'names'}`;
  const occurrences = fields > 0 ? `${inNames}, ${fields} elsewhere` : inNames;
  const guess = cost === undefined ? '' : `cost ${cost.toFixed(2)}  `;
  return `${kind.padEnd(11)}${text}  ${guess}${occurrences}`;
}

function renderStep({ name, asked, found, tookMs }: Step): string[] {
  const counts = renderCounts(String(found), tookMs.toFixed(2));
  return [
    `  ${cutToWidth(name, STEP_NAME_WIDTH).padEnd(STEP_NAME_WIDTH)}${counts}`.slice(0, WIDTH),
    ...asked.map((one) => `    ${cutToWidth(one, WIDTH - 4)}`),
  ];
}

function renderCounts(found: string, ms: string): string {
  return found.padStart(7) + ms.padStart(9);
}

/** One line for numbers and one for the name, so that neither is cut. */
function renderScores(scores: readonly Score[]): string[] {
  if (scores.length === 0) return ['nothing found'];
  const lines = [SCORE_PARTS];
  scores.forEach(({ total, parts, candidate, found, outOfOrder }, index) => {
    const points = Object.values(parts).map((part) => part.toFixed(1).padStart(6));
    lines.push(
      `${String(index + 1).padStart(3)}  ${cutToWidth(describe(candidate.name, candidate.brand), WIDTH - 5)}`,
    );
    if (found !== null) lines.push(`     found by ${found.name} (${found.language}, ${found.kind})`);
    lines.push(
      `     ${String(total).padStart(5)} =${points.join('')}  ${OUT_OF_ORDER[outOfOrder ?? 'score']}`,
    );
  });
  return [...lines, '', ...LEGEND];
}

function describe(name: string, brand: string | null): string {
  return brand === null ? name : `${name} · ${brand}`;
}
