import { narrow } from '../../../narrow.ts';
import { onDemand } from '../../../on-demand.ts';
import type { Database } from '../../../sqlite/driver.ts';
import { hash } from './keys.ts';

/** A term of the catalogue and the number of foods with it in the name, and in another field only. */
export interface Term {
  term: string;
  names: number;
  fields: number;
}

/**
 * The most frequent terms in memory, by their number and their text. A query looks up dozens of terms, and a search for
 * corrections judges hundreds, most of which can be dismissed by their letters alone: reading each of them from the
 * file takes several times as long.
 */
export interface FrequentTerms {
  /** The term of this number, or null when it is not among the frequent ones. */
  at(termId: number): Term | null;
  /** The term of this text, null when there is none, or undefined when it may be among the others. */
  find(text: string): Term | null | undefined;
  /** Whether a term may be near a word in spelling; true when it is not among the frequent ones. */
  mayBeNear(termId: number, word: WordLetters): boolean;
}

/** What decides at a glance whether another word may be near. */
export interface WordLetters {
  length: number;
  letters: number;
  /** Whether the word may continue. */
  isUnfinished: boolean;
}

/**
 * About a third of the vocabulary of a million products; takes about 26 bytes each. One more would double the slots, and its
 * number would not fit in them.
 */
const MAX_FREQUENT_TERMS = 2 ** 16 - 1;
const TERMS_AT_ONCE = 8192;
/** What a string of single bytes cannot hold. */
const BEYOND_LATIN_1 = /[^\0-\xff]/;
/** Fills the line of a term beyond Latin-1; no term has one. */
const FILLER = ' ';
/** Edits that a near term may be away. */
const MAX_EDITS = 2;
/** Edits within the start of a longer term. */
const MAX_EDITS_UNFINISHED = 1;

interface TermIndex {
  /** Where the line of each term ends. */
  ends: Uint32Array;
  /** Terms beyond Latin-1, by their line: a single one among the others would double what the text takes. */
  wideTexts: Map<number, string>;
  letterSets: Uint32Array;
  /** Numbers of terms by the hash of their text; 0 is a free slot, and at least half of them are. */
  slots: Uint16Array;
}

interface KeptTerms extends TermIndex {
  count: number;
  /** All terms, one per line. */
  texts: string;
  names: Uint16Array | Uint32Array;
  fields: Uint16Array | Uint32Array;
  /** Whether there are no other terms. */
  isAll: boolean;
}

/** Reads the terms when they are first needed, so that a catalogue opens at once. */
export function openFrequentTerms(db: Database): FrequentTerms {
  const terms = onDemand(() => readTerms(db));
  return {
    at(termId) {
      const own = terms();
      return termId > own.count ? null : termAt(own, termId - 1);
    },
    find(text) {
      const own = terms();
      const last = own.slots.length - 1;
      for (let slot = hash(text) & last; own.slots[slot] !== 0; slot = (slot + 1) & last) {
        const term = termAt(own, own.slots[slot]! - 1);
        if (term.term === text) return term;
      }
      return own.isAll ? null : undefined;
    },
    mayBeNear(termId, { length, letters, isUnfinished }) {
      const own = terms();
      if (termId > own.count) return true;
      const i = termId - 1;
      const ownLetters = own.letterSets[i]!;
      const longer = own.ends[i]! - startOf(own, i) - length;
      const lacking = countBits(letters & ~ownLetters);
      if (isUnfinished && longer > 0 && lacking <= MAX_EDITS_UNFINISHED) return true;
      if (Math.abs(longer) > MAX_EDITS || lacking > MAX_EDITS) return false;
      return countBits(ownLetters & ~letters) <= MAX_EDITS;
    },
  };
}

export function readLetters(word: string, isUnfinished: boolean): WordLetters {
  return { length: word.length, letters: letterSet(word), isUnfinished };
}

function termAt(kept: KeptTerms, i: number): Term {
  return { term: textAt(kept, i), names: kept.names[i]!, fields: kept.fields[i]! };
}

function textAt(kept: KeptTerms, i: number): string {
  const start = startOf(kept, i);
  return kept.texts[start] === FILLER ? kept.wideTexts.get(i)! : kept.texts.slice(start, kept.ends[i]);
}

function startOf({ ends }: KeptTerms, i: number): number {
  return i === 0 ? 0 : ends[i - 1]! + 1;
}

/** One bit for each letter; those that share a bit only make words look nearer. */
function letterSet(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function readTerms(db: Database): KeptTerms {
  const all = (db.prepare('SELECT max(term_id) FROM search_terms').pluck().get() as number | null) ?? 0;
  const count = Math.min(all, MAX_FREQUENT_TERMS);
  const select = db
    .prepare(
      `SELECT group_concat(term, char(10)), group_concat(names), group_concat(fields)
       FROM (SELECT term, names, fields FROM search_terms WHERE term_id > ? AND term_id <= ? ORDER BY term_id)`,
    )
    .raw();
  const index: TermIndex = {
    ends: new Uint32Array(count),
    wideTexts: new Map(),
    letterSets: new Uint32Array(count),
    slots: new Uint16Array(2 ** Math.ceil(Math.log2(2 * count + 2))),
  };
  const pieces: Buffer[] = [];
  const [names, fields] = [new Uint32Array(count), new Uint32Array(count)];
  for (let from = 0; from < count; from += TERMS_AT_ONCE) {
    const [ownTexts, ownNames, ownFields] = select.get(
      from,
      Math.min(from + TERMS_AT_ONCE, count),
    ) as string[];
    pieces.push(addTexts(index, from, ownTexts!.split('\n')));
    names.set(ownNames!.split(',').map(Number), from);
    fields.set(ownFields!.split(',').map(Number), from);
  }
  return {
    count,
    texts: Buffer.concat(pieces).toString('latin1'),
    ...index,
    names: narrow(names),
    fields: narrow(fields),
    isAll: count === all,
  };
}

/** Returns their lines. */
function addTexts(index: TermIndex, from: number, texts: string[]): Buffer {
  const { ends, letterSets, slots, wideTexts } = index;
  const last = slots.length - 1;
  let end = from === 0 ? -1 : ends[from - 1]!;
  const lines = texts.map((text, i) => {
    end += text.length + 1;
    ends[from + i] = end;
    letterSets[from + i] = letterSet(text);
    let slot = hash(text) & last;
    while (slots[slot] !== 0) slot = (slot + 1) & last;
    slots[slot] = from + i + 1;
    if (!BEYOND_LATIN_1.test(text)) return `${text}\n`;
    // A copy: a part of a string keeps the whole of it in memory.
    wideTexts.set(from + i, Buffer.from(text).toString());
    return `${FILLER.repeat(text.length)}\n`;
  });
  return Buffer.from(lines.join(''), 'latin1');
}
