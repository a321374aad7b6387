import { type CountrySet, readCountries } from '../../src/food/countries.ts';
import {
  brandsFromTags,
  EXPORT_COLUMNS,
  isMarkedWithoutNutrition,
  isUsableImage,
  NUTRIENT_SOURCES,
  type NutrientField,
  readTimestamp,
  splitList,
} from '../open-food-facts/open-food-facts.ts';
import { parseAmountBytes } from './amount.ts';
import { InputError } from './input-error.ts';
import { isBlank, type Line, LineSplitter } from './lines.ts';
import { emptyBatch, isEmpty, isFull, type RawBatch, refuse } from './raw-batch.ts';
import type { RawFood } from './raw-food.ts';

/** The widest export so far has 214 columns. */
export const COLUMN_LIMIT = 5000;

/** Of a refused row; the report shortens it further. */
const EXAMPLE_BYTES = 500;

const TAB = 0x09;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * The tab-separated export of Open Food Facts. It has no quoting: a `"` is data like any other, and a reader of
 * quoted CSV would merge rows.
 */
export async function* readExport(
  chunks: AsyncIterable<Buffer>,
  where: string,
): AsyncGenerator<RawBatch, void, undefined> {
  const splitter = new LineSplitter(where);
  let columns: ExportColumns | null = null;
  let batch = emptyBatch();
  for await (const chunk of chunks) {
    for (const line of splitter.push(chunk)) {
      if (columns === null) columns = readHeader(line, where);
      else readLine(columns, line, batch);
      if (isFull(batch)) {
        yield batch;
        batch = emptyBatch();
      }
    }
  }
  for (const line of splitter.end()) {
    if (columns === null) columns = readHeader(line, where);
    else readLine(columns, line, batch);
  }
  if (!isEmpty(batch)) yield batch;
}

function readLine(columns: ExportColumns, line: Line, batch: RawBatch): void {
  if (isBlank(line)) return;
  if (columns.locate(line)) {
    batch.foods.push(columns.readFood(line));
    return;
  }
  const end = Math.min(line.end, line.start + EXAMPLE_BYTES);
  refuse(batch, line.number, 'wrong_field_count', line.bytes.toString('utf8', line.start, end));
}

function readHeader(line: Line, where: string): ExportColumns {
  let tabs = 0;
  for (let at = line.start; at < line.end; at++) if (line.bytes[at] === TAB) tabs++;
  if (tabs >= COLUMN_LIMIT) {
    throw new InputError(
      `${where}:1`,
      `a header of ${tabs + 1} columns, more than any export has`,
      'give a whole Open Food Facts export',
    );
  }
  const header = line.bytes.toString('utf8', line.start, line.end).replace(BYTE_ORDER_MARK, '').split('\t');
  const columns = new ExportColumns(header.map((name) => name.trim()));
  const missing = columns.missing();
  if (missing === null) return columns;
  throw new InputError(
    `${where}:1`,
    `the header has no ${missing} column`,
    'give an export of Open Food Facts with its header line',
  );
}

interface NutrientColumn {
  field: NutrientField;
  columns: readonly number[];
  factor: number;
}

/** Knows at which position a header has what we read, and reads it out of a line. */
class ExportColumns {
  readonly #count: number;
  /** Where each field of the line at hand starts; one more entry than columns, so that each field has an end. */
  readonly #starts: Int32Array;
  readonly #lastRead: number;
  readonly #at: { readonly [Name in keyof typeof EXPORT_COLUMNS]: readonly number[] };
  readonly #nutrients: readonly NutrientColumn[];

  constructor(header: readonly string[]) {
    this.#count = header.length;
    this.#starts = new Int32Array(header.length + 1);
    this.#at = Object.fromEntries(
      Object.entries(EXPORT_COLUMNS).map(([name, patterns]) => [name, positions(header, patterns)]),
    ) as { [Name in keyof typeof EXPORT_COLUMNS]: number[] };
    this.#nutrients = NUTRIENT_SOURCES.map(({ field, names, factor }) => ({
      field,
      columns: positions(
        header,
        names.map((name) => `${name}_100g`),
      ),
      factor,
    }));
    this.#lastRead = Math.max(
      ...Object.values(this.#at).flat(),
      ...this.#nutrients.flatMap(({ columns }) => columns),
    );
  }

  /** What a header must have and this one has not. */
  missing(): string | null {
    if (this.#at.code.length === 0) return '`code`';
    return this.#at.name.length === 0 && this.#at.generic_name.length === 0 ? '`product_name`' : null;
  }

  /**
   * Finds the fields of a line. False when there are too few or too many: a stray tab or newline has then moved
   * values into columns where they do not belong. Empty fields at the end, or columns missing after the last one
   * that we read, move nothing.
   */
  locate(line: Line): boolean {
    const { bytes, end } = line;
    const starts = this.#starts;
    const count = this.#count;
    let fields = 1;
    starts[0] = line.start;
    for (let at = line.start; at < end; at++) {
      if (bytes[at] !== TAB) continue;
      if (fields <= count) starts[fields] = at + 1;
      fields++;
    }
    if (fields === count) {
      starts[count] = end + 1;
      return true;
    }
    if (fields > count) return isAllTabs(bytes, starts[count]!, end);
    for (let field = fields; field <= count; field++) starts[field] = end + 1;
    return fields > this.#lastRead;
  }

  readFood(line: Line): RawFood {
    const bytes = line.bytes;
    const at = this.#at;
    const image = this.#text(bytes, at.image_url);
    const thumb = this.#text(bytes, at.image_thumb_url);
    const generic = this.#text(bytes, at.generic_name);
    const food: RawFood = {
      source: 'off',
      line: line.number,
      code: this.#text(bytes, at.code),
      key: null,
      names: this.#names(bytes, generic),
      generic_name: generic,
      brand: this.#text(bytes, at.brand) ?? this.#brandFromTags(bytes),
      categories: splitList(this.#text(bytes, at.categories) ?? ''),
      serving_desc: this.#text(bytes, at.serving_desc),
      serving_size_g: this.#amount(bytes, at.serving_size_g),
      calories_kcal: null,
      energy_kj: null,
      protein_g: null,
      fat_g: null,
      carbs_g: null,
      fiber_g: null,
      sugar_g: null,
      sodium_mg: null,
      salt_g: null,
      saturated_fat_g: null,
      cholesterol_mg: null,
      potassium_mg: null,
      alcohol_g: null,
      image_url: isUsableImage(image) ? image : null,
      image_thumb_url: isUsableImage(thumb) ? thumb : null,
      scans: this.#amount(bytes, at.scans),
      modified_t: this.#timestamp(bytes),
      countries: this.#countries(bytes),
      lang: this.#text(bytes, at.lang),
    };
    if (!isMarkedWithoutNutrition(this.#text(bytes, at.no_nutrition_data))) this.#readNutrients(bytes, food);
    return food;
  }

  #readNutrients(bytes: Buffer, food: RawFood): void {
    for (const { field, columns, factor } of this.#nutrients) {
      const amount = this.#amount(bytes, columns);
      if (amount !== null) food[field] = amount * factor;
    }
  }

  #names(bytes: Buffer, generic: string | null): string[] {
    const names: string[] = [];
    for (const column of this.#at.name) {
      const name = this.#field(bytes, column);
      if (name !== null && !names.includes(name)) names.push(name);
    }
    if (generic !== null && !names.includes(generic)) names.push(generic);
    return names;
  }

  #brandFromTags(bytes: Buffer): string | null {
    const tags = this.#text(bytes, this.#at.brand_tags);
    return tags === null ? null : brandsFromTags(splitList(tags));
  }

  #timestamp(bytes: Buffer): number | null {
    for (const column of this.#at.modified_t) {
      const moment = readTimestamp(this.#field(bytes, column));
      if (moment !== null) return moment;
    }
    return null;
  }

  #countries(bytes: Buffer): CountrySet | null {
    const list = this.#text(bytes, this.#at.countries);
    return list === null ? null : readCountries(list);
  }

  #text(bytes: Buffer, columns: readonly number[]): string | null {
    for (const column of columns) {
      const text = this.#field(bytes, column);
      if (text !== null) return text;
    }
    return null;
  }

  #amount(bytes: Buffer, columns: readonly number[]): number | null {
    for (const column of columns) {
      const start = this.#starts[column]!;
      const end = this.#starts[column + 1]! - 1;
      const amount = end > start ? parseAmountBytes(bytes, start, end) : null;
      if (amount !== null) return amount;
    }
    return null;
  }

  #field(bytes: Buffer, column: number): string | null {
    const start = this.#starts[column]!;
    const end = this.#starts[column + 1]! - 1;
    return end > start ? bytes.toString('utf8', start, end) : null;
  }
}

/** The positions of the columns that match, in the order of the patterns; the first of two equal names counts. */
function positions(header: readonly string[], patterns: readonly (string | RegExp)[]): number[] {
  const found = new Set<number>();
  for (const pattern of patterns) {
    if (typeof pattern === 'string') {
      const position = header.indexOf(pattern);
      if (position >= 0) found.add(position);
    } else {
      for (const [position, name] of header.entries()) if (pattern.test(name)) found.add(position);
    }
  }
  return [...found];
}

function isAllTabs(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== TAB) return false;
  return true;
}
