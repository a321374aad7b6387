import { narrow } from '../../../narrow.ts';
import { type Database, damagedFile } from '../../../sqlite/driver.ts';
import { stem } from '../../../text/word-forms.ts';
import { hash } from './keys.ts';
import { CORRECTION } from './weights.ts';

/** A term of the catalogue and the number of foods with it in a name, and in another field only. */
export interface Term {
  term: string;
  names: number;
  fields: number;
}

/**
 * All terms of a catalogue, in memory: a query looks up dozens of them, and a search for corrections judges hundreds, most of
 * which can be dismissed by their letters alone. Their numbers are in the order of frequency.
 */
export interface Terms {
  find(text: string): Term | null;
  /** All terms with this stem, the most common first. */
  withStem(stemmed: string): Term[];
  /**
   * Terms that may be a few slips away from a word, the most common first: fewer slips where fewer foods than `common` have the
   * term. One that is common may also begin so, if the word may continue.
   */
  near(word: string, isUnfinished: boolean, common: number): Term[];
  at(termId: number): Term;
  /** Whether people call a food by a word, or another with its stem: 1 in any language, 2 in English. */
  saidAs(text: string): number;
}

/** What a file may make a thread keep; it takes about 30 bytes each. A catalogue of a million products has 110,000. */
const MAX_TERMS = 2_000_000;
const TERMS_AT_ONCE = 8192;
/** What a string of single bytes cannot hold. */
const BEYOND_LATIN_1 = /[^\0-\xff]/;
const ZERO = '0'.charCodeAt(0);
/** Fills the line of a term beyond Latin-1; no term has one. */
const FILLER = ' ';
/** Longer terms are counted with those of this length; no word is that long (src/food/text.ts). */
const MAX_LENGTH = 64;

interface KeptTerms {
  count: number;
  /** All terms, one per line. */
  texts: string;
  /** Where the line of each term ends. */
  ends: Uint32Array;
  /** Terms beyond Latin-1, by their place: a single one among the others would double what the text takes. */
  wideTexts: Map<number, string>;
  names: Uint16Array | Uint32Array;
  fields: Uint16Array | Uint32Array;
  /** Whether people call a food so, as the table has it. */
  said: Uint8Array;
  /** The places of all terms by their lengths, with their letters, and where the terms of each length begin. */
  byLength: Uint32Array;
  letterSets: Uint32Array;
  lengthStarts: Uint32Array;
  /** The first of the terms whose stems share a hash, and from each the next; places from 1, 0 ends the chain. */
  firstOfStem: Uint32Array;
  nextOfStem: Uint32Array;
}

export function openTerms(db: Database): Terms {
  const terms = readTerms(db);
  /** The places of the terms whose stems have the hash of this one: of those with this stem, and perhaps others. */
  const placesLike = (stemmed: string): number[] => {
    const { firstOfStem, nextOfStem } = terms;
    const found: number[] = [];
    let next = firstOfStem[hash(stemmed) & (firstOfStem.length - 1)]!;
    for (; next !== 0; next = nextOfStem[next - 1]!) found.push(next - 1);
    return found;
  };
  return {
    find(text) {
      const place = placesLike(stem(text)).find((one) => textAt(terms, one) === text);
      return place === undefined ? null : termAt(terms, place);
    },
    withStem: (stemmed) =>
      placesLike(stemmed)
        .map((place) => termAt(terms, place))
        .filter(({ term }) => stem(term) === stemmed),
    near: (word, isUnfinished, common) => nearTerms(terms, word, isUnfinished, common),
    saidAs(text) {
      const place = placesLike(stem(text)).find((one) => stem(textAt(terms, one)) === stem(text));
      return place === undefined ? 0 : terms.said[place]!;
    },
    at(termId) {
      if (termId < 1 || termId > terms.count) throw damagedFile();
      return termAt(terms, termId - 1);
    },
  };
}

/** Compares letters only; whoever asks compares the words. */
function nearTerms(kept: KeptTerms, word: string, isUnfinished: boolean, common: number): Term[] {
  const { byLength, lengthStarts } = kept;
  const { length } = word;
  const letters = letterSet(word);
  const [most, mostOfRare] = [editsFor(length, true), editsFor(length, false)];
  const rarest = countCommon(kept, common);
  const places: number[] = [];
  const isShort = length < CORRECTION.minLengthOfAnyBeginning;
  const longestBegun = isShort ? length + CORRECTION.mostLongerOfShort : MAX_LENGTH;
  const longest = Math.min(MAX_LENGTH, isUnfinished ? longestBegun : length + most);
  for (let own = Math.max(1, length - most); own <= longest; own++) {
    const [from, to] = [lengthStarts[own]!, lengthStarts[own + 1]!];
    // Of one length, they are in the order of frequency.
    const rare = firstFrom(byLength, rarest, from, to);
    const further = Math.abs(own - length);
    const edits = Math.max(own, length) < CORRECTION.minLengthOfLonger ? 1 : most;
    if (further <= edits) addNear(places, kept, letters, from, rare, edits);
    if (isUnfinished && own > length) addBegun(places, kept, letters, from, rare, isShort ? 0 : 1);
    if (further <= mostOfRare) addNear(places, kept, letters, rare, to, mostOfRare);
  }
  return [...new Set(places)].sort((left, right) => left - right).map((place) => termAt(kept, place));
}

/** Those that lack at most one or two letters, and have at most as many others. */
function addNear(
  places: number[],
  { byLength, letterSets }: KeptTerms,
  letters: number,
  from: number,
  to: number,
  edits: number,
): void {
  for (let at = from; at < to; at++) {
    const own = letterSets[at]!;
    let lacking = letters & ~own;
    lacking &= lacking - 1;
    if (edits > 1) lacking &= lacking - 1;
    if (lacking !== 0) continue;
    let others = own & ~letters;
    others &= others - 1;
    if (edits > 1) others &= others - 1;
    if (others === 0) places.push(byLength[at]!);
  }
}

/** Those that lack at most one letter, or none. */
function addBegun(
  places: number[],
  { byLength, letterSets }: KeptTerms,
  letters: number,
  from: number,
  to: number,
  most: number,
): void {
  for (let at = from; at < to; at++) {
    const lacking = letters & ~letterSets[at]!;
    if (lacking === 0 || (most > 0 && (lacking & (lacking - 1)) === 0)) places.push(byLength[at]!);
  }
}

/** How many terms have each number of foods. */
function countCommon({ count, names, fields }: KeptTerms, common: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (names[middle]! + fields[middle]! >= common) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the first place from this one on is, of those between two positions. */
function firstFrom(sorted: Uint32Array, place: number, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many letters may be wrong in a word of this length: in short ones, two only where the other word is common. */
function editsFor(length: number, isCommon: boolean): number {
  return length < CORRECTION.minLengthForCommonTwoEdits ||
    (length < CORRECTION.minLengthForTwoEdits && !isCommon)
    ? 1
    : 2;
}

/** One bit for each letter; those that share a bit only make words look nearer. */
function letterSet(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters;
}

function termAt(kept: KeptTerms, i: number): Term {
  return { term: textAt(kept, i), names: kept.names[i]!, fields: kept.fields[i]! };
}

function textAt({ texts, ends, wideTexts }: KeptTerms, i: number): string {
  const start = i === 0 ? 0 : ends[i - 1]! + 1;
  return texts[start] === FILLER ? wideTexts.get(i)! : texts.slice(start, ends[i]);
}

function readTerms(db: Database): KeptTerms {
  const all = (db.prepare('SELECT max(term_id) FROM terms').pluck().get() as number | null) ?? 0;
  const count = Math.min(all, MAX_TERMS);
  const select = db
    .prepare(
      `SELECT group_concat(term, char(10)), group_concat(names), group_concat(fields), group_concat(said, '')
       FROM (SELECT term, names, fields, said FROM terms WHERE term_id > ? AND term_id <= ? ORDER BY term_id)`,
    )
    .raw();
  const ends = new Uint32Array(count);
  const lengths = new Uint8Array(count);
  const letters = new Uint32Array(count);
  const said = new Uint8Array(count);
  const wideTexts = new Map<number, string>();
  const [names, fields] = [new Uint32Array(count), new Uint32Array(count)];
  const pieces: Buffer[] = [];
  const hashes = new Int32Array(count);
  let end = -1;
  for (let from = 0; from < count; from += TERMS_AT_ONCE) {
    const to = Math.min(from + TERMS_AT_ONCE, count);
    const [texts, ownNames, ownFields, ownSaid] = select.get(from, to) as string[];
    const lines = texts!.split('\n').map((text, i) => {
      end += text.length + 1;
      ends[from + i] = end;
      letters[from + i] = letterSet(text);
      lengths[from + i] = Math.min(text.length, MAX_LENGTH);
      hashes[from + i] = hash(stem(text));
      if (!BEYOND_LATIN_1.test(text)) return text;
      // A copy: a part of a string keeps the whole of it in memory.
      wideTexts.set(from + i, Buffer.from(text).toString());
      return FILLER.repeat(text.length);
    });
    pieces.push(Buffer.from(`${lines.join('\n')}\n`, 'latin1'));
    names.set(ownNames!.split(',').map(Number), from);
    fields.set(ownFields!.split(',').map(Number), from);
    for (let i = 0; i < ownSaid!.length; i++) said[from + i] = ownSaid!.charCodeAt(i) - ZERO;
  }
  return {
    count,
    texts: Buffer.concat(pieces).toString('latin1'),
    ends,
    wideTexts,
    names: narrow(names),
    fields: narrow(fields),
    said,
    ...sortByLength(lengths, letters),
    ...chain(hashes),
  };
}

function sortByLength(
  lengths: Uint8Array,
  letters: Uint32Array,
): Pick<KeptTerms, 'byLength' | 'letterSets' | 'lengthStarts'> {
  const lengthStarts = new Uint32Array(MAX_LENGTH + 2);
  for (const length of lengths) lengthStarts[length + 1]!++;
  for (let length = 1; length < lengthStarts.length; length++)
    lengthStarts[length]! += lengthStarts[length - 1]!;
  const next = lengthStarts.slice();
  const byLength = new Uint32Array(lengths.length);
  const letterSets = new Uint32Array(lengths.length);
  for (let place = 0; place < lengths.length; place++) {
    const at = next[lengths[place]!]!++;
    byLength[at] = place;
    letterSets[at] = letters[place]!;
  }
  return { byLength, letterSets, lengthStarts };
}

/** From the rarest to the most common, so that chains begin with the most common. */
function chain(hashes: Int32Array): Pick<KeptTerms, 'firstOfStem' | 'nextOfStem'> {
  const firstOfStem = new Uint32Array(2 ** Math.ceil(Math.log2(hashes.length + 1)));
  const nextOfStem = new Uint32Array(hashes.length);
  const last = firstOfStem.length - 1;
  for (let i = hashes.length - 1; i >= 0; i--) {
    const slot = hashes[i]! & last;
    nextOfStem[i] = firstOfStem[slot]!;
    firstOfStem[slot] = i + 1;
  }
  return { firstOfStem, nextOfStem };
}
