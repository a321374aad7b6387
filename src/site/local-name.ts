import type { Catalog } from '../food/catalog.ts';
import type { Food } from '../food/food.ts';
import { nameIn, ownLanguage, type StoredRecord } from '../food/full-record.ts';
import { html, type Markup } from '../http/markup.ts';
import type { Locale } from './locale.ts';

/** A food as a page shows it, with the languages of its words; null where a language is unknown. */
export interface LocalFood extends Food {
  /** That of the name. */
  nameLanguage: string | null;
  /** What its source calls it, where the name is another. */
  ownName: string | null;
  /** That of everything else the source wrote, such as the serving. */
  ownLanguage: string | null;
}

/** A food with its name in the language of the page, where it has one. */
export function localFood(food: Food, stored: StoredRecord | null, { language }: Locale): LocalFood {
  const own = ownLanguage(food, stored);
  const name = nameIn(food, stored, language);
  const isOther = name !== null && name.toLowerCase() !== food.name.toLowerCase();
  return {
    ...food,
    name: isOther ? capitalize(name, language) : food.name,
    nameLanguage: name === null ? own : language,
    ownName: isOther ? food.name : null,
    ownLanguage: own,
  };
}

/** Everyday names are written as within a sentence. */
function capitalize(name: string, language: string): string {
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The foods of a list with their names in the language of the page. */
export function localFoods(foods: readonly Food[], catalog: Catalog, locale: Locale): LocalFood[] {
  return foods.map((food) => localFood(food, catalog.findRecord(food), locale));
}

/** The address of its page; where it has none, that of its record. */
export function foodLink({ id, static_url }: Food, locale: Locale): string {
  return static_url === null ? `/food/${id}` : locale.link(static_url);
}

/** Attributes for words of a source, so that they are read out in their language and run in their direction. */
export function wordsIn(language: string | null, locale: Locale): Markup {
  return language === null || language === locale.language
    ? html` dir="auto"`
    : html` dir="auto" lang="${language}"`;
}
