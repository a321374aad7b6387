import foodsTable from '../../../../data/recipe/foods.tsv' with { type: 'text' };
import { words } from '../../../food/text.ts';
import { readAccents } from '../../../language/accents.ts';
import { readTable } from '../../../language/language-data.ts';
import { stem } from '../../../language/word-forms.ts';
import { otherReadings, translate } from './readings.ts';

/** Phrases of the table of everyday foods have no more words: `pechuga de pollo sin piel`. */
const LONGEST_PHRASE = 5;
/** A phrase may mean two foods: `patate` is a potato, and a sweet one. */
const MOST_MEANINGS = 2;

/**
 * What a text says in other words, the likeliest first; foods of a list count only where those of the lists before it
 * are none. A translation is the everyday word first (`poulet` is chicken), since whoever filters wants all chicken,
 * and only then the one food that a search puts first for it.
 */
export function meaningsOf(q: string): string[][] {
  const synonyms = otherReadings(words(q))?.synonyms ?? [];
  const named = translate(q);
  const everyday = named.length === 0 ? [] : translateWords(q);
  const synonymsOfThose = everyday.flatMap((text) => otherReadings(words(text))?.synonyms ?? []);
  return [[...synonyms, ...everyday], synonymsOfThose, named].filter((texts) => texts.length > 0);
}

/** A text with every phrase of another language replaced by the everyday English word for it. */
function translateWords(q: string): string[] {
  const accents = readAccents(q);
  // As translations look at accents: the words as they were typed, without what is between them.
  const typed = words(q).map((word) => accents.get(word) ?? word);
  const foods = readFoods();
  const readings = new Set<string>();
  for (let choice = 0; choice < MOST_MEANINGS; choice++) {
    const reading: string[] = [];
    for (let at = 0; at < typed.length; ) {
      const { text, length } = translateAt(typed, at, foods, choice);
      reading.push(text);
      at += length;
    }
    readings.add(reading.join(' '));
  }
  readings.delete(typed.join(' '));
  return [...readings];
}

interface EverydayFoods {
  name: string;
  /** In English, the usual one first. */
  phrase: string;
  others: readonly string[];
}

function readFoods(): EverydayFoods[] {
  return readTable(foodsTable).map(([food, english, ...others]) => ({
    name: words(food!).join(' '),
    phrase: english!.split(', ')[0]!,
    others,
  }));
}

function translateAt(
  typed: readonly string[],
  at: number,
  foods: readonly EverydayFoods[],
  choice: number,
): { text: string; length: number } {
  for (let length = Math.min(LONGEST_PHRASE, typed.length - at); length > 0; length--) {
    const phrase = typed.slice(at, at + length).join(' ');
    const names = translate(phrase);
    const meant = names.flatMap((name) => phraseOf(phrase, name, foods) ?? []);
    if (meant.length > 0) return { text: meant[Math.min(choice, meant.length - 1)]!, length };
  }
  return { text: typed[at]!, length: 1 };
}

/** Several rows may be about one food, such as chicken and chicken breast: the one that has the phrase is meant. */
function phraseOf(typed: string, name: string, foods: readonly EverydayFoods[]): string | null {
  const key = keyOf(typed);
  const hasPhrase = ({ others }: EverydayFoods) =>
    others.some((list) => list.split(', ').some((phrase) => keyOf(phrase) === key));
  return foods.find((food) => food.name === name && hasPhrase(food))?.phrase ?? null;
}

function keyOf(phrase: string): string {
  return words(phrase).map(stem).join(' ');
}
