import type { Catalog } from '../food/catalog.ts';
import { type Food, isGeneric } from '../food/food.ts';
import type { StoredRecord } from '../food/full-record.ts';
import { html, type Markup } from '../http/markup.ts';
import type { Locale } from './locale.ts';

/** A food as a page shows it, with the languages of its words; null where a language is unknown. */
export interface LocalFood extends Food {
  /** That of the name. */
  nameLanguage: string | null;
  /** That of everything else the source wrote, such as the serving. */
  ownLanguage: string | null;
}

/** Generic foods are described in English. */
const GENERIC_LANGUAGE = 'en';

/** A food with its name in the language of the page, where its full record has one. */
export function localFood(food: Food, stored: StoredRecord | null, { language }: Locale): LocalFood {
  const ownLanguage = isGeneric(food) ? GENERIC_LANGUAGE : (stored?.language ?? null);
  const name = stored?.record?.names[language];
  return name === undefined
    ? { ...food, nameLanguage: ownLanguage, ownLanguage }
    : { ...food, name, nameLanguage: language, ownLanguage };
}

/** The foods of a list with their names in the language of the page. */
export function localFoods(foods: readonly Food[], catalog: Catalog, locale: Locale): LocalFood[] {
  return foods.map((food) => localFood(food, catalog.findRecord(food), locale));
}

/** Attributes for words of a source, so that they are read out in their language and run in their direction. */
export function wordsIn(language: string | null, locale: Locale): Markup {
  return language === null || language === locale.language
    ? html` dir="auto"`
    : html` dir="auto" lang="${language}"`;
}
