import { remember } from '../../../remember.ts';
import { words } from '../../../text/fold.ts';
import { isNegatingWord } from '../../../text/negating-words.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { isGroup, type Qualifier, qualifierAt } from '../query/qualifiers.ts';
import { isDescribing, isJoining } from '../query/query-head.ts';
import { WORD } from '../query/weights.ts';

/**
 * A name taken apart for the ranking. Names of generic foods go from the food to its kind, separated by commas:
 * "Milk, whole, 3.25% milkfat, with added vitamin D". The further back a part is, the less it says.
 */
export interface NameParts {
  words: string[];
  /** The part each word belongs to, from 0 on. */
  partOf: number[];
  weights: number[];
  stopWords: boolean[];
  /** The part that names the food: the first, or the second after a group ("Fish, salmon"). */
  head: number;
  /** The number of the last part, and of the last one in brackets, or -1. */
  last: number;
  lastBracket: number;
  /** Written as in a list of generic foods, with commas: "Milk, whole". */
  isListed: boolean;
  isBracket: boolean[];
  /** For each part whether it says what comes with the food. */
  isAddition: boolean[];
  qualifiers: { at: number; qualifier: Qualifier }[];
}

export const WITH = 'with';
/** Parts end at commas, brackets and "with"; a comma inside a number separates nothing. */
const PART = /(\()?(.+?)(?:[,;]\s+|\s+(?=\(|with )|\),?|$)/gi;

const SEPARATED = /[,;(]| with /i;

/** `folded` are the words of the name, where they are known. */
export function splitName(name: string, folded: string | null = null): NameParts {
  const parts = splitParts(name, folded);
  const head = parts.length > 1 && isGroup(parts[0]!.own.words) ? 1 : 0;
  const found: NameParts = {
    words: [],
    partOf: [],
    weights: [],
    stopWords: [],
    head,
    last: Math.max(0, parts.length - 1),
    lastBracket: -1,
    isListed: name.includes(', '),
    isBracket: [],
    isAddition: [],
    qualifiers: [],
  };
  for (let part = 0; part < parts.length; part++) addPart(found, parts[part]!, part);
  qualify(found);
  return found;
}

function addPart(found: NameParts, { own: { words: own, stopWords }, isBracket }: Part, part: number): void {
  if (isBracket) found.lastBracket = part;
  found.isBracket.push(isBracket);
  found.isAddition.push(own[0] === WITH);
  const distance = part < found.head ? 1 : part - found.head;
  const share = distance < 2 ? 1 : WORD.furtherPart ** (distance - 1);
  for (let at = 0; at < own.length; at++) {
    found.words.push(own[at]!);
    found.partOf.push(part);
    found.stopWords.push(stopWords[at]!);
    found.weights.push(wordWeight(own[at]!, stopWords[at]!) * share);
  }
}

interface PartWords {
  words: readonly string[];
  stopWords: readonly boolean[];
}
interface Part {
  own: PartWords;
  isBracket: boolean;
}

function splitParts(name: string, folded: string | null): Part[] {
  if (!SEPARATED.test(name))
    return [{ own: withStopWords(folded?.split(' ') ?? words(name), name), isBracket: false }];
  const parts: Part[] = [];
  // matchAll would compile the expression again for every name.
  for (let part = PART.exec(name); part !== null; part = PART.exec(name)) {
    const own = readPart(part[2]!);
    if (own.words.length > 0) parts.push({ own, isBracket: part[1] !== undefined });
  }
  return parts;
}

/** Generic foods, and the names that the build makes of theirs, have the same parts again and again: `raw`, `en conserve`. */
const MAX_KNOWN_PARTS = 2000;
const readPart = remember((text) => withStopWords(words(text), text), MAX_KNOWN_PARTS);

function withStopWords(own: readonly string[], text: string): PartWords {
  return { words: own, stopWords: own.map((word) => isNegatingWord(word) || isStopWord(word, text)) };
}

/** Records the qualifiers after the head, or anywhere in a name without parts; plain ones count for less. */
function qualify(name: NameParts): void {
  for (let at = 0; at < name.words.length; ) {
    const qualifier = qualifierAt(name.words, at);
    const length = qualifier?.words.length ?? 1;
    if (qualifier !== null) {
      name.qualifiers.push({ at, qualifier });
      const isPlain = qualifier.points === 0 && name.partOf[at]! > name.head;
      for (let i = 0; i < length && isPlain; i++) name.weights[at + i]! *= WORD.plain;
    }
    at += length;
  }
}

/** The weight of a word on its own. */
export function wordWeight(word: string, isStop: boolean): number {
  if (isStop) return WORD.stopWord;
  const first = word.charCodeAt(0);
  return first >= 48 && first <= 57 ? WORD.number : WORD.ordinary;
}

/** Whether a word is what its part of a name is about: "root" in "Ginger root", "soupe" in "Soupe de tomates". */
export function isNounOfPart({ words: own, partOf, qualifiers }: NameParts, at: number): boolean {
  const part = partOf[at]!;
  for (let next = at + 1; partOf[next] === part; next++) {
    const word = own[next]!;
    if (isDescribing(word) || isJoining(word)) return true;
    if (!qualifiers.some(({ at: from, qualifier }) => from <= next && next < from + qualifier.words.length))
      return false;
  }
  return true;
}

/** Whether such a word is what the whole name is about. */
export function isNounOfHead(name: NameParts, isSuch: (word: string) => boolean): boolean {
  return name.words.some(
    (word, at) => name.partOf[at]! <= name.head && isSuch(word) && isNounOfPart(name, at),
  );
}
