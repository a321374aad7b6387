import { NUTRIENTS } from '../../src/food/nutrients.ts';
import { parseAmount } from '../read/amount.ts';
import { inputName, openBytes, type Progress } from '../read/input.ts';
import { InputError } from '../read/input-error.ts';
import { type LineLimit, LineSplitter } from '../read/lines.ts';
import { emptyBatch, isEmpty, isFull, type RawBatch } from '../read/raw-batch.ts';
import { emptyRawFood, type RawFood } from '../read/raw-food.ts';
import { categorizeFood } from './categories.ts';
import { nameFood } from './names.ts';
import { wordServing } from './serving.ts';

/** The columns of `data/usda-sr28.tsv`, described in `data/README.md`. */
const COLUMNS = [
  'ndb_number',
  'description',
  ...NUTRIENTS,
  'weight_1_g',
  'weight_1',
  'weight_2_g',
  'weight_2',
] as const;
type Column = (typeof COLUMNS)[number];

/** The longest row of SR28 takes 300 bytes. */
const ROW_LIMIT: LineLimit = {
  bytes: 4 * 1024,
  what: 'a line of more than 4 kB',
  remedy: 'give the table of USDA SR28 that comes with larder, data/usda-sr28.tsv',
};
const REMEDY = ROW_LIMIT.remedy;

/** The longest has 77; what reads a description takes longer than in proportion to it. */
const LONGEST_DESCRIPTION = 200;

/** Five digits; a spreadsheet may have dropped their leading zeros. */
const NDB_NUMBER = /^\d{1,5}$/;
const NDB_DIGITS = 5;

/** Foods whose energy comes in part from alcohol, which the table has no column for. */
const WITH_ALCOHOL =
  /^(?:alcoholic|vanilla extract(?!.*no alcohol))|\b(?:hard cider|malt liquor|cooking wine)\b/i;
/** USDA counts 6.93 kcal for a gram of alcohol, and 4, 9 and 4 for protein, fat and carbohydrate. */
const KCAL_PER_G = { protein: 4, fat: 9, carbs: 4, alcohol: 6.93 } as const;

export interface NumberedLine {
  /** The first line is 1. */
  line: number;
  text: string;
}

export interface OpenedUsda {
  batches: AsyncIterable<RawBatch>;
  progress(): Progress;
  sha256(): string;
}

/** Opens a table of USDA SR28, plain or packed with gzip. */
export async function openUsda(path: string, stdin?: () => AsyncIterable<Uint8Array>): Promise<OpenedUsda> {
  const { chunks, progress, sha256 } = await openBytes(path, stdin);
  const where = inputName(path);
  return { batches: batchFoods(readUsda(readLines(chunks, where), where)), progress, sha256 };
}

/**
 * Turns the lines of a table of USDA SR28 into foods. The table is made by a machine, so a row that cannot be read
 * means that the file is damaged or another one: it ends the build, with the line, instead of being refused.
 */
export async function* readUsda(
  lines: AsyncIterable<NumberedLine> | Iterable<NumberedLine>,
  where: string,
): AsyncGenerator<RawFood, void, undefined> {
  let hasHeader = false;
  for await (const { line, text } of lines) {
    const row = text.replace(/^\ufeff/, '').replace(/\r$/, '');
    if (row.trim() === '') continue;
    if (hasHeader) yield readRow(row.split('\t'), line, where);
    else checkHeader(row, `${where}:${line}`);
    hasHeader = true;
  }
  if (!hasHeader) throw new InputError(where, 'has no header line', REMEDY);
}

function checkHeader(row: string, where: string): void {
  if (row !== COLUMNS.join('\t'))
    throw new InputError(where, 'not the header of a table of USDA SR28', REMEDY);
}

function readRow(fields: string[], line: number, file: string): RawFood {
  const where = `${file}:${line}`;
  if (fields.length !== COLUMNS.length) {
    throw new InputError(where, `${fields.length} fields where ${COLUMNS.length} belong`, REMEDY);
  }
  const textOf = (column: Column) => fields[COLUMNS.indexOf(column)]!;
  const ndbNumber = textOf('ndb_number');
  if (!NDB_NUMBER.test(ndbNumber)) {
    throw new InputError(where, `"${ndbNumber}" is no NDB number`, REMEDY);
  }
  const description = textOf('description');
  if (description.length > LONGEST_DESCRIPTION) {
    throw new InputError(where, `a description of ${description.length} letters`, REMEDY);
  }
  const amountOf = (column: Column) => readAmount(textOf(column), column, where);
  const food = emptyRawFood('usda', line);
  food.key = ndbNumber.padStart(NDB_DIGITS, '0');
  const name = nameFood(description);
  food.names.push(name);
  const category = categorizeFood(food.key, name);
  if (category !== null) food.categories.push(category);
  for (const column of NUTRIENTS) food[column] = amountOf(column);
  if (WITH_ALCOHOL.test(name)) food.alcohol_g = findAlcohol(food);
  amountOf('weight_2_g');
  food.serving_size_g = amountOf('weight_1_g');
  if (food.serving_size_g !== null) food.serving_desc = wordServing(textOf('weight_1'), food.serving_size_g);
  return food;
}

/** The alcohol that explains the energy its macronutrients do not, since USDA adds up energy in just this way. */
function findAlcohol({ calories_kcal, protein_g, fat_g, carbs_g }: RawFood): number | null {
  if (calories_kcal === null || protein_g === null || fat_g === null || carbs_g === null) return null;
  const unexplained =
    calories_kcal - protein_g * KCAL_PER_G.protein - fat_g * KCAL_PER_G.fat - carbs_g * KCAL_PER_G.carbs;
  return Math.max(0, unexplained / KCAL_PER_G.alcohol);
}

/** Null where the table leaves the field empty: not analysed, which is not zero. */
function readAmount(text: string, column: Column, where: string): number | null {
  if (text === '') return null;
  const amount = parseAmount(text);
  if (amount === null) throw new InputError(where, `"${text}" in ${column} is no number`, REMEDY);
  return amount;
}

async function* readLines(
  chunks: AsyncIterable<Buffer>,
  where: string,
): AsyncGenerator<NumberedLine, void, undefined> {
  const splitter = new LineSplitter(where, ROW_LIMIT);
  for await (const chunk of chunks) {
    for (const { bytes, start, end, number } of splitter.push(chunk)) {
      yield { line: number, text: bytes.toString('utf8', start, end) };
    }
  }
  for (const { bytes, start, end, number } of splitter.end()) {
    yield { line: number, text: bytes.toString('utf8', start, end) };
  }
}

async function* batchFoods(foods: AsyncIterable<RawFood>): AsyncGenerator<RawBatch, void, undefined> {
  let batch = emptyBatch();
  for await (const food of foods) {
    batch.foods.push(food);
    if (!isFull(batch)) continue;
    yield batch;
    batch = emptyBatch();
  }
  if (!isEmpty(batch)) yield batch;
}
