import type { Range } from '../food/food-filters.ts';

/**
 * The part of Lucene's query language that apps send. Everything can be read: what makes no sense, such as a bracket
 * without its pair or an operator without anything to join, is a plain word.
 */
export type Query =
  | { all: readonly Query[] }
  | { any: readonly Query[] }
  | { not: Query }
  /** Null for words anywhere. */
  | { field: string | null; value: Value };

export type Value =
  | { text: string; isPhrase: boolean }
  | 'known'
  /** Ends as they were written; null where there is none. */
  | (Pick<Range, 'isMinExcluded' | 'isMaxExcluded'> & { from: string | null; to: string | null });

const FIELD = /(nutriments:[a-z0-9-]+_100g|[A-Za-z_][\w.-]*):(?=[^\s)])/y;
const RANGE = /([[{])\s*([^\s\]}]+)\s+TO\s+([^\s\]}]+)\s*([\]}])/y;
const COMPARISON = /([<>]=?)\s*([^\s()]+)/y;
const PHRASE = /"((?:[^"\\]|\\.)*)"/y;
const ANYTHING = /\*(?=[\s)]|$)/y;
const WORD = /(?:[^\s()"\\]|\\.)+/y;
/** How near, how fuzzy and how important a word is makes no difference here. */
const STRENGTH = /[~^][\d.]*/y;
const STRENGTH_SIGN = /[~^]/;
/** Of a number, as in `milk~0.8`. */
const IN_STRENGTH = /[~^\d.]/;
const NEGATION = /[!-]|NOT/g;
const SPACE = /\s*/y;
const OPERATOR = /(AND|OR|NOT|&&|\|\|)(?=[\s(]|$)/y;
const JOINT = /\s*(?:AND|OR|&&|\|\|)[\s(]/y;
const SIGNS = /(?:[+!-](?=[^\s)])|NOT(?=[\s(])\s*)+/y;
/** Nobody nests deeper, and it bounds the stack. */
const MAX_NESTED = 20;

export function parseQuery(q: string): Query {
  return new Parser(q).parseGroup(null, 0);
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * What stands between brackets, up to the closing one: alternatives, and what must hold with any of them. A clause with
   * signs is of the second kind, unless `AND` or `OR` joins it to another.
   */
  parseGroup(field: string | null, depth: number): Query {
    const alternatives: Query[][] = [[]];
    const required: Query[] = [];
    let isJoined = false;
    for (;;) {
      this.#take(SPACE);
      if (this.#at >= this.#text.length) break;
      if (this.#text[this.#at] === ')') {
        this.#at++;
        if (depth > 0) break;
        continue;
      }
      const current = alternatives.at(-1)!;
      const operator = this.#take(OPERATOR)?.[1];
      const hasLeft = current.length + required.length > 0;
      if (operator !== undefined && this.#isLone(operator, hasLeft)) {
        // At the end it would be searched for as the beginning of some word.
        if (!hasLeft) current.push({ field, value: { text: operator, isPhrase: false } });
        continue;
      }
      if (operator === 'OR' || operator === '||') alternatives.push([]);
      if (operator !== undefined && operator !== 'NOT') {
        isJoined = true;
        continue;
      }
      const signs = (operator ?? '') + (this.#take(SIGNS)?.[0] ?? '');
      const clause = this.#parseClause(field, depth);
      if (clause === null) continue;
      const isRequired = signs !== '' && !isJoined && !this.#isBeforeJoint();
      const isNot = (signs.match(NEGATION)?.length ?? 0) % 2 === 1;
      (isRequired ? required : current).push(isNot ? { not: clause } : clause);
      isJoined = false;
    }
    const known = alternatives.filter(({ length }) => length > 0).map((all) => ({ all }));
    return { all: known.length > 1 ? [...required, { any: known }] : [...required, ...known] };
  }

  /** Whether an operator has nothing to join. */
  #isLone(operator: string, hasLeft: boolean): boolean {
    this.#take(SPACE);
    const next = this.#text[this.#at];
    return next === undefined || next === ')' || (operator !== 'NOT' && !hasLeft);
  }

  #isBeforeJoint(): boolean {
    JOINT.lastIndex = this.#at;
    return JOINT.test(this.#text);
  }

  #parseClause(field: string | null, depth: number): Query | null {
    const name = field === null ? this.#take(FIELD)?.[1] : undefined;
    const own = name?.replace(':', '.') ?? field;
    if (this.#text[this.#at] === '(' && depth < MAX_NESTED) {
      this.#at++;
      return this.parseGroup(own, depth + 1);
    }
    const value = this.#parseValue(own !== null);
    return value === null ? null : { field: own, value };
  }

  #parseValue(isOfField: boolean): Value | null {
    const phrase = this.#take(PHRASE)?.[1];
    if (phrase !== undefined) {
      this.#take(STRENGTH);
      return { text: withoutEscapes(phrase), isPhrase: true };
    }
    if (isOfField) {
      if (this.#take(ANYTHING) !== null) return 'known';
      const range = this.#take(RANGE);
      if (range !== null) return rangeOf(range);
      const [, operator = '', end = ''] = this.#take(COMPARISON) ?? [];
      if (operator !== '') return comparisonOf(operator, end);
    }
    const word = this.#take(WORD)?.[0];
    if (word === undefined) {
      // A quote or a bracket without its pair.
      this.#at++;
      return isOfField && this.#at < this.#text.length ? this.#parseValue(true) : null;
    }
    const text = withoutEscapes(withoutStrength(word));
    return text === '' ? null : { text, isPhrase: false };
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at = pattern.lastIndex;
    return found;
  }
}

/** A word without the signs at its end. A pattern would look for its end from each of a thousand signs. */
function withoutStrength(word: string): string {
  let end = word.length;
  while (end > 0 && IN_STRENGTH.test(word[end - 1]!)) end--;
  const sign = word.slice(end).search(STRENGTH_SIGN);
  return sign === -1 ? word : word.slice(0, end + sign);
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(.)/gs, '$1');
}

function rangeOf([, opening, from, to, closing]: RegExpExecArray): Value {
  return {
    from: from === '*' ? null : from!,
    to: to === '*' ? null : to!,
    isMinExcluded: opening === '{',
    isMaxExcluded: closing === '}',
  };
}

function comparisonOf(operator: string, end: string): Value {
  const isExcluded = operator.length === 1;
  return operator.startsWith('>')
    ? { from: end, to: null, isMinExcluded: isExcluded }
    : { from: null, to: end, isMaxExcluded: isExcluded };
}
