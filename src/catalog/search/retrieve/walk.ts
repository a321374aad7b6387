import type { FoodSource } from '../../../food/food.ts';
import {
  broaden,
  excludeAny,
  type QueryTerm,
  withMoreCompletions,
  withoutStopWords,
} from '../query/derivations.ts';
import { doubtRare, doubtUncommon, type Words } from '../query/doubts.ts';
import type { Query } from '../query/read-query.ts';
import { DERIVED, READ, WORK } from '../query/weights.ts';
import type { Work } from '../query/work.ts';
import type { Candidate, Candidates } from './candidates.ts';
import { type Expression, fromSource, type Origin } from './expressions.ts';
import type { WholeName, WholeNames } from './whole-names.ts';
import { hasExcluded, matchQuery } from './word-matches.ts';

/** The catalogue as a search reads it. */
export interface SearchIndex extends Words {
  candidates: Candidates;
  names: WholeNames;
  /** What may still be done for the request, and what to score foods by names other than their own. */
  work: Work;
  workOnNames: Work;
}

/** One pass of a search, for `--explain`. */
export interface Step {
  name: string;
  /** Whole names, or expressions of FTS5. */
  asked: readonly string[];
  found: number;
  tookMs: number;
}

/** How many foods are wanted, and what is known about the query. */
export interface Retrieval {
  limit: number;
  source: FoodSource | null;
  /** Whether it is certainly spelled right, and useless unless foods have all the words. */
  isCertain: boolean;
}

/** A way to find foods: asked where the passes before it have not found enough. */
export interface Pass {
  /** For people. */
  name: string;
  isNeeded(walk: Walk): boolean;
  /** What is asked of the index: the best foods of each of these. */
  ask?(walk: Walk): (Sought | null)[];
  /** Or the foods with one of these names. */
  names?(walk: Walk): readonly WholeName[];
}

export interface Sought extends Expression {
  most: number;
  origin: Origin | null;
}

/** The passes after which a search knows whether the words are spelled right. */
export const WHOLE_NAME = 'whole name';
export const IN_NAME = 'all words, in the name';

/** How far a search has come: the foods that it has found, and the terms as far as they had to be derived. */
export class Walk {
  readonly found = new Map<number, Candidate>();
  readonly steps: Step[] = [];
  readonly index: SearchIndex;
  readonly query: Query;
  /** With plurals, and as one word or two. */
  readonly given: readonly QueryTerm[];
  readonly #retrieval: Retrieval;
  readonly #isKept: (food: Candidate) => boolean;
  readonly #counts = new Map<string, number>();
  /** The expressions that were asked for, with how many foods their passes found. */
  readonly #asked = new Map<string, number>();
  readonly #derived = new Map<Derive, readonly QueryTerm[]>();
  #isPartly: boolean | null = null;

  constructor(index: SearchIndex, query: Query, given: readonly QueryTerm[], retrieval: Retrieval) {
    this.index = index;
    this.query = query;
    this.given = given;
    this.#retrieval = retrieval;
    this.#isKept = keepWithoutExcluded(given);
  }

  add(candidate: Candidate): void {
    this.found.set(candidate.rank, candidate);
  }

  /** How many foods the pass of this name has found. */
  countOf(pass: string): number {
    return this.#counts.get(pass) ?? 0;
  }

  /** Looks for the foods of a pass. */
  take({ name, ask, names }: Pass): void {
    const startedMs = performance.now();
    const wholeNames = names?.(this) ?? [];
    const sought = this.#affordable(ask?.(this) ?? []);
    const known = Math.max(0, ...sought.map(({ match }) => this.#asked.get(match) ?? 0));
    const asked = sought.filter(({ match }) => !this.#asked.has(match));
    const { candidates, names: called, work } = this.index;
    const foods = [
      ...(wholeNames.length > 0 ? called.named(wholeNames, this.#retrieval.source) : []),
      ...(asked.length > 0 ? candidates.match(asked) : []),
    ];
    work.spend(WORK.statement + foods.length * WORK.candidate);
    const kept = foods.filter(this.#isKept);
    for (const food of kept) this.add(this.found.get(food.rank) ?? food);
    for (const { match } of asked) this.#asked.set(match, kept.length);
    const already = this.#counts.get(name) ?? 0;
    this.#counts.set(name, Math.max(already, known, kept.length));
    this.steps.push({
      name,
      asked: [...wholeNames.map(({ nameWords }) => nameWords.join(' ')), ...asked.map(({ match }) => match)],
      found: kept.length,
      tookMs: performance.now() - startedMs,
    });
  }

  /** Those of the expressions that the request may still ask for, from its source. */
  #affordable(all: readonly (Sought | null)[]): Sought[] {
    const { work } = this.index;
    const { source } = this.#retrieval;
    return all.flatMap((one) => {
      if (one === null || work.isSpent || (source !== null && one.origin !== null)) return [];
      work.spend(one.entries * WORK.entry);
      return [{ ...one, ...fromSource(one, source ?? one.origin) }];
    });
  }

  /** With other endings and completions, which are looked up only where the typed words do not find enough. */
  get broad(): readonly QueryTerm[] {
    const { vocabulary, size } = this.index;
    return this.#derive(this.given, broaden, (term) => broaden(vocabulary, term, size));
  }

  /** With every completion of the last word. */
  get broader(): readonly QueryTerm[] {
    const { vocabulary, size } = this.index;
    return this.#derive(this.broad, withMoreCompletions, (term) =>
      withMoreCompletions(vocabulary, term, size),
    );
  }

  get typed(): readonly QueryTerm[] {
    return this.isShort ? this.broad : this.given;
  }

  /** With corrections of rare words. */
  get doubted(): readonly QueryTerm[] {
    const isNamed = this.countOf(WHOLE_NAME) > 0 && this.given.length > 1;
    return this.#derive(this.typed, doubtRare, (term) => doubtRare(this.index, term, isNamed));
  }

  /** With corrections of all words that may be misspelt. */
  get allDoubted(): readonly QueryTerm[] {
    return this.#derive(this.doubted, doubtUncommon, (term) => doubtUncommon(this.index, term));
  }

  /** As far as they had to be derived. */
  get terms(): readonly QueryTerm[] {
    return this.#derived.get(doubtUncommon) ?? this.#derived.get(doubtRare) ?? this.typed;
  }

  /** The same terms where none of them becomes another. */
  #derive(
    from: readonly QueryTerm[],
    how: Derive,
    derive: (term: QueryTerm) => QueryTerm,
  ): readonly QueryTerm[] {
    const known = this.#derived.get(how);
    if (known !== undefined) return known;
    const derived = from.map(derive);
    const isSame = derived.every((term, i) => term === from[i]);
    this.#derived.set(how, isSame ? from : derived);
    return isSame ? from : derived;
  }

  get #isLong(): boolean {
    return this.given.length >= READ.severalWords;
  }

  /** Whether another limit could find other foods. */
  get isForLimit(): boolean {
    // Several words that are exactly the name of a food mean that food, and the best foods of a common word fill any page.
    return (this.#isLong && this.countOf(WHOLE_NAME) > 0) || isCommonWord(this.given);
  }

  /** How many of the foods that have the words as typed are read. */
  get most(): number {
    return this.isForLimit ? this.#retrieval.limit + READ.spare : READ.foods;
  }

  /** Whether too few foods have the words as typed in their names. */
  get isShort(): boolean {
    return this.countOf(IN_NAME) < READ.page;
  }

  /** Whether the words are to be taken as they are: several words that all occur in one name are spelled right. */
  get isSpelledRight(): boolean {
    if (this.#retrieval.isCertain) return true;
    return this.#isLong && this.countOf(WHOLE_NAME) + this.countOf(IN_NAME) > 0;
  }

  /** Whether there are so few foods that more of the words may be misspelt. */
  get isLacking(): boolean {
    return !this.isSpelledRight && this.found.size < (this.#isLong ? READ.few : 1);
  }

  /** Whether foods with only some of the words are looked for. */
  get isPartly(): boolean {
    this.#isPartly ??= this.given.length > 1 && this.isLacking;
    return this.#isPartly;
  }
}

type Derive = (...given: never[]) => QueryTerm;

function isCommonWord(terms: readonly QueryTerm[]): boolean {
  return withoutStopWords(terms).some(({ word, foods }) => word.isAlone && foods >= DERIVED.manyFoods);
}

/** Which foods a search may show: none that has what the query excludes, as far as its name says. */
function keepWithoutExcluded(terms: readonly QueryTerm[]): (food: Candidate) => boolean {
  if (!excludeAny(terms)) return () => true;
  const query = matchQuery(terms);
  return ({ name }) => !hasExcluded(query, name);
}
