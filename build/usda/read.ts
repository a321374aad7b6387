import { isFurtherNutrient } from '../../src/food/further-nutrients.ts';
import { readHouseholdMeasures } from '../../src/food/household-measures.ts';
import type { Nutrient } from '../../src/food/nutrients.ts';
import { memberOf } from '../../src/member-of.ts';
import { parseAmount } from '../raw/amount.ts';
import { InputError, type InputRemedies, inputName, openBytes } from '../raw/input.ts';
import type { LineLimit } from '../raw/lines.ts';
import { emptyRawFood, type RawFood } from '../raw/raw-food.ts';
import { emptyRawRecord } from '../raw/raw-record.ts';
import { batchFoods, type NumberedLine, type OpenedFoods, readLines, tidyLine } from '../raw/table-file.ts';
import { findBrands } from './brands.ts';
import { categorizeFood } from './categories.ts';
import { nameFood } from './names.ts';
import { otherNames } from './other-names.ts';
import { findPicture } from './pictures.ts';
import { scansOf } from './popularity.ts';
import { chooseServing, wordServing } from './serving.ts';

/** Amounts in 100 g, by the names of the table. The ten that a Food has are kept under its own names. */
const AMOUNTS =
  `energy_kcal protein_g fat_g carbohydrate_g fiber_g sugars_g alcohol_g water_g caffeine_mg calcium_mg iron_mg
magnesium_mg phosphorus_mg potassium_mg sodium_mg zinc_mg copper_mg manganese_mg selenium_ug vitamin_a_rae_ug vitamin_e_mg
vitamin_d_ug vitamin_c_mg thiamin_mg riboflavin_mg niacin_mg pantothenic_acid_mg vitamin_b6_mg folate_dfe_ug vitamin_b12_ug
choline_mg vitamin_k_ug saturated_fat_g monounsaturated_fat_g polyunsaturated_fat_g trans_fat_g cholesterol_mg`.split(
    /\s+/,
  );
const FIELD_OF_AMOUNT: Readonly<Record<string, Nutrient | 'alcohol_g'>> = {
  energy_kcal: 'calories_kcal',
  protein_g: 'protein_g',
  fat_g: 'fat_g',
  carbohydrate_g: 'carbs_g',
  fiber_g: 'fiber_g',
  sugars_g: 'sugar_g',
  sodium_mg: 'sodium_mg',
  saturated_fat_g: 'saturated_fat_g',
  cholesterol_mg: 'cholesterol_mg',
  potassium_mg: 'potassium_mg',
  alcohol_g: 'alcohol_g',
};

/** The columns of `data/usda-sr28.tsv`, described in `data/README.md`. */
const COLUMNS = [
  'ndb_number',
  'food_group',
  'description',
  'common_names',
  'manufacturer',
  'survey_rank',
  'survey_share',
  ...AMOUNTS,
  'measures',
];

/** The longest row of SR28 takes 800 bytes. */
const ROW_LIMIT: LineLimit = {
  bytes: 8 * 1024,
  what: 'a line of more than 8 kB',
  remedy: 'give the table of USDA SR28 that comes with larder, data/usda-sr28.tsv',
};
const REMEDY = ROW_LIMIT.remedy;

/** The longest of SR28 has 134 letters; regular expressions read it, so its length is bounded. */
const MAX_DESCRIPTION_LENGTH = 200;

/** Five digits; a spreadsheet may have dropped their leading zeros. */
const NDB_NUMBER = /^\d{1,5}$/;
const NDB_DIGITS = 5;

const REMEDIES: InputRemedies = {
  empty: 'give a table of USDA SR28, or leave it out',
  directory: 'give a table of USDA SR28',
};

/** Opens a table of USDA SR28, plain or packed with gzip. */
export async function openUsda(path: string, stdin?: () => AsyncIterable<Uint8Array>): Promise<OpenedFoods> {
  const { chunks, progress, sha256, close } = await openBytes(path, stdin, REMEDIES);
  const where = inputName(path);
  return {
    batches: batchFoods(readUsda(readLines(chunks, where, ROW_LIMIT), where)),
    progress,
    sha256,
    close,
  };
}

/**
 * Turns the lines of a table of USDA SR28 into foods. The table is generated, so a row that cannot be read means a
 * damaged or different file: it ends the build with an error that names the line, instead of being skipped.
 */
export async function* readUsda(
  lines: AsyncIterable<NumberedLine> | Iterable<NumberedLine>,
  where: string,
): AsyncGenerator<RawFood, void, undefined> {
  let hasHeader = false;
  for await (const { line, text } of lines) {
    const row = tidyLine(text);
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
    throw new InputError(where, `${fields.length} fields instead of ${COLUMNS.length}`, REMEDY);
  }
  const textOf = (column: string) => fields[COLUMNS.indexOf(column)]!;
  const amountOf = (column: string) => readAmount(textOf(column), column, where);
  const ndbNumber = textOf('ndb_number');
  if (!NDB_NUMBER.test(ndbNumber)) {
    throw new InputError(where, `"${ndbNumber}" is not an NDB number`, REMEDY);
  }
  const food = emptyRawFood('usda', line);
  food.key = ndbNumber.padStart(NDB_DIGITS, '0');
  food.image_url = findPicture(food.key);
  nameIn(food, textOf, where);
  const record = emptyRawRecord();
  for (const column of AMOUNTS) {
    const amount = amountOf(column);
    if (amount !== null && isFurtherNutrient(column)) record.nutrients[column] = amount;
    const field = memberOf(FIELD_OF_AMOUNT, column);
    if (field !== undefined) food[field] = amount;
  }
  serveIn(food, textOf('measures'), where);
  record.measures = textOf('measures') || null;
  food.record = record;
  const rank = amountOf('survey_rank');
  if (rank !== null && rank >= 1) food.scans = scansOf(rank, amountOf('survey_share') ?? 1);
  return food;
}

/** Fills in the name, the maker and the category of a food. */
function nameIn(food: RawFood, textOf: (column: string) => string, where: string): void {
  const description = textOf('description');
  if (description.length > MAX_DESCRIPTION_LENGTH) {
    throw new InputError(where, `a description of ${description.length} letters`, REMEDY);
  }
  const name = nameFood(description);
  food.names.push(name);
  food.other_names = otherNames(textOf('common_names'));
  food.brand = findBrands(description, textOf('manufacturer'));
  const category = categorizeFood(textOf('food_group'), name);
  if (category !== null) food.categories = [category];
}

function serveIn(food: RawFood, text: string, where: string): void {
  const measures = readHouseholdMeasures(text);
  if (!measures.every((measure) => measure !== null))
    throw new InputError(where, `"${text}" in measures cannot be read`, REMEDY);
  const serving = chooseServing(measures, food.categories[0] ?? null, food.names[0] ?? '');
  if (serving === null) return;
  food.serving_size_g = serving.grams;
  food.serving_desc = wordServing(serving);
}

/** Null where the table leaves the field empty: not analysed, which is not zero. */
function readAmount(text: string, column: string, where: string): number | null {
  if (text === '') return null;
  const amount = parseAmount(text);
  if (amount === null) throw new InputError(where, `"${text}" in ${column} is not a number`, REMEDY);
  return amount;
}
