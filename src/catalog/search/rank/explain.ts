import type { Meaning, Understanding } from '../query/derivations.ts';
import type { Explanation, Step } from '../search.ts';
import type { Score } from './ranking.ts';

/** The steps of a search as text for a terminal: how each word was read, what was asked, and how foods scored. */

const WIDTH = 80;
/** Meanings of a word that are listed; the rest is counted. */
const SHOWN_MEANINGS = 6;

export function renderExplanation(explanation: Explanation): string {
  const lines = [`query      ${explanation.q}`];
  if (explanation.corrected !== null) lines.push(`read as    ${explanation.corrected}`);
  lines.push('', 'words');
  for (const understood of explanation.understood) lines.push(...renderWord(understood));
  lines.push('', 'asked                                                         found       ms');
  for (const step of explanation.steps) lines.push(...renderStep(step));
  lines.push('', ...renderScores(explanation.scores));
  return lines.map((line) => cut(line, WIDTH).trimEnd()).join('\n');
}

function renderWord({ word, meanings, corrections, foods, isDoubtful }: Understanding): string[] {
  const notes = [`${foods} foods`];
  if (word.isSmall) notes.push('not required');
  if (word.isLast) notes.push('perhaps unfinished');
  if (isDoubtful) notes.push('perhaps misspelled');
  const lines = [`  ${word.text} (${notes.join(', ')})`];
  for (const list of [meanings, corrections]) {
    for (const meaning of list.slice(0, SHOWN_MEANINGS)) lines.push(`    ${renderMeaning(meaning)}`);
    if (list.length > SHOWN_MEANINGS) lines.push(`    … and ${list.length - SHOWN_MEANINGS} more`);
  }
  return lines;
}

function renderMeaning({ kind, terms, isPrefix, names, fields, cost }: Meaning): string {
  const text = cut(terms.join(' + ') + (isPrefix ? '…' : ''), 26).padEnd(26);
  const places = fields > 0 ? `${names} names, ${fields} elsewhere` : `${names} names`;
  return `${kind.padEnd(11)}${text}  cost ${cost.toFixed(2)}  ${places}`;
}

function renderStep({ name, asked, found, tookMs }: Step): string[] {
  const counts = String(found).padStart(7) + tookMs.toFixed(2).padStart(9);
  return [
    `  ${cut(name, WIDTH - 18).padEnd(WIDTH - 18)}${counts}`.slice(0, WIDTH),
    `    ${cut(asked, WIDTH - 4)}`,
  ];
}

/** One line of numbers and one of the name, so that neither is cut. */
function renderScores(scores: readonly Score[]): string[] {
  if (scores.length === 0) return ['nothing was found'];
  const lines = ['score = query + typed + name + order + start + same + confidence       rank'];
  scores.forEach(({ total, parts, candidate }, place) => {
    const points = Object.values(parts).map((part) => part.toFixed(1).padStart(6));
    lines.push(
      `${String(place + 1).padStart(3)}  ${cut(describe(candidate.name, candidate.brand), WIDTH - 5)}`,
    );
    lines.push(`     ${String(total).padStart(5)} =${points.join('')}${String(candidate.rank).padStart(18)}`);
  });
  return lines;
}

function describe(name: string, brand: string | null): string {
  return brand === null ? name : `${name} · ${brand}`;
}

/** Shortens by characters as a person counts them, so that no letter is split. */
function cut(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}
