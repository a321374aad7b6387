import { stem } from './word-forms.ts';

/** A word, the start of one, or several words side by side. */
export interface Pattern {
  words: readonly string[];
  isPrefix: boolean;
  /** Means absence only where the query excludes the substance: `white` for `egg without yolk`. */
  isWeak: boolean;
}

/** As the tables write it: `nonfat`, `desnatad*`, `meat+only`, `?white`. */
export function readPattern(text: string): Pattern {
  const isWeak = text.startsWith('?');
  const isPrefix = text.endsWith('*');
  const words = text.slice(isWeak ? 1 : 0, isPrefix ? -1 : undefined).split('+');
  return { words, isPrefix, isWeak };
}

export function wholeWord(word: string): Pattern {
  return { words: [word], isPrefix: false, isWeak: false };
}

/** Some patterns, arranged so that a word of a name is compared with all of them at once. Plurals count as the same. */
export class Patterns {
  readonly list: readonly Pattern[];
  readonly #stems = new Set<string>();
  /** By their first letters, since nearly all words have another. */
  readonly #prefixes = new Map<number, string[]>();
  readonly #phrases = new Map<string, string[][]>();

  constructor(list: readonly Pattern[]) {
    this.list = list;
    for (const { words, isPrefix } of list) {
      const stems = words.map(stem);
      const [first] = stems as [string];
      if (isPrefix) this.#addPrefix(words[0]!);
      else if (stems.length === 1) this.#stems.add(first);
      else this.#phrases.set(first, [...(this.#phrases.get(first) ?? []), stems]);
    }
  }

  #addPrefix(prefix: string): void {
    const first = prefix.charCodeAt(0);
    this.#prefixes.set(first, [...(this.#prefixes.get(first) ?? []), prefix]);
  }

  /** Whether a match may begin with a word. */
  mayBeginWith(word: string): boolean {
    if (this.list.length === 0) return false;
    const own = stem(word);
    return this.#stems.has(own) || this.#phrases.has(own) || this.#hasPrefixOf(word);
  }

  /** How many words of a text match, from one of them on; 0 for none. */
  lengthAt(words: readonly string[], at: number): number {
    if (this.list.length === 0) return 0;
    const word = words[at]!;
    const own = stem(word);
    const phrase = this.#phrases
      .get(own)
      ?.find((stems) => stems.every((other, i) => at + i < words.length && stem(words[at + i]!) === other));
    if (phrase !== undefined) return phrase.length;
    return this.#stems.has(own) || this.#hasPrefixOf(word) ? 1 : 0;
  }

  #hasPrefixOf(word: string): boolean {
    const alike = this.#prefixes.get(word.charCodeAt(0));
    return alike?.some((prefix) => word.startsWith(prefix)) ?? false;
  }
}
