import { EMPTY_RECORD, type FoodRecord } from '../../food/food-record.ts';
import { FURTHER_NUTRIENTS } from '../../food/further-nutrients.ts';

/**
 * The records of about fifty neighbouring foods as one text, member by member: the values of a member resemble each
 * other, so that they compress to a fraction of what fifty records of their own would take. Ingredients are a text of
 * their own, since they take more room than everything else and can be left out.
 */

/** A record next to the values of its food that some of its members follow from. */
export interface Described {
  name: string;
  calories_kcal: number | null;
  sodium_mg: number | null;
  record: FoodRecord;
}

/** Between the members of a block, between foods within a member, and between the parts of one value. */
const MEMBER_END = '\u001e';
const FOOD_END = '\n';
const PART_END = '\t';
/** A list that is known to be empty. */
const NONE = '-';
/** A value that follows from the food itself. */
const SAME = '=';

interface Member {
  write(food: Described): string;
  read(text: string, record: Record<string, unknown>, food: Omit<Described, 'record'>): void;
}

const KJ_PER_KCAL = 4.184;
const SALT_G_PER_SODIUM_MG = 2.5 / 1000;

/** Most labels print energy twice, and salt that is just their sodium. */
const DERIVED: Readonly<Record<string, (food: Omit<Described, 'record'>) => number | null>> = {
  energy_kj: ({ calories_kcal }) => (calories_kcal === null ? null : Math.round(calories_kcal * KJ_PER_KCAL)),
  salt_g: ({ sodium_mg }) =>
    sodium_mg === null ? null : Math.round(sodium_mg * SALT_G_PER_SODIUM_MG * 1000) / 1000,
};

const MEMBERS: readonly Member[] = [
  {
    write: ({ name, record }) =>
      Object.entries(record.names)
        .map(([language, text]) => (text === name ? language : `${language}${text}`))
        .join(PART_END),
    read(text, record, { name }) {
      const names = text.split(PART_END).map((part) => [part.slice(0, 2), part.slice(2) || name]);
      record.names = Object.fromEntries(names);
    },
  },
  textMember('generic_name'),
  {
    write: ({ record }) => record.further_brands?.join(PART_END) ?? '',
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
];

export interface BlockTexts {
  facts: string;
  /** Null when no food of the block has ingredients. */
  ingredients: string | null;
}

export function writeBlock(foods: readonly Described[]): BlockTexts {
  const members = MEMBERS.map(({ write }) => joinFoods(foods.map(write)));
  const amounts = writeNutrients(foods);
  for (const nutrient of FURTHER_NUTRIENTS) {
    const known = amounts.get(nutrient);
    if (known !== undefined) members.push(`${nutrient}${FOOD_END}${known.join(FOOD_END)}`);
  }
  const ingredients = joinFoods(foods.map(({ record }) => record.ingredients_text ?? ''));
  return { facts: members.join(MEMBER_END), ingredients: ingredients === '' ? null : ingredients };
}

/** A block as it is read. */
export interface StoredBlock {
  facts: string;
  /** Called when the ingredients of a food are read, since unpacking them takes longer than the rest. */
  ingredients(): string | null;
}

/** One record of a block, by its place in it. */
export function recordAt(block: StoredBlock, place: number, food: Omit<Described, 'record'>): FoodRecord {
  const record: Record<string, unknown> = { ...EMPTY_RECORD, nutrients: {} };
  readFacts(block.facts, place, record, food);
  let ingredients: { text: string | null } | null = null;
  Object.defineProperty(record, 'ingredients_text', {
    enumerable: true,
    get() {
      ingredients ??= { text: lineAt(block.ingredients() ?? '', place) || null };
      return ingredients.text;
    },
  });
  return record as unknown as FoodRecord;
}

function readFacts(
  facts: string,
  place: number,
  record: Record<string, unknown>,
  food: Omit<Described, 'record'>,
): void {
  const columns = facts.split(MEMBER_END);
  for (let at = 0; at < columns.length; at++) {
    const column = columns[at]!;
    if (column === '') continue;
    if (at < MEMBERS.length) {
      const text = lineAt(column, place);
      if (text !== '') MEMBERS[at]!.read(text, record, food);
      continue;
    }
    // The first line of a nutrient is its name.
    const text = lineAt(column, place + 1);
    if (text === '') continue;
    const name = column.slice(0, column.indexOf(FOOD_END));
    readNutrient(name, text, record.nutrients as Record<string, number>, food);
  }
}

/** The expression that finds each line, by its number; a block has few. */
const LINES: RegExp[] = [];

/** Most blocks are read for one food, so finding its line is quicker than cutting all of them, by an expression above all. */
function lineAt(column: string, place: number): string {
  LINES[place] ??= new RegExp(`^(?:[^\\n]*\\n){${place}}([^\\n]*)`);
  return LINES[place].exec(column)?.[1] ?? '';
}

function joinFoods(values: readonly string[]): string {
  return values.every((value) => value === '') ? '' : values.join(FOOD_END);
}

/** The amounts of every nutrient that any of the foods has: a food has few of the seventy, and a block not many more. */
function writeNutrients(foods: readonly Described[]): Map<string, string[]> {
  const amounts = new Map<string, string[]>();
  for (const [place, food] of foods.entries()) {
    const { nutrients } = food.record;
    for (const name in nutrients) {
      let known = amounts.get(name);
      if (known === undefined) {
        known = new Array<string>(foods.length).fill('');
        amounts.set(name, known);
      }
      known[place] = DERIVED[name]?.(food) === nutrients[name] ? SAME : String(nutrients[name]);
    }
  }
  return amounts;
}

function readNutrient(
  name: string,
  text: string,
  nutrients: Record<string, number>,
  food: Omit<Described, 'record'>,
): void {
  const amount = text === SAME ? DERIVED[name]?.(food) : Number(text);
  if (amount !== null && amount !== undefined) nutrients[name] = amount;
}

function textMember(
  name:
    | 'generic_name'
    | 'nutriscore'
    | 'quantity'
    | 'product_quantity_unit'
    | 'serving_unit'
    | 'basis'
    | 'measures',
): Member {
  return {
    write: ({ record }) => record[name] ?? '',
    read(text, record) {
      record[name] = text;
    },
  };
}

function numberMember(name: 'nova' | 'product_quantity'): Member {
  return {
    write: ({ record }) => (record[name] === null ? '' : String(record[name])),
    read(text, record) {
      record[name] = Number(text);
    },
  };
}

type ListName = 'allergens' | 'traces' | 'additives' | 'labels' | 'categories' | 'analysis';

function listMember(name: ListName): Member {
  return {
    write({ record }) {
      const list = record[name];
      if (list === null) return '';
      return list.length === 0 ? NONE : list.map(shortenTag).join(',');
    },
    read(text, record) {
      record[name] = text === NONE ? [] : text.split(',').map(lengthenTag);
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
