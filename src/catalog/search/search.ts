import { readTypedBarcode } from '../../food/barcode.ts';
import type { SearchRequest } from '../../food/catalog.ts';
import type { MatchScore } from '../../food/detailed-food.ts';
import { type FoodSource, GENERIC_SOURCE } from '../../food/food.ts';
import { words } from '../../food/text.ts';
import { readAccents } from '../../language/accents.ts';
import { stem } from '../../language/word-forms.ts';
import type { Database } from '../../sqlite/driver.ts';
import type { DatabaseFile } from '../../sqlite/rows.ts';
import { openCorrections } from './query/corrections.ts';
import {
  broaden,
  type DerivationKind,
  deriveTerms,
  MANY_FOODS,
  type QueryTerm,
  termsOfName,
  withMoreCompletions,
} from './query/derivations.ts';
import { doubtRare, doubtUncommon, RARE_FLOOR, RARE_SHARE, type Words } from './query/doubts.ts';
import { type Query, readQuery } from './query/query-words.ts';
import { everydayFood, isEnglish, type OtherReadings, otherReadings, translate } from './query/readings.ts';
import { openVocabulary, type Vocabulary } from './query/vocabulary.ts';
import { duplicatesLast, rank, type Score } from './rank/ranking.ts';
import { type Candidate, type Candidates, openCandidates } from './retrieve/candidates.ts';
import { allOf, clauseOfAll, mentioningNone, mostOf } from './retrieve/match-expression.ts';
import { MOST_CANDIDATES, MOST_PREFIX_CANDIDATES, openPool, type Pool, type Step } from './retrieve/pool.ts';
import { hasExcluded, matchQuery, saysAbsent } from './retrieve/word-matches.ts';

/**
 * The control flow of a search, from top to bottom: the typed words become terms (query/), the terms find candidates,
 * the most certain way first, until there are some (retrieve/), and the candidates are scored (rank/).
 */
export interface Search {
  /** The words of the catalogue, which suggestions share. */
  readonly words: Words;
  /** The ranks of the foods that answer, best first; at most `limit`. */
  search(request: SearchRequest): number[];
  /** The same search with every step it took. */
  explain(request: SearchRequest): Explanation;
  /** All foods that have all words of a text, as typed or else as corrected. */
  matchAll(q: string): AllMatches;
  /** The best foods that have all words of a text in their names, the last one perhaps unfinished. */
  listNamed(q: string, most: number): { rank: number; name: string }[];
  /** The best foods that are called like a text, but for plurals and stop words. */
  listCalled(q: string): { rank: number; name: string }[];
  /** How well each of these foods matches a text. */
  scoreFoods(q: string, ranks: readonly number[]): MatchScore[];
}

export interface AllMatches {
  /** In order. */
  ranks: Uint32Array;
  /** How surely they have the words: 0 for whole words as typed, more for what is less sure. */
  way: number;
}

export interface Explanation {
  q: string;
  /** The query as typed, and with synonyms. */
  readings: string[];
  terms: QueryTerm[];
  steps: readonly Step[];
  /** What each reading found, the typed one first. */
  found: readonly Reading[];
  /** The foods that answer, best first. */
  scores: Score[];
  /** The query that found the first answer, or null when nothing was corrected. */
  corrected: string | null;
}

/** The catalogue as a search reads it. */
interface Index extends Words {
  candidates: Candidates;
}

/** Points off for a food found by a synonym, where other foods have what was typed. */
const SYNONYM = 6;
/** Points for the plain food that a word stands for. */
const PLAIN_FOOD = 8;
const NO_OTHER_READINGS: OtherReadings = { synonyms: [], plainFoods: [], standIns: [] };
/** Fewer foods than this, all of them found by guessing, leave room for foods that have most of the words. */
const FEW_FOODS = 3;
/** In a query of at least this many words, one may be superfluous. */
const SEVERAL_WORDS = 3;
/** Foods of a common word that are read beyond those a page shows: the best come first, and a few are duplicates. */
const SPARE_CANDIDATES = 20;
/** Fewer foods than this leave room on a page for foods that match less well. */
const FULL_PAGE = 10;
/** Shorter words begin too many others. */
const SHORTEST_UNFINISHED = 4;
/** A rare word is taken for the beginning of another that is this many times as common. */
const UNFINISHED_RATIO = 10;
/** Words a long query is narrowed to when no food has all of them: the rarest say most. */
const MOST_WORDS_LEFT_OUT_OF = 4;
const MOST_LEFT_OUT = 2;
/** Corrections of a single word that are searched one by one, so that a common one cannot hide the others. */
const MOST_SINGLE_CORRECTIONS = 3;
const MOST_CANDIDATES_OF_A_CORRECTION = 20;
/** Ways to write a corrected query as a whole name, and corrections of one word among them. */
const MOST_CORRECTED_NAMES = 4;
const MOST_NAME_CORRECTIONS = 3;

/** Names that are read for what they say is absent. One in sixty foods says so of anything: a million have fewer. */
const MOST_NAMES_READ = 20_000;
/** What listing foods by name may read: it is done for every letter that someone types. */
const MOST_POSTINGS_NAMED = 20_000;
const MOST_TIERS_NAMED = 1;

const AS_TYPED: readonly DerivationKind[] = ['typed', 'form', 'split'];
const TYPED_OR_CORRECTED: readonly DerivationKind[] = [...AS_TYPED, 'correction'];
const WITH_PREFIXES: readonly DerivationKind[] = [...AS_TYPED, 'prefix'];
const WITH_ENDINGS: readonly DerivationKind[] = [...WITH_PREFIXES, 'ending'];
const WITH_CORRECTIONS: readonly DerivationKind[] = [...WITH_ENDINGS, 'correction'];

/**
 * The ways in which all foods with some words are found, each where the ones before it find none. An order other than by
 * relevance would put a less sure match anywhere: `pea` is not the beginning of "Peanuts" where there are peas, nor
 * `pasta` another form of "paste".
 */
const WAYS: readonly (readonly DerivationKind[])[] = [
  AS_TYPED,
  [...AS_TYPED, 'ending'],
  WITH_ENDINGS,
  TYPED_OR_CORRECTED,
  WITH_CORRECTIONS,
];

/** `onSearch` is called after every search. */
export function openSearch(
  db: Database,
  pages: DatabaseFile,
  onSearch: ((explanation: Explanation) => void) | null = null,
): Search {
  const foods = db.prepare("SELECT value FROM search_facts WHERE fact = 'foods'").pluck().get() as number;
  const vocabulary = openVocabulary(db, pages);
  const correct = openCorrections(vocabulary, foods);
  const index: Index = { vocabulary, correct, candidates: openCandidates(db, pages, foods), foods };
  const explain = (request: SearchRequest) => {
    const explanation = answer(index, request);
    onSearch?.(explanation);
    return explanation;
  };
  return {
    words: index,
    explain,
    search: (request) => explain(request).scores.map(({ candidate }) => candidate.rank),
    matchAll: (q) => matchAll(index, q),
    listNamed: (q, most) => listNamed(index, q, most),
    listCalled: (q) => index.candidates.named(words(q), q, null),
    scoreFoods: (q, ranks) => scoreFoods(index, q, ranks),
  };
}

/** Foods that the search itself does not rank are scored like those it does. */
function scoreFoods(index: Index, q: string, ranks: readonly number[]): MatchScore[] {
  const { vocabulary, candidates, foods } = index;
  const explanation = answer(index, { q, limit: MOST_CANDIDATES, source: null });
  const scores = new Map(explanation.scores.map((scored) => [scored.candidate.rank, scored]));
  const [typed] = explanation.found as [Reading, ...Reading[]];
  const others = candidates.at(ranks.filter((foodRank) => !scores.has(foodRank)));
  for (const scored of rank(readWith(vocabulary, q), typed.terms, foods, others)) {
    typed.scores.push(scored);
    scores.set(scored.candidate.rank, scored);
  }
  return ranks.map((foodRank) => describeMatch(explanation, scores.get(foodRank)!));
}

function listNamed({ vocabulary, candidates, foods }: Index, q: string, most: number): Candidate[] {
  const typed = deriveTerms(vocabulary, readWith(vocabulary, q).words);
  const terms = typed.map((term) => broaden(vocabulary, term, foods));
  const expression = allOf(withoutStopWords(terms), WITH_PREFIXES, 'name', foods);
  if (expression === null || expression.postings > MOST_POSTINGS_NAMED) return [];
  return candidates.match(expression.text, null, most, MOST_TIERS_NAMED).foods;
}

const NO_MATCHES: AllMatches = { ranks: new Uint32Array(), way: Number.POSITIVE_INFINITY };

function matchAll(index: Index, q: string): AllMatches {
  const { vocabulary, candidates, foods } = index;
  const byBarcode = candidates.withId(readTypedBarcode(q), null);
  if (byBarcode !== null) return { ranks: Uint32Array.of(byBarcode.rank), way: 0 };
  const typed = deriveTerms(vocabulary, readWith(vocabulary, q).words);
  let terms = typed.map((term) => broaden(vocabulary, term, foods));
  for (const [way, kinds] of WAYS.entries()) {
    if (kinds === TYPED_OR_CORRECTED)
      terms = terms.map((term) => doubtUncommon(index, doubtRare(index, term)));
    const ranks = ranksOfAll(index, terms, kinds);
    if (ranks.length > 0) return { ranks, way };
  }
  return NO_MATCHES;
}

function ranksOfAll(
  { candidates }: Index,
  terms: QueryTerm[],
  kinds: readonly DerivationKind[],
): Uint32Array {
  const required = withoutStopWords(terms);
  const clause = clauseOfAll(required.length === 0 ? terms : required, kinds, 'anywhere');
  if (clause === null) return NO_MATCHES.ranks;
  const ranks = candidates.allRanks(clause);
  if (!excludeAny(terms)) return ranks;
  // The index knows that a name has "free" and "milk", but not whether it is "milk free".
  const query = matchQuery(terms);
  return ranks.filter((rank, at) => at >= MOST_NAMES_READ || saysAbsent(query, candidates.nameAt(rank)));
}

function answer(index: Index, request: SearchRequest): Explanation {
  const { q, limit, source } = request;
  const byBarcode = index.candidates.withId(readTypedBarcode(q), source);
  const typed = read(index, q, request, byBarcode);
  const readings = byBarcode === null ? [typed, ...readOtherwise(index, request, typed)] : [typed];
  const scores = mergeReadings(readings).slice(0, limit);
  const first = scores[0];
  // Where another reading comes first that needed no correction, nothing was misspelt.
  const answering = first === undefined ? typed : readings.find((reading) => isFrom(reading, first))!;
  return {
    q,
    readings: readings.map(({ text }) => text),
    terms: readings.flatMap(({ terms }) => terms),
    steps: readings.flatMap(({ steps }) => steps),
    found: readings,
    scores,
    corrected: answering === typed ? respell(typed.terms, first) : answering.correctedFirst,
  };
}

function isFrom({ scores }: Reading, best: Score): boolean {
  return scores.some(({ corrections }) => corrections === best.corrections);
}

/** Two words belong together where the catalogue also writes them as one. */
function readWith(vocabulary: Vocabulary, text: string): Query {
  return readQuery(text, (left, right) => vocabulary.findPlaceToSplit(left + right) === left.length);
}

/** One way to read a query, and what it finds. */
export interface Reading {
  text: string;
  /** The corrected query that this is another reading of; null where nothing had to be corrected. */
  correctedFirst: string | null;
  /** Added to every score: how likely the reading is, next to the typed one. */
  points: number;
  terms: QueryTerm[];
  steps: readonly Step[];
  scores: Score[];
}

/** A request that may also be for generic foods only, or for another reading. */
interface Request extends Omit<SearchRequest, 'source'> {
  source: FoodSource | null;
  /** Whether it is certainly spelled right, and useless unless foods have all the words. */
  isCertain?: boolean;
  /** The whole name of a food. */
  isName?: boolean;
}

function read(
  index: Index,
  text: string,
  request: Request,
  byBarcode: Candidate | null = null,
  points = 0,
): Reading {
  const { vocabulary, candidates, foods } = index;
  const query = readWith(vocabulary, text);
  const typed = request.isName ? termsOfName(query.words) : deriveTerms(vocabulary, query.words);
  const pool = openPool(candidates, request.source, keepWithoutExcluded(typed));
  if (byBarcode !== null) pool.add(byBarcode);
  const isSearched = byBarcode === null && typed.length > 0;
  const terms = isSearched ? retrieve(index, pool, query, typed, request) : typed;
  const scores = rank(query, terms, foods, pool.found.values());
  return { text, correctedFirst: null, points, terms, steps: pool.steps, scores };
}

/** Which foods a search may show: none that has what the query excludes, as far as its name says. */
function keepWithoutExcluded(terms: readonly QueryTerm[]): (food: Candidate) => boolean {
  if (!excludeAny(terms)) return () => true;
  const query = matchQuery(terms);
  return ({ name }) => !hasExcluded(query, name);
}

function excludeAny(terms: readonly QueryTerm[]): boolean {
  return terms.some(({ absence }) => absence !== null);
}

/**
 * The other readings of a query. Where foods have all the typed words, only generic foods can be better answers, so the
 * others are not searched; where the spelling was corrected, the readings are those of the corrected query.
 */
function readOtherwise(index: Index, request: SearchRequest, typed: Reading): Reading[] {
  const best = typed.scores[0];
  const typedWords = words(request.q);
  const asTyped = otherReadings(typedWords);
  const corrected = respell(typed.terms, best) ?? withOtherEnding(typed.terms);
  // Where there is a translation, nothing was misspelt.
  const translations = isOfTheCatalogue(request.q, typedWords, best) ? [] : translate(request.q);
  const canBeGeneric = request.source === null && index.candidates.hasGeneric;
  const everyday = canBeGeneric ? everydayFood(typedWords) : null;
  const isGuess = asTyped === null && everyday === null && translations.length === 0;
  const asCorrected = isGuess ? otherReadings(words(corrected ?? '')) : null;
  const { synonyms, plainFoods, standIns } = asTyped ?? asCorrected ?? NO_OTHER_READINGS;
  const certain: Request = { ...request, isCertain: true };
  const generic: Request = { ...certain, source: GENERIC_SOURCE };
  const hasAnswer = (asCorrected === null ? best?.isComplete : best?.hasAllWords) ?? false;
  const isComplete = hasAnswer && best!.isPlain;
  const readings: Reading[] = [];
  for (const text of translations) readings.push(read(index, text, certain));
  if (!isComplete) {
    const instead = hasAnswer ? [] : standIns.filter((text) => !areKnown(typed.terms, text));
    for (const text of [...synonyms, ...instead]) readings.push(read(index, text, certain));
  } else if (canBeGeneric) {
    for (const text of synonyms) readings.push(read(index, text, generic, null, -SYNONYM));
  }
  for (const text of canBeGeneric ? plainFoods : [])
    readings.push(read(index, text, generic, null, PLAIN_FOOD));
  const otherwise = canBeGeneric ? [...(isGuess ? [corrected ?? ''] : []), ...synonyms] : [];
  const called = otherwise.map((text) => everydayFood(words(text))).find((food) => food?.isCalledSo);
  const meant = everyday?.isCalledSo ? everyday : (called ?? everyday);
  // Something near is not better than a food that has the words at its start or as whole parts of its name.
  const isSaid = best?.hasAllWords && best.isPlain && (best.isCalledSo || best.parts.start > 0);
  const isFirst =
    readings.length === 0 && best !== undefined && words(best.candidate.name).join(' ') === meant?.text;
  const isMeant = meant !== null && plainFoods.length === 0 && !isFirst;
  if (isMeant && (meant.isCalledSo || !(isSaid || synonyms.length > 0)))
    readings.push(read(index, meant.text, { ...generic, isName: true }, null, PLAIN_FOOD));
  return readings
    .filter(({ scores }) => scores[0]?.isComplete)
    .map((reading) => (isGuess ? { ...reading, correctedFirst: corrected } : reading));
}

/**
 * Whether a catalogue has the words of a query in its own language, so that it needs no translation. Generic foods have
 * English names, in which a word of another language is part of something else: "Dulce de leche" is not `leche`.
 */
function isOfTheCatalogue(text: string, typedWords: readonly string[], best: Score | undefined): boolean {
  if (!best?.isComplete) return false;
  if (isEnglish(typedWords)) return true;
  if (!best.isWhole) return false;
  if (best.candidate.source === 'off') return true;
  const written = readAccents(best.candidate.name);
  return best.isCalledSo && [...readAccents(text).keys()].every((word) => written.has(word));
}

/** Whether the catalogue knows what something would stand in for: then foods with the name itself are better. */
function areKnown(terms: readonly QueryTerm[], standIn: string): boolean {
  const said = new Set(words(standIn).map(stem));
  const replaced = terms.filter(({ word }) => !word.isStopWord && !said.has(stem(word.text)));
  return replaced.length > 0 && replaced.every(({ foods }) => foods >= FULL_PAGE);
}

/** The foods of all readings, each once, by score. How likely a reading is counts as a part of the meaning. */
function mergeReadings(readings: Reading[]): Score[] {
  if (readings.length === 1) return readings[0]!.scores;
  const best = new Map<number, Score>();
  for (const { scores, points } of readings) {
    for (const score of scores) {
      const total = score.total + points;
      const known = best.get(score.candidate.rank);
      if (known !== undefined && known.total >= total) continue;
      const parts = { ...score.parts, meaning: score.parts.meaning + points };
      best.set(score.candidate.rank, { ...score, total, parts, outOfOrder: null });
    }
  }
  const merged = [...best.values()].sort(
    (left, right) => right.total - left.total || left.candidate.rank - right.candidate.rank,
  );
  return duplicatesLast(merged);
}

/** Fills the pool; returns the terms, with corrections where those were tried. */
function retrieve(
  index: Index,
  pool: Pool,
  query: Query,
  derived: QueryTerm[],
  { limit, isCertain = false, isName = false }: Request,
): QueryTerm[] {
  const namesakes = pool.named('whole name', query.typed, query.text);
  if (isName) return derived;
  const isLong = derived.length >= SEVERAL_WORDS;
  // Several words that are exactly the name of a food mean that food: others only fill the page.
  const mostUncommon = isLong && namesakes > 0 ? limit + SPARE_CANDIDATES : MOST_CANDIDATES;
  const typed = matchTyped(index, pool, derived, limit, mostUncommon);
  matchGeneric(index, pool, typed);
  matchWithoutExcluded(index, pool, typed);
  if (isCertain) return typed;
  // Several words that all occur in one name are spelled right.
  if (isLong && (namesakes > 0 || typed === derived)) return typed;

  const rareDoubted = typed.map((term) => doubtRare(index, term));
  if (differ(typed, rareDoubted)) matchCorrected(index, pool, rareDoubted);
  const enough = isLong ? FEW_FOODS : 1;
  if (pool.found.size >= enough) return rareDoubted;
  if (pool.found.size > 0 && matchesWithoutEndings(index, pool, typed)) return rareDoubted;
  if (isLong && matchAllButOne(index, pool, rareDoubted) > 0) return rareDoubted;

  const doubted = rareDoubted.map((term) => doubtUncommon(index, term));
  if (pool.found.size === 0 && differ(rareDoubted, doubted)) matchCorrected(index, pool, doubted);
  if (typed.length > 1 && pool.found.size < enough) matchMost(index, pool, doubted, isLong);
  return doubted;
}

/** The score of a food in whole points, and the query that found it. */
export function describeMatch({ found }: Explanation, scored: Score): MatchScore {
  const { terms, correctedFirst } = found.find((reading) => isFrom(reading, scored))!;
  const read_as = respell(terms, scored) ?? correctedFirst;
  return { read_as, score: scored.total, parts: wholePoints(scored) };
}

/** Rounded so that the parts add up to the total: those with the largest fractions are rounded up. */
function wholePoints({ parts, total }: Score): Record<string, number> {
  const whole = Object.entries(parts).map(([name, points]) => ({ name, points, floor: Math.floor(points) }));
  const missing = total - whole.reduce((sum, { floor }) => sum + floor, 0);
  const byFraction = [...whole].sort((a, b) => b.points - b.floor - (a.points - a.floor));
  const raised = new Set(byFraction.slice(0, Math.max(0, missing)));
  return Object.fromEntries(whole.map((part) => [part.name, part.floor + (raised.has(part) ? 1 : 0)]));
}

function differ(before: readonly QueryTerm[], after: readonly QueryTerm[]): boolean {
  return after.some((term, i) => term !== before[i]);
}

/**
 * As typed, with plurals, in the name; where that does not fill a page, with other endings, the last word as a prefix,
 * and in any field. Few terms make a quick search, so the many that are possible wait until they are needed.
 */
function matchTyped(
  index: Index,
  pool: Pool,
  terms: QueryTerm[],
  limit: number,
  mostUncommon: number,
): QueryTerm[] {
  const { vocabulary, foods } = index;
  const required = withoutStopWords(terms);
  const isCommon = required[0]?.word.isAlone && required[0].foods >= MANY_FOODS;
  const most = isCommon ? limit + SPARE_CANDIDATES : mostUncommon;
  const typed = pool.match('all words, in the name', allOf(required, AS_TYPED, 'name', foods), { most });
  if (typed >= FULL_PAGE || (typed >= enoughTyped(terms) && !isLikelyUnfinished(index, terms))) return terms;
  const broad = terms.map((term) => broaden(vocabulary, term, foods));
  matchBroadly(index, pool, withoutStopWords(broad));
  return broad;
}

/** An absence is worded in many ways, so the others are left out only if one wording fills a page. */
function enoughTyped(terms: QueryTerm[]): number {
  if (terms.length === 1 || excludeAny(terms)) return FULL_PAGE;
  return terms.length >= SEVERAL_WORDS ? 1 : FEW_FOODS;
}

/** `fraich` is a word of a few names, but the beginning of a common one. */
function isLikelyUnfinished({ vocabulary, foods }: Index, terms: QueryTerm[]): boolean {
  const { word, derivations } = terms.at(-1)!;
  if (word.isUnspaced || word.exclusion !== null || word.text.length < SHORTEST_UNFINISHED) return false;
  const typed = derivations.find(({ kind }) => kind === 'typed');
  const known = typed === undefined ? 0 : typed.names + typed.fields;
  if (known > Math.max(RARE_FLOOR, foods * RARE_SHARE)) return false;
  const [completion] = vocabulary.listCompletions(word.text, 1);
  return completion !== undefined && completion.names + completion.fields > known * UNFINISHED_RATIO;
}

function matchBroadly({ vocabulary, foods }: Index, pool: Pool, required: QueryTerm[]): void {
  const most = MOST_PREFIX_CANDIDATES;
  if (pool.match('all words', allOf(required, WITH_ENDINGS, 'anywhere', foods), { most }) > 0) return;
  const more = required.map((term) => withMoreCompletions(vocabulary, term, foods));
  if (!differ(required, more)) return;
  const asRarePrefix = allOf(more, WITH_PREFIXES, 'anywhere', foods);
  pool.match('all words, the last as a prefix of rare ones', asRarePrefix);
}

/** Where more foods match than are read, the plain generic ones may not be among them. */
function matchGeneric({ candidates, foods }: Index, pool: Pool, terms: QueryTerm[]): void {
  if (!candidates.hasGeneric || pool.found.size < FULL_PAGE) return;
  const expression = allOf(withoutStopWords(terms), WITH_ENDINGS, 'anywhere', foods);
  pool.match('all words, generic foods', expression, { source: GENERIC_SOURCE });
}

/** Fills a page for a query that excludes something with foods that do not mention it at all. */
function matchWithoutExcluded({ foods }: Index, pool: Pool, terms: QueryTerm[]): void {
  if (!excludeAny(terms) || pool.found.size >= FULL_PAGE) return;
  const wanted = withoutStopWords(terms).filter(({ absence }) => absence === null);
  const expression = mentioningNone(allOf(wanted, WITH_ENDINGS, 'anywhere', foods), terms);
  pool.match('all words, without what is excluded', expression);
}

/** Whether foods match without a changed ending: other matches may be a coincidence. */
function matchesWithoutEndings({ foods }: Index, pool: Pool, terms: QueryTerm[]): boolean {
  const required = withoutStopWords(terms);
  const hasEndings = required.some(({ derivations }) => derivations.some(({ kind }) => kind === 'ending'));
  if (!hasEndings) return true;
  const expression = allOf(required, WITH_PREFIXES, 'anywhere', foods);
  return pool.match('all words, without other endings', expression) > 0;
}

function matchCorrected({ foods }: Index, pool: Pool, terms: QueryTerm[]): void {
  for (const name of correctedNames(terms)) pool.named('corrected name', name);
  const required = withoutStopWords(terms).map(withoutNeedlessCompletions);
  const only = required.length === 1 ? required[0]! : null;
  if (only === null) {
    pool.match('corrected', allOf(required, WITH_CORRECTIONS, 'anywhere', foods));
    return;
  }
  for (const correction of only.corrections.slice(0, MOST_SINGLE_CORRECTIONS)) {
    const alone = { ...only, derivations: [], corrections: [correction] };
    const expression = allOf([alone], WITH_CORRECTIONS, 'anywhere', foods);
    pool.match('one of the corrections', expression, { most: MOST_CANDIDATES_OF_A_CORRECTION });
  }
}

/** Where another word is in doubt, a known word counts as finished; trying every completion would cost time. */
function withoutNeedlessCompletions(term: QueryTerm): QueryTerm {
  if (term.isDoubtful || term.foods < FULL_PAGE) return term;
  return { ...term, derivations: term.derivations.filter(({ kind }) => kind !== 'prefix') };
}

/** Whole names in which doubtful words are replaced, the likeliest first. */
function correctedNames(terms: QueryTerm[]): string[][] {
  let names: string[][] = [[]];
  for (const { word, corrections, foods } of terms) {
    const spellings = corrections.slice(0, MOST_NAME_CORRECTIONS).map((correction) => correction.terms[0]!);
    if (spellings.length === 0 || foods > 0) spellings.unshift(word.text);
    names = names
      .flatMap((name) => spellings.map((spelling) => [...name, spelling]))
      .slice(0, MOST_CORRECTED_NAMES);
  }
  return names;
}

/**
 * No food has all the words, but each is a known word: one may be superfluous. Returns how many foods have the rest.
 */
function matchAllButOne({ foods }: Index, pool: Pool, terms: QueryTerm[]): number {
  const rarest = rarestOf(withoutStopWords(terms));
  const isKnown = rarest.every((term) => term.foods > 0 || term.corrections.length > 0);
  if (!isKnown || rarest.length < 2) return 0;
  return pool.match('all but one of the words', mostOf(rarest, 1, TYPED_OR_CORRECTED, foods));
}

/** No food has all the words: tries foods with all known words, all but one, all but two. */
function matchMost({ foods }: Index, pool: Pool, terms: QueryTerm[], isAllButOneTried: boolean): void {
  const required = withoutStopWords(terms);
  const isKnown = ({ derivations, corrections }: QueryTerm) => derivations.length + corrections.length > 0;
  const known = rarestOf(required.filter(isKnown));
  const fewest = known.length < required.length ? 0 : 1;
  for (let without = fewest; without <= MOST_LEFT_OUT && without < known.length; without++) {
    for (const kinds of [WITH_PREFIXES, WITH_CORRECTIONS]) {
      if (kinds === WITH_PREFIXES && without === 1 && isAllButOneTried) continue;
      const name = `all but ${without} of the known words${kinds === WITH_PREFIXES ? '' : ', corrected'}`;
      if (pool.match(name, mostOf(known, without, kinds, foods)) > 0) return;
    }
  }
}

function rarestOf(terms: QueryTerm[]): QueryTerm[] {
  return [...terms].sort((left, right) => left.foods - right.foods).slice(0, MOST_WORDS_LEFT_OUT_OF);
}

function withoutStopWords(terms: readonly QueryTerm[]): QueryTerm[] {
  return terms.filter(({ word }) => !word.isStopWord);
}

/** A single word that exists only with another ending: `potatoe`. */
function withOtherEnding(terms: QueryTerm[]): string | null {
  const [only] = terms;
  if (terms.length !== 1 || only!.foods > 0) return null;
  return only!.derivations.find(({ kind }) => kind === 'ending')?.terms[0] ?? null;
}

/** The query as the best food spells it, where that was a guess. */
function respell(terms: readonly QueryTerm[], best: Score | undefined): string | null {
  if (best === undefined || best.corrections.every((correction) => correction === null)) return null;
  return terms.map(({ word }, i) => best.corrections[i] ?? word.text).join(' ');
}
