import { words } from '../../../food/text.ts';
import { LIKELIEST_COST, type Meaning, type Understanding } from '../query/derivations.ts';
import type { QueryWord } from '../query/query.ts';
import { MET } from './weights.ts';

/** How the words of a query are met by a food: where in its name, how well, or in which other field. */

/** What the ranking looks at of a food. */
export interface Candidate {
  rank: number;
  name: string;
  brand: string | null;
  category: string | null;
  hasImage: boolean;
  confidence: number;
}

/** How one typed word is met by a food. */
export interface Meeting {
  met: number;
  /** Whether the name has the word as it was typed (or most likely meant), or a longer word that begins so. */
  as: 'typed' | 'begun' | 'otherwise';
  /** The correction that meets it, or null when it is met as typed or nearly so. */
  correction: string | null;
  /** Positions of the words of the name that meet it, from and to (exclusive); -1 when none does. */
  from: number;
  to: number;
}

/** The query as the ranking needs it: prepared once, used for every candidate. */
export interface RankedQuery {
  understood: Understanding[];
  meant: Map<string, Meaning>[];
  /** What each typed word counts for. */
  weights: number[];
  tight: string;
  loose: string;
}

export function meaningsByTerm({ meanings, corrections }: Understanding): Map<string, Meaning> {
  const byTerm = new Map<string, Meaning>();
  for (const meaning of [...corrections, ...meanings]) {
    if (meaning.terms.length === 1 && !meaning.isPrefix) byTerm.set(meaning.terms[0]!, meaning);
  }
  return byTerm;
}

export function meet(query: RankedQuery, nameWords: string[], candidate: Candidate): Meeting[] {
  const meetings = query.understood.map((understood, i) =>
    bestInName(understood, query.meant[i]!, nameWords),
  );
  joinNeighbours(query.understood, nameWords, meetings);
  let fields: FieldWords | null = null;
  return meetings.map((meeting, i) => {
    if (meeting.met > 0) return meeting;
    fields ??= fieldWords(candidate);
    return { ...UNMET, met: metInFields(query.understood[i]!, query.meant[i]!, fields) };
  });
}

function bestInName(understood: Understanding, meant: Map<string, Meaning>, nameWords: string[]): Meeting {
  const { word } = understood;
  let best: Meeting = UNMET;
  for (let at = 0; at < nameWords.length && best.met < MET.typed; at++) {
    const nameWord = nameWords[at]!;
    const met = metBy(understood, meant, nameWord);
    if (met > best.met) best = { met, ...howMet(word, meant, nameWord), from: at, to: at + 1 };
    const joined = understood.isDoubtful ? MET.doubtful : MET.joined;
    if (best.met < joined && at + 1 < nameWords.length) {
      const span = spanOf(word.text, nameWords, at);
      if (span > 0) best = { met: joined, as: 'otherwise', correction: null, from: at, to: at + span };
    }
  }
  return best;
}

function howMet(
  word: QueryWord,
  meant: Map<string, Meaning>,
  nameWord: string,
): Pick<Meeting, 'as' | 'correction'> {
  if (nameWord === word.text || word.isUnspaced) return { as: 'typed', correction: null };
  const meaning = meant.get(nameWord);
  if (meaning?.kind === 'correction') {
    return { as: meaning.cost <= LIKELIEST_COST ? 'typed' : 'otherwise', correction: nameWord };
  }
  const isBegun = word.isLast && meaning?.kind !== 'form' && nameWord.startsWith(word.text);
  return { as: isBegun ? 'begun' : 'otherwise', correction: null };
}

const UNMET: Meeting = { met: 0, as: 'otherwise', correction: null, from: -1, to: -1 };

function metBy({ word, isDoubtful }: Understanding, meant: Map<string, Meaning>, text: string): number {
  if (text === word.text) return MET.typed;
  if (word.isUnspaced) return text.includes(word.text) ? MET.typed : 0;
  const meaning = meant.get(text);
  if (meaning?.kind === 'correction') {
    return Math.max(MET.correctionLeast, MET.correction - MET.correctionStep * (meaning.cost - 1));
  }
  let met = meaning?.kind === 'form' ? MET.form : meaning?.kind === 'ending' ? MET.ending : 0;
  if (word.isLast && met < MET.beginningWhole && text.startsWith(word.text)) {
    const share = word.text.length / text.length;
    met = Math.max(met, MET.beginning + (MET.beginningWhole - MET.beginning) * share);
  }
  return isDoubtful ? Math.min(met, MET.doubtful) : met;
}

/** How many words of the name, from here on, make up the typed word when written together; 0 for none. */
function spanOf(text: string, nameWords: string[], at: number): number {
  let rest = text;
  for (let i = at; i < nameWords.length && i < at + 4; i++) {
    if (!rest.startsWith(nameWords[i]!)) return 0;
    rest = rest.slice(nameWords[i]!.length);
    if (rest === '') return i - at + 1;
  }
  return 0;
}

/** Two typed words that the name writes as one meet it together. */
function joinNeighbours(understood: Understanding[], nameWords: string[], meetings: Meeting[]): void {
  for (let i = 0; i + 1 < understood.length; i++) {
    if (meetings[i]!.met >= MET.joined && meetings[i + 1]!.met >= MET.joined) continue;
    const joined = understood[i]!.word.text + understood[i + 1]!.word.text;
    const at = nameWords.indexOf(joined);
    if (at < 0) continue;
    meetings[i] = { met: MET.joined, as: 'otherwise', correction: null, from: at, to: at + 1 };
    meetings[i + 1] = { met: MET.joined, as: 'otherwise', correction: null, from: at, to: at + 1 };
  }
}

interface FieldWords {
  brand: string[];
  category: string[];
}

function fieldWords({ brand, category }: Candidate): FieldWords {
  return { brand: brand === null ? [] : words(brand), category: category === null ? [] : words(category) };
}

function metInFields(understood: Understanding, meant: Map<string, Meaning>, fields: FieldWords): number {
  const inField = (fieldWords: string[], worth: number) =>
    worth * Math.max(0, ...fieldWords.map((text) => metBy(understood, meant, text)));
  return Math.max(inField(fields.brand, MET.brand), inField(fields.category, MET.category));
}
