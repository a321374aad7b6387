import { readAccents } from '../../../text/accents.ts';
import { withoutAmount } from '../../../text/amount.ts';
import { words } from '../../../text/fold.ts';
import { foodNamedAt, isSaid, otherReadings, translate } from './readings.ts';
import { translateWords } from './word-translations.ts';

/**
 * What a text says in other words, the likeliest first; foods of a list count only where those of the lists before it
 * are none. A translation is the everyday word first (`poulet` is chicken), since whoever filters wants all chicken,
 * and only then the one food that a search puts first for it.
 */
export function meaningsOf(q: string): string[][] {
  const food = withoutAmount(q, isSaid);
  return food === null ? meaningsOfFood(q) : [[food], ...meaningsOfFood(food)];
}

function meaningsOfFood(q: string): string[][] {
  const english = foodNamedAt(words(q), readAccents(q)) ?? translateWords(q);
  const everyday = english === null ? [] : [english];
  const synonymsOf = (text: string) => otherReadings(words(text))?.synonyms ?? [];
  const meanings = [[...synonymsOf(q), ...everyday], everyday.flatMap(synonymsOf), translate(q)];
  return meanings.filter((texts) => texts.length > 0);
}
