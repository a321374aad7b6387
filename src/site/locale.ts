import { type CountrySet, listCountries } from '../food/countries.ts';
import type { Unit } from '../food/nutrients.ts';
import { html, type Insertable, type Markup } from '../http/markup.ts';
import { memberOf } from '../member-of.ts';
import { onDemand } from '../on-demand.ts';
import { remember } from '../remember.ts';
import { categoryNames, LANGUAGES, memberNames, pageWords } from './names.ts';
import type { Words } from './words/en.ts';
import type { Plural } from './words/plural.ts';

/** One of `LANGUAGES`, of which the first is for readers who want none of them. */
export type Language = string;

export function isLanguage(code: string): boolean {
  return LANGUAGES.includes(code);
}

/** What fills the placeholders of a message, such as `{count}`; numbers are written as counts. */
type Values = Readonly<Record<string, Insertable>>;
const PLACE = /\{(\w+)\}/;
/** With the placeholders captured, every second part is the name of one. */
const splitMessage = remember((message) => message.split(PLACE));
const THOUSANDS = /^\d{4,15}$/;
/** Names are looked up for codes only: anything else throws a RangeError. */
const TWO_LETTERS = /^[a-z]{2}$/i;

/** How a page speaks: its words, and the way its language writes numbers, lists, countries and languages. */
export class Locale {
  /** Most pages need few of these formats, and all of them would delay the start of a server by 10 ms. */
  readonly #counts = onDemand(() => new Intl.NumberFormat(this.#tag));
  readonly #plurals = onDemand(() => new Intl.PluralRules(this.#tag));
  readonly #lists = onDemand(() => new Intl.ListFormat(this.#tag));
  readonly #dates = onDemand(
    () => new Intl.DateTimeFormat(this.#tag, { dateStyle: 'long', timeZone: 'UTC' }),
  );
  readonly #collator = onDemand(() => new Intl.Collator(this.#tag));
  readonly #regions = onDemand(() => new Intl.DisplayNames(this.#tag, { type: 'region', fallback: 'none' }));
  readonly #languages = onDemand(
    () => new Intl.DisplayNames(this.#tag, { type: 'language', fallback: 'none' }),
  );
  readonly #decimalSign = onDemand(() => this.#counts().format(0.5).charAt(1));
  readonly #tag: string;
  readonly #categories: ReadonlyMap<string, string>;
  readonly #members = onDemand(() => memberNames(this.language));

  constructor(
    readonly language: Language,
    readonly words: Words,
    /** Whether the address of the page names its language: its links then do so, too. */
    readonly isNamed: boolean,
  ) {
    // In British English, which these pages are written in, a list has no comma before its last word.
    this.#tag = language === 'en' ? 'en-GB' : language;
    this.#categories = categoryNames(language);
  }

  /**
   * The address of a page in several languages, as a link of this one. Where the address of this page names the language,
   * so do its links: a reader who keeps no cookies stays in the chosen language, and so does a search engine.
   */
  link(address: string): string {
    if (!this.isNamed) return address;
    const [path = '', fragment] = address.split('#', 2);
    const named = `${path}${path.includes('?') ? '&' : '?'}lang=${this.language}`;
    return fragment === undefined ? named : `${named}#${fragment}`;
  }

  /** What a form that leads to such a page sends for the same reason. */
  field(): Markup | null {
    return this.isNamed ? html`<input type="hidden" name="lang" value="${this.language}">` : null;
  }

  /** A message with its placeholders filled in, as text. The value `count` decides between singular and plural. */
  say(message: string | Plural, values: Readonly<Record<string, string | number>> = {}): string {
    return this.#parts(message, values).join('');
  }

  /** A message as markup, where a value may be a link or other markup. */
  put(message: string | Plural, values: Values): Markup {
    return html`${this.#parts(message, values)}`;
  }

  #parts<Value extends Insertable>(
    message: string | Plural,
    values: Readonly<Record<string, Value>>,
  ): (string | Value)[] {
    const parts = splitMessage(this.#form(message, values.count));
    return parts.map((part, at) => {
      if (at % 2 === 0) return part;
      const value = memberOf(values, part);
      if (value === undefined) throw new Error(`no value for {${part}} in: ${parts.join('')}`);
      return typeof value === 'number' ? this.count(value) : value;
    });
  }

  #form(message: string | Plural, count: Insertable | undefined): string {
    if (typeof message === 'string') return message;
    return this.#plurals().select(Number(count)) === 'one' ? message.one : message.other;
  }

  /** A count, such as `8,905`. */
  count(count: number): string {
    return this.#counts().format(count);
  }

  /** A number with the decimal sign of the language, and its thousands apart; portion.client.js does the same. */
  number(value: number | string): string {
    const [whole = '', ...decimals] = String(value).split('.');
    return [THOUSANDS.test(whole) ? this.count(Number(whole)) : whole, ...decimals].join(this.#decimalSign());
  }

  /** A number with this many decimals. */
  fixed(value: number, decimals: number): string {
    return this.number(value.toFixed(decimals));
  }

  /**
   * An amount as a label prints it: precise enough to compare, and never 0 for a trace. Vitamins come in smaller amounts
   * than what labels list, so they have more digits.
   */
  amount(value: number, unit: Unit, isFine = false): string {
    const parts = stepsPerUnit(value, unit, isFine);
    const rounded = Math.round(value * parts) / parts;
    return rounded === 0 && value > 0 ? `< ${this.number(1 / parts)}` : this.number(rounded);
  }

  /** A weight in grams, to at most two decimals. */
  weight(grams: number): string {
    return this.number(Math.round(grams * 100) / 100);
  }

  /** A share from 0 to 1 in percent: never 0 % for some, and never 100 % for less than all. */
  share(share: number): string {
    if (share > 0 && share < 0.001) return `< ${this.number(0.1)}\u00a0%`;
    if (share < 1 && share > 0.999) return `${this.number(99.9)}\u00a0%`;
    return share === 0 || share === 1 ? `${share * 100}\u00a0%` : `${this.fixed(share * 100, 1)}\u00a0%`;
  }

  /** A share in whole percent, as labels print daily values. */
  percent(share: number): string {
    if (share > MAX_SHARE) return `> ${MAX_SHARE * 100}\u00a0%`;
    return share > 0 && share < 0.005 ? '< 1\u00a0%' : `${Math.round(share * 100)}\u00a0%`;
  }

  /** A date such as `2026-03-14`, in words; as it is where it is none, since a catalogue may have any text there. */
  date(day: string): string {
    const date = new Date(day);
    return Number.isNaN(date.getTime()) ? day : this.#dates().format(date);
  }

  /** `a, b and c`. */
  list(items: readonly string[]): string {
    return this.#lists().format(items);
  }

  /** A name in the middle of a sentence: German nouns keep their capital. */
  readonly inText = remember((name) =>
    this.language === 'de' ? name : name.toLocaleLowerCase(this.language),
  );

  /** The name of a category of the catalogue. */
  category(category: string): string {
    return this.#categories.get(category) ?? category;
  }

  /** The name of a nutrient of a full record, an allergen, a label or a diet; undefined for one that has none. */
  member(name: string): string | undefined {
    return this.#members().get(name);
  }

  /** The letter that a name is filed under: accents do not make another one. */
  initial(name: string): string {
    return name.replace(/^Œ/i, 'O').normalize('NFD').charAt(0).toLocaleUpperCase(this.language);
  }

  compare(a: string, b: string): number {
    return this.#collator().compare(a, b);
  }

  /** The name of a country by its code; the code itself where it has none. */
  readonly country = remember(
    (code) => (TWO_LETTERS.test(code) && this.#regions().of(code.toUpperCase())) || code,
  );

  /** The names of countries in their alphabetical order, with commas between them. */
  readonly countries = remember((set: CountrySet) =>
    listCountries(set)
      .map((code) => this.country(code))
      .sort((a, b) => this.compare(a, b))
      .join(', '),
  );

  /** The name of a language by its code; the code itself where it has none. */
  readonly languageName = remember((code) => (TWO_LETTERS.test(code) && this.#languages().of(code)) || code);
}

/** Beyond this a share of a daily value says only that the source is wrong. */
const MAX_SHARE = 100;

/** Into how many steps a unit is rounded; portion.client.js does the same. */
function stepsPerUnit(value: number, unit: Unit, isFine: boolean): number {
  if (unit === 'g') return value < 10 ? 100 : 10;
  if (isFine && value < 10) return value < 1 ? 1000 : 100;
  return value < 100 ? 10 : 1;
}

const locales = new Map<string, Locale>();
const wordsOf = remember(pageWords);

export function localeOf(language: Language, isNamed = false): Locale {
  const key = `${language} ${isNamed}`;
  let locale = locales.get(key);
  if (locale === undefined) {
    locale = new Locale(language, wordsOf(language), isNamed);
    locales.set(key, locale);
  }
  return locale;
}

export const ENGLISH = localeOf('en');
