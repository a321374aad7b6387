import { isSmallWord } from '../query/stop-words.ts';
import { stem } from '../query/word-forms.ts';

/** A name as a whole, for finding the food that is called just so. */

/** The letters of the words and nothing between them: `Coca-Cola`, `coca cola` and `CocaCola` are one name. */
export function tightly(nameWords: string[]): string {
  return nameWords.join('');
}

/** The stems of the words that carry meaning: `Apple`, `Apples` and `The Apples` are one name. */
export function loosely(nameWords: string[]): string {
  let key = '~';
  for (const word of nameWords) if (!isSmallWord(word)) key += stem(word);
  return key.length > 1 ? key : `~${nameWords.join('')}`;
}
