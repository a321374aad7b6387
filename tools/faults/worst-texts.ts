import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCatalog } from '../../src/catalog/open.ts';
import { readTable } from '../../src/text/data-table.ts';
import { randomOf } from '../../test/random.ts';
import { count, type Figure } from './figure.ts';
import { PATTERNS } from './hostile-texts.ts';
import { COMBINED_ENDPOINTS, openFresh, TEXT_ENDPOINTS, type TextEndpoint } from './text-endpoints.ts';

/**
 * Looks for the texts that cost the most, on every endpoint that takes one: texts are mutated and crossed, and those that
 * took the most CPU time go on. The words are those of the tables and of the catalogue itself, since who wants to do harm
 * can read both.
 */
export interface WorstText {
  endpoint: TextEndpoint;
  tried: number;
  text: string;
  /** Of the worst text, the least of several runs without anything in a cache. */
  worstMs: number;
  /** Of all the texts that were tried. */
  medianMs: number;
}

export interface WorstOptions {
  seed: number;
  /** For each endpoint. */
  seconds: number;
  /** How many texts to begin with, how many of the worst to measure again, and how often. */
  first?: number;
  again?: number;
  runs?: number;
}

const ROOT = join(import.meta.dir, '..', '..');
/** Texts that live on, and how many of the worst are measured again. */
const SURVIVORS = 40;
const MEASURED_AGAIN = 5;
const RUNS = 5;
const FIRST = 200;
/** Texts made anew rather than from others, so that no kind dies out. */
const NEW_SHARE = 0.1;
const NAMES_READ = 4000;

export function findWorstTexts(
  catalogFile: string,
  options: WorstOptions,
  endpoints: readonly TextEndpoint[] = TEXT_ENDPOINTS,
): WorstText[] {
  const breed = openBreeder(catalogFile);
  return endpoints.map((endpoint) => {
    const breeder = breed(endpoint.longest, randomOf(options.seed));
    return findWorst(catalogFile, endpoint, breeder, options);
  });
}

interface Measured {
  text: string;
  ms: number;
}

function findWorst(
  file: string,
  endpoint: TextEndpoint,
  breeder: Breeder,
  { seconds, first = FIRST, again = MEASURED_AGAIN, runs = RUNS }: WorstOptions,
): WorstText {
  const catalog = openFresh(file, endpoint);
  const times: number[] = [];
  const measure = (text: string): Measured => {
    const ms = cpuMs(() => endpoint.ask(catalog, text));
    times.push(ms);
    return { text, ms };
  };
  // The first texts are slow because their code is not compiled yet.
  for (const text of breeder.first(first)) endpoint.ask(catalog, text);
  let survivors: Measured[] = breeder.first(first).map(measure);
  for (const endMs = performance.now() + seconds * 1000; performance.now() < endMs; ) {
    const children = Array.from({ length: SURVIVORS }, () => measure(breeder.breed(survivors)));
    survivors = worstOf([...survivors, ...children]);
  }
  catalog.close();
  const [worst] = survivors
    .slice(0, again)
    .map(({ text }) => ({ text, ms: leastMs(file, endpoint, text, runs) }))
    .sort((one, other) => other.ms - one.ms);
  times.sort((one, other) => one - other);
  return {
    endpoint,
    tried: times.length,
    text: worst!.text,
    worstMs: worst!.ms,
    medianMs: times[times.length >> 1]!,
  };
}

/** Each text once: a lucky one must not fill the pool with copies of itself. */
function worstOf(measured: readonly Measured[]): Measured[] {
  const byText = new Map(measured.map((one) => [one.text, one]));
  return [...byText.values()].sort((one, other) => other.ms - one.ms).slice(0, SURVIVORS);
}

/** The least of several runs, each in a catalogue of its own: other programs only ever add to it. */
function leastMs(file: string, endpoint: TextEndpoint, text: string, runs: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const catalog = openFresh(file, endpoint);
    least = Math.min(
      least,
      cpuMs(() => endpoint.ask(catalog, text)),
    );
    catalog.close();
  }
  return least;
}

/** The clock counts other programs, the CPU time other threads of this one: neither is less than what the call took. */
function cpuMs(call: () => void): number {
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  call();
  const tookMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(cpu);
  return Math.min(tookMs, (user + system) / 1000);
}

/** Makes texts of at most as many characters from what the tables, the catalogue and hostile patterns are made of. */
export function openBreeder(catalogFile: string): (longest: number, random: () => number) => Breeder {
  const pieces = piecesOf(catalogFile);
  return (longest, random) => new Breeder(pieces, longest, random);
}

/** Makes texts of the pieces, and of other texts. */
class Breeder {
  readonly #pieces: readonly (readonly string[])[];
  readonly #longest: number;
  readonly #random: () => number;

  constructor(pieces: readonly (readonly string[])[], longest: number, random: () => number) {
    this.#pieces = pieces;
    this.#longest = longest;
    this.#random = random;
  }

  /** Each pattern to the end, and random texts. */
  first(most: number): string[] {
    const repeated = PATTERNS.map((pattern) => this.#cut(pattern.repeat(this.#longest)));
    return [...Array.from({ length: SURVIVORS }, () => this.make()), ...repeated].slice(0, most);
  }

  breed(survivors: readonly Measured[]): string {
    if (this.#random() < NEW_SHARE) return this.make();
    // The worst are chosen more often.
    const choose = () => survivors[Math.floor(this.#random() ** 2 * survivors.length)]!.text;
    let text = this.#random() < 0.3 ? this.#cross(choose(), choose()) : choose();
    do text = this.#mutate(text);
    while (this.#random() < 0.4);
    return this.#cut(text);
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  #piece(): string {
    const kind = this.#pieces[this.#below(this.#pieces.length)]!;
    return kind[this.#below(kind.length)]!;
  }

  /** Different pieces, or few of them again and again. */
  make(): string {
    const own = Array.from({ length: 1 + this.#below(this.#random() < 0.5 ? 4 : 40) }, () => this.#piece());
    const separator = this.#random() < 0.8 ? ' ' : ['', ', ', ' (', ') ', '-'][this.#below(5)]!;
    let text = own.join(separator);
    while (text.length < this.#longest && this.#random() < 0.9) text += separator + own.join(separator);
    const padded = this.#cut(text);
    return [...padded].length < 2 ? `${padded}aa` : padded;
  }

  #mutate(text: string): string {
    const words = text.split(' ');
    const at = this.#below(words.length);
    const length = 1 + this.#below(Math.min(6, words.length - at));
    switch (this.#below(9)) {
      case 0:
        return words.with(at, this.#piece()).join(' ');
      case 1:
        return words.toSpliced(at, 0, this.#piece()).join(' ');
      case 2:
        return words.length > 2 ? words.toSpliced(at, length).join(' ') : `${text} ${this.#piece()}`;
      case 3: {
        const part = words.slice(at, at + length);
        const times = 1 + this.#below(20);
        return words.toSpliced(at, 0, ...Array.from({ length: times }, () => part).flat()).join(' ');
      }
      case 4: {
        const other = this.#below(words.length);
        return words.with(at, words[other]!).with(other, words[at]!).join(' ');
      }
      case 5:
        return words.with(at, misspell(words[at]!, this.#random)).join(' ');
      case 6: {
        const letter = this.#below(text.length + 1);
        return text.slice(0, letter) + this.#piece().slice(0, 2) + text.slice(letter);
      }
      case 7:
        return text.slice(this.#below(3), Math.max(2, text.length - this.#below(12)));
      default:
        return words.toSpliced(at, 2, words.slice(at, at + 2).join('')).join(' ');
    }
  }

  #cross(one: string, other: string): string {
    return one.slice(0, this.#below(one.length)) + other.slice(this.#below(other.length));
  }

  #cut(text: string): string {
    const cut = [...text].slice(0, this.#longest).join('');
    return [...cut].length < 2 ? `${cut}aa` : cut;
  }
}

function misspell(word: string, random: () => number): string {
  const at = Math.floor(random() * word.length);
  const letter = 'etaonrislcdumpgbhfvkywqxzj'[Math.floor(random() * 26)]!;
  return [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + letter + word.slice(at + 1),
    word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  ][Math.floor(random() * 4)]!;
}

/** What texts are made of, by kind: those of the tables, words and names of the catalogue, and signs. */
function piecesOf(catalogFile: string): string[][] {
  const tables = ['recipe', 'language'].flatMap((folder) =>
    readdirSync(join(ROOT, 'data', folder)).map((file) => join(ROOT, 'data', folder, file)),
  );
  const phrases = tables.map((file) =>
    readTable(readFileSync(file, 'utf8')).flatMap((row) => row.flatMap((field) => field.split(/, | /))),
  );
  const catalog = openCatalog(catalogFile);
  const step = Math.max(1, Math.floor(catalog.size / NAMES_READ));
  const names = catalog.db.prepare('SELECT name FROM foods WHERE rank % ? = 0').pluck().all(step) as string[];
  catalog.close();
  return [
    ...phrases,
    names.flatMap((name) => name.split(' ')),
    names.flatMap((name) => name.split(' ').map((word) => word.slice(0, 3))),
    names,
    [...'abcdefghijklmnopqrstuvwxyz'],
    ['1', '2', '100', '1/2', '½', '0', '0%', '3.5', '1-2', '1,000', '2x', '500g', '10 x 100 g'],
    [...'(),.;:-–/&+%\'"'],
    [...PATTERNS],
    [...'牛乳米飯鶏肉豆腐醤油มะนาว우유'],
  ].map((kind) => kind.filter((piece) => piece !== ''));
}

export async function worstTexts(catalog: string, options: WorstOptions): Promise<Figure[]> {
  const endpoints = [...TEXT_ENDPOINTS, ...COMBINED_ENDPOINTS];
  return findWorstTexts(catalog, options, endpoints).map(({ endpoint, tried, text, worstMs, medianMs }) => ({
    item: 37,
    done: `${endpoint.name}, ${count(tried)} texts tried; the worst: ${JSON.stringify(text)}`,
    figure: `${worstMs.toFixed(1)} ms at worst, ${medianMs.toFixed(2)} ms in the median`,
    toReach: `at most ${endpoint.mostMs} ms of CPU`,
    isReached: worstMs <= endpoint.mostMs,
  }));
}
