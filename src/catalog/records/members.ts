import { kjOf, SALT_G_PER_SODIUM_MG } from '../../food/conversions.ts';
import type { FoodRecord } from '../../food/food-record.ts';
import { memberOf } from '../../member-of.ts';
import { remember } from '../../remember.ts';

/** The fields of a food that some members of its record are derived from. */
export interface DescribedFood {
  name: string;
  calories_kcal: number | null;
  sodium_mg: number | null;
}

/** A record while it is being built. */
export type Draft = { -readonly [Member in keyof FoodRecord]: FoodRecord[Member] };

/** A member of a record as text; empty where it is unknown. */
export interface Member {
  name: keyof FoodRecord;
  write(record: FoodRecord, food: DescribedFood): string;
  read(text: string, record: Draft, food: DescribedFood): void;
}

/** Separates the parts of one text. */
const PART_END = '\t';
/** A list that is known to be empty. */
const NONE = '-';
/** Most foods have one of the same few lists. */
const MAX_LISTS_REMEMBERED = 2000;

/** All but nutrients and ingredients, in the order in which they are stored. */
export const MEMBERS: readonly Member[] = [
  {
    name: 'names',
    write({ names }, { name }) {
      const parts: string[] = [];
      for (const language in names) {
        const text = memberOf(names, language)!;
        parts.push(text === name ? language : language + text);
      }
      return parts.join(PART_END);
    },
    read(text, record, { name }) {
      const names: Record<string, string> = {};
      for (const part of text.split(PART_END)) names[part.slice(0, 2)] = part.slice(2) || name;
      record.names = names;
    },
  },
  textMember('generic_name'),
  {
    name: 'further_brands',
    write: ({ further_brands }) => further_brands?.join(PART_END) ?? '',
    read(text, record) {
      record.further_brands = text.split(PART_END);
    },
  },
  ...(['allergens', 'traces', 'additives', 'labels', 'categories', 'analysis'] as const).map(listMember),
  textMember('nutriscore'),
  numberMember('nova'),
  textMember('quantity'),
  numberMember('product_quantity'),
  textMember('product_quantity_unit'),
  textMember('serving_unit'),
  textMember('basis'),
  textMember('measures'),
  textMember('environment'),
];

/** An amount that follows from the food itself. */
const SAME = '=';

/** Most labels print energy twice, and salt that is just their sodium. */
const DERIVED: Readonly<Record<string, (food: DescribedFood) => number | null>> = {
  energy_kj: ({ calories_kcal }) => (calories_kcal === null ? null : kjOf(calories_kcal)),
  salt_g: ({ sodium_mg }) =>
    sodium_mg === null ? null : Math.round(sodium_mg * SALT_G_PER_SODIUM_MG * 1000) / 1000,
};

export function writeAmount(nutrient: string, amount: number, food: DescribedFood): string {
  return memberOf(DERIVED, nutrient)?.(food) === amount ? SAME : String(amount);
}

/** From the text as a number, which SAME is not. */
export function readAmount(nutrient: string, amount: number, food: DescribedFood): number | null {
  return Number.isNaN(amount) ? (memberOf(DERIVED, nutrient)?.(food) ?? null) : amount;
}

type TextName =
  | 'generic_name'
  | 'nutriscore'
  | 'quantity'
  | 'product_quantity_unit'
  | 'serving_unit'
  | 'basis'
  | 'measures'
  | 'environment';

function textMember(name: TextName): Member {
  return {
    name,
    write: (record) => record[name] ?? '',
    read(text, record) {
      // Grades and basis are one of a few texts, and nothing else is ever written.
      (record as Record<TextName, string>)[name] = text;
    },
  };
}

function numberMember(name: 'nova' | 'product_quantity'): Member {
  return {
    name,
    write: (record) => (record[name] === null ? '' : String(record[name])),
    read(text, record) {
      const number = Number(text);
      (record as Record<typeof name, number | null>)[name] = Number.isFinite(number) ? number : null;
    },
  };
}

type ListName = 'allergens' | 'traces' | 'additives' | 'labels' | 'categories' | 'analysis';

function listMember(name: ListName): Member {
  const listOf = remember(
    (text) => (text === NONE ? [] : text.split(',').map(lengthenTag)),
    MAX_LISTS_REMEMBERED,
  );
  return {
    name,
    write(record) {
      const list = record[name];
      if (list === null) return '';
      return list.length === 0 ? NONE : list.map(shortenTag).join(',');
    },
    read(text, record) {
      record[name] = listOf(text);
    },
  };
}

/** Nearly all tags are English: `en:milk` is written as `milk`, and a tag without a language as `:milk`. */
function shortenTag(tag: string): string {
  const rest = tag.startsWith('en:') ? tag.slice(3) : null;
  if (rest !== null && rest !== '' && rest !== NONE && !rest.includes(':')) return rest;
  return tag.includes(':') ? tag : `:${tag}`;
}

function lengthenTag(text: string): string {
  if (!text.includes(':')) return `en:${text}`;
  return text.startsWith(':') ? text.slice(1) : text;
}
