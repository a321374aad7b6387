import { basename } from 'node:path';
import type { GenericSource } from '../../src/food/food.ts';
import type { FoodName } from '../../src/food/food-names.ts';
import { FOOD_TABLES, isTableName, TABLE_NAMES, type TableCredit } from '../../src/food/food-tables.ts';
import { indexOfNutrient } from '../../src/food/further-nutrients.ts';
import { readHouseholdMeasures } from '../../src/food/household-measures.ts';
import { findLanguage } from '../../src/food/languages.ts';
import { parseAmount } from '../raw/amount.ts';
import { InputError, type InputRemedies, inputName, type OpenedFoods, openBytes } from '../raw/input.ts';
import { type LineLimit, linesIn } from '../raw/lines.ts';
import { emptyBatch, isEmpty, isFull, type RawBatch } from '../raw/raw-batch.ts';
import { emptyRawFood, type RawFood } from '../raw/raw-food.ts';
import { emptyRawRecord } from '../raw/raw-record.ts';
import { type AmountColumn, findAmountColumn, readTableAmount } from './amount-columns.ts';
import { findPicture } from './pictures.ts';
import { scansOf } from './popularity.ts';

/**
 * Reads composition tables in the one form that all of them have (docs/generic-foods.md): a food in each line, a nutrient
 * in each column. A table is made once and read often, so a line that cannot be read ends the build with an error that names
 * it, instead of being skipped.
 */

const LIMIT: LineLimit = {
  bytes: 64 * 1024,
  what: 'a line of more than 64 kB',
  remedy: 'give a composition table as docs/generic-foods.md describes it',
};
const REMEDY = LIMIT.remedy;
const REMEDIES: InputRemedies = { empty: REMEDY, directory: REMEDY };
/** Regular expressions read names. */
const MAX_NAME_LENGTH = 300;
const MAX_CODE_LENGTH = 60;

export interface OpenedTable extends OpenedFoods {
  credit: TableCredit;
}

/** Opens a table of `data/`, or a file of somebody's own. */
export async function openTable(
  source: GenericSource,
  path: string,
  stdin?: () => AsyncIterable<Uint8Array>,
): Promise<OpenedTable> {
  const { head, chunks, progress, sha256, close } = await openBytes(path, stdin, REMEDIES);
  const where = inputName(path);
  const notes = readNotes(head.toString('utf8'));
  const name = notes.table ?? basename(path).replace(/\..*$/, '');
  const keyOf = (code: string) => (source === 'table' ? `${name} ${code}` : code);
  return {
    batches: readFoods(chunks, where, source, keyOf),
    credit: isTableName(source) ? FOOD_TABLES[source] : creditOf(name, notes),
    progress,
    sha256,
    close,
  };
}

const NOTE = /^# *([a-z_]+): *(.+)$/;

/** What the first lines of somebody's own table say about it: `# licence: CC BY 4.0`. */
function readNotes(head: string): Record<string, string> {
  const notes: Record<string, string> = {};
  for (const line of head.split(/\r?\n/)) {
    if (!line.replace(/^\ufeff/, '').startsWith('#')) break;
    const [, name, text] = NOTE.exec(line.replace(/^\ufeff/, '')) ?? [];
    if (name !== undefined) notes[name] = text!.trim();
  }
  return notes;
}

function creditOf(name: string, notes: Readonly<Record<string, string>>): TableCredit {
  const title = notes.title ?? name;
  return {
    title,
    edition: notes.edition ?? null,
    licence: notes.licence ?? null,
    licence_url: notes.licence_url ?? null,
    credit: notes.credit ?? `${title}.`,
  };
}

async function* readFoods(
  chunks: AsyncIterable<Buffer>,
  where: string,
  source: GenericSource,
  keyOf: (code: string) => string,
): AsyncGenerator<RawBatch, void, undefined> {
  let batch = emptyBatch();
  let columns: Columns | null = null;
  const seen = new Set<string>();
  for await (const { bytes, start, end, number: line } of linesIn(chunks, where, LIMIT)) {
    const text = bytes.toString('utf8', start, end).replace(/^\ufeff/, '');
    if (text.trim() === '' || (columns === null && text.startsWith('#'))) continue;
    if (columns === null) {
      columns = readHeader(text, `${where}:${line}`);
      continue;
    }
    const food = readRow(text.split('\t'), columns, { source, line, where: `${where}:${line}` });
    if (seen.has(food.key!))
      throw new InputError(`${where}:${line}`, `the code ${food.key} appears twice`, REMEDY);
    seen.add(food.key!);
    food.key = keyOf(food.key!);
    batch.foods.push(food);
    if (!isFull(batch)) continue;
    yield batch;
    batch = emptyBatch();
  }
  if (columns === null) throw new InputError(where, 'has no header line', REMEDY);
  if (!isEmpty(batch)) yield batch;
}

interface NameColumn {
  at: number;
  language: string;
  isSynonym: boolean;
}

interface Columns {
  count: number;
  /** The first is what the foods are called. */
  names: NameColumn[];
  amounts: { at: number; name: string; column: AmountColumn }[];
  /** Where the others are; -1 for one that is not there. */
  at: Record<(typeof OTHER_COLUMNS)[number], number>;
}

const OTHER_COLUMNS = [
  'code',
  'brand',
  'category',
  'basis',
  'survey_rank',
  'survey_share',
  'serving',
  'measures',
] as const;
const NAME_COLUMN = /^(name|synonyms)_([a-z]{2})$/;

function readHeader(text: string, where: string): Columns {
  const header = text.split('\t').map((column) => column.trim());
  const names: NameColumn[] = [];
  const amounts: Columns['amounts'] = [];
  for (const [at, name] of header.entries()) {
    const [, kind, code] = NAME_COLUMN.exec(name) ?? [];
    const language = code === undefined ? null : findLanguage(code);
    const column = findAmountColumn(name);
    if (language !== null) names.push({ at, language, isSynonym: kind === 'synonyms' });
    else if (column !== null) amounts.push({ at, name, column });
    else if (!OTHER_COLUMNS.some((other) => other === name))
      throw new InputError(where, `no column of a composition table is called "${name}"`, REMEDY);
    if (header.indexOf(name) < at) throw new InputError(where, `has two columns "${name}"`, REMEDY);
  }
  const at = Object.fromEntries(OTHER_COLUMNS.map((name) => [name, header.indexOf(name)])) as Columns['at'];
  if (at.code < 0) throw new InputError(where, 'has no column "code"', REMEDY);
  if (names[0] === undefined || names[0].isSynonym)
    throw new InputError(where, 'has no column with names, such as "name_en"', REMEDY);
  // A full record has them in this order, and ordering columns once is quicker than ordering the nutrients of every food.
  amounts.sort((one, other) => placeOf(one.column) - placeOf(other.column));
  return { count: header.length, names, amounts, at };
}

function placeOf({ further }: AmountColumn): number {
  return indexOfNutrient(further ?? '') ?? -1;
}

interface Place {
  source: GenericSource;
  line: number;
  where: string;
}

function readRow(fields: readonly string[], columns: Columns, { source, line, where }: Place): RawFood {
  if (fields.length !== columns.count)
    throw new InputError(where, `${fields.length} fields instead of ${columns.count}`, REMEDY);
  const textOf = (column: keyof Columns['at']) => fields[columns.at[column]]?.trim() ?? '';
  const food = emptyRawFood(source, line);
  food.key = textOf('code');
  if (food.key === '' || food.key.length > MAX_CODE_LENGTH)
    throw new InputError(where, food.key === '' ? 'has no code' : 'has a code that is too long', REMEDY);
  nameIn(food, fields, columns.names, where);
  if (source === 'usda') food.image_url = findPicture(food.key);
  food.brand = textOf('brand') || null;
  if (textOf('category') !== '') food.categories = [textOf('category')];
  fillAmounts(food, fields, columns, where);
  food.record!.per = readBasis(textOf('basis'), where);
  food.record!.measures = textOf('measures') || null;
  serveIn(food, columns.at.serving < 0 ? null : textOf('serving'), where);
  const rank = parseAmount(textOf('survey_rank'));
  const share = parseAmount(textOf('survey_share')) ?? shareOf(source);
  if (rank !== null && rank >= 1) food.scans = scansOf(rank, share);
  return food;
}

/**
 * A food of another table is mostly one of SR28 again, and SR28 has the popularity of what people eat. The same food of other tables
 * comes after all of those, and before what nobody asks for. Each table has its own share, so that lists of what is popular do not have
 * the same food of all of them in a row.
 */
const SHARE_BESIDE_SR28 = 0.1;

function shareOf(source: GenericSource): number {
  return SHARE_BESIDE_SR28 / (isTableName(source) ? TABLE_NAMES.indexOf(source) + 1 : 1);
}

function nameIn(
  food: RawFood,
  fields: readonly string[],
  columns: readonly NameColumn[],
  where: string,
): void {
  const others: FoodName[] = [];
  for (const { at, language, isSynonym } of columns) {
    for (const text of isSynonym ? fields[at]!.split(';') : [fields[at]!]) {
      const name = text.trim();
      if (name.length > MAX_NAME_LENGTH)
        throw new InputError(where, `a name of ${name.length} letters`, REMEDY);
      if (name === '') continue;
      if (food.names.length > 0) others.push({ language, kind: 'official', name });
      else {
        food.names = [name];
        // Foods of SR28 count for no language, as a filter by language has always found them.
        food.lang = food.source === 'usda' ? null : language;
      }
    }
  }
  if (food.names.length === 0) throw new InputError(where, 'has no name', REMEDY);
  food.other_names = others;
}

function fillAmounts(food: RawFood, fields: readonly string[], { amounts }: Columns, where: string): void {
  const record = emptyRawRecord();
  for (const { at, name, column } of amounts) {
    const amount = readTableAmount(fields[at]!.trim(), column);
    if (amount === undefined)
      throw new InputError(where, `"${fields[at]}" in ${name} is not an amount`, REMEDY);
    if (amount === null) continue;
    const { field, further } = column;
    if (field !== null) food[field] ??= amount;
    if (further !== null && !Object.hasOwn(record.nutrients, further)) record.nutrients[further] = amount;
  }
  for (const nutrient of ['carbs_g', 'sugar_g'] as const) {
    const amount = food[nutrient];
    if (amount !== null && amount > 100 && amount <= MAX_AS_MONOSACCHARIDES) food[nutrient] = 100;
  }
  food.record = record;
}

/** 100 g of starch or sugar take up water where they are counted as the simple sugars that they come apart into. */
const MAX_AS_MONOSACCHARIDES = 111;

function readBasis(text: string, where: string): string {
  if (text === '' || text === 'g' || text === 'ml') return text === 'ml' ? '100ml' : '100g';
  throw new InputError(where, `"${text}" in basis is neither g nor ml`, REMEDY);
}

/** What a survey counts where somebody does not say how much it was. */
const USUAL_AMOUNT = 'usual amount';

/** As in the column for it; in a table without one, what was weighed first. */
function serveIn(food: RawFood, written: string | null, where: string): void {
  const measures = readHouseholdMeasures(food.record!.measures);
  if (!measures.every((measure) => measure !== null))
    throw new InputError(where, `"${food.record!.measures}" in measures cannot be read`, REMEDY);
  const usual = measures.find(({ unit }) => unit === USUAL_AMOUNT) ?? measures[0];
  const first = measures.find((one) => one.unit !== USUAL_AMOUNT && one.grams === usual?.grams) ?? usual;
  const serving = written ?? (first === undefined ? '' : `${first.amount} ${first.unit}: ${first.grams}`);
  if (serving === '') return;
  const [, words, grams = ''] = SERVING.exec(serving) ?? [];
  food.serving_size_g = parseAmount(grams);
  if (food.serving_size_g === null)
    throw new InputError(where, `"${serving}" in serving is not words, a colon and grams`, REMEDY);
  food.serving_desc = `${words} (${food.serving_size_g} g)`;
}

const SERVING = /^(.+): (\S+)$/;
