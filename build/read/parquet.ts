import { type FileMetaData, parquetMetadataAsync, parquetRead, type SchemaElement } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { readCountries } from '../../src/food/countries.ts';
import { FIELDS, type OffField, putField } from '../open-food-facts/fields.ts';
import {
  brandsFromTags,
  findAmounts,
  findFurther,
  isMarkedWithoutNutrition,
  isUsdaImport,
  NUTRIENT_SOURCES,
  orderLanguages,
  PER_SERVING,
  pickFrontImage,
  readAmount,
  readTimestamp,
  readVerdict,
  standardUnits,
} from '../open-food-facts/open-food-facts.ts';
import { InputError } from '../raw/input.ts';
import { BATCH_ROWS, type RawBatch } from '../raw/raw-batch.ts';
import { type Amounts, emptyRawFood, type RawFood } from '../raw/raw-food.ts';
import { emptyRawRecord, type RawRecord } from '../raw/raw-record.ts';

/** Bytes that can be read from any position. */
export interface ByteRanges {
  byteLength: number;
  slice(start: number, end?: number): Promise<ArrayBuffer>;
}

/** A product whose columns are being filled in one by one. */
interface Product {
  food: RawFood;
  record: RawRecord;
}

interface ColumnReader {
  /** The leaves of a column that we read. Nutriments alone have nine, four of which matter. */
  leaves: readonly string[];
  /** Leaves that other years lack; where one is missing, its values are empty. */
  optional?: readonly string[];
  /** The values of each leaf, the optional ones last; a leaf that is not a list has one value. */
  read(product: Product, leaves: readonly (readonly unknown[])[]): void;
}

/**
 * The columns that we read besides those of the fields. The parsed ingredients and the scores take up most of the file and
 * are never fetched.
 */
const COLUMN_READERS: readonly ColumnReader[] = [
  translations('product_name', ({ food, record }, names, byLanguage) => {
    food.names = [...new Set(names)];
    record.names = byLanguage;
  }),
  translations('ingredients_text', ({ record }, [text]) => {
    record.ingredients = text ?? null;
  }),
  translations('generic_name', ({ food }, [generic]) => {
    if (generic === undefined) return;
    food.generic_name = generic;
    if (!food.names.includes(generic)) food.names.push(generic);
  }),
  list('brands_tags', ({ food }, tags) => {
    food.brand ??= brandsFromTags(tags);
  }),
  list('categories_tags', ({ food }, tags) => {
    food.categories = tags;
  }),
  list('countries_tags', ({ food }, tags) => {
    food.countries = tags.length === 0 ? null : readCountries(tags.join(','));
  }),
  pairs('images', 'key', 'rev', ({ food }, revisions) => {
    Object.assign(food, pickFrontImage(revisions, food.code, food.lang));
  }),
  {
    leaves: ['nutriments.list.element.name', 'nutriments.list.element.100g'],
    optional: ['nutriments.list.element.value', 'nutriments.list.element.unit'],
    read: ({ food, record }, [names, amounts, typed, units]) => {
      const find = (name: string) => amountIn(names!, amounts!, name);
      Object.assign(food, findAmounts(find));
      record.nutrients = findFurther(find);
      if (record.per === PER_SERVING) food.per_serving = readTyped(names!, typed!, units!);
    },
  },
  scalar('creator', ({ food }, creator) => {
    food.is_usda_import = isUsdaImport(creator, []);
  }),
  list('data_sources_tags', ({ food }, tags) => {
    food.is_usda_import ||= isUsdaImport(null, tags);
  }),
  list('data_quality_errors_tags', ({ food }, tags) => {
    food.source_verdict = readVerdict(tags, []);
  }),
  list('data_quality_warnings_tags', ({ food }, tags) => {
    food.source_verdict ??= readVerdict([], tags);
  }),
  scalar('no_nutrition_data', ({ food, record }, flag) => {
    if (!isMarkedWithoutNutrition(flag)) return;
    record.nutrients = {};
    for (const { field } of NUTRIENT_SOURCES) food[field] = null;
    food.per_serving = null;
  }),
];

/** Of several columns of a field a file has one, as they were called in its year. */
function fieldReader(field: OffField, present: ReadonlySet<string>): ColumnReader[] {
  const read = { text: findText, amount: readAmount, time: readTimestamp };
  const column = field.from.find((name) => present.has(name) || present.has(`${name}.list.element`));
  const put = ({ food, record }: Product, value: unknown) => putField(field, food, record, value);
  if (column === undefined) return [];
  const { kind } = field;
  if (kind === 'tags') return [list(column, put)];
  return [scalar(column, (product, value) => put(product, read[kind](value)))];
}

/** The readers for what a file has: fields first, since others need the language and the code. */
function readersFor(present: ReadonlySet<string>): ColumnReader[] {
  const fields = FIELDS.flatMap((field) => fieldReader(field, present));
  const others = COLUMN_READERS.filter(({ leaves }) => leaves.every((leaf) => present.has(leaf)));
  return [...fields, ...others];
}

/** A file without these is some other table. */
const REQUIRED_LEAVES: readonly string[] = ['code', 'product_name.list.element.text'];

/**
 * Larger row groups are read in parts of this size, to bound memory. Common writers make groups of up to 122,880 rows,
 * which are read in one go.
 */
const ROWS_AT_ONCE = 131_072;

/** Collecting garbage takes a tenth of a second, which pays off once a leaf has this many values. */
const MIN_VALUES_TO_COLLECT = 100_000;

/** Amounts are stored as 32-bit floats, which have about seven decimal digits; the rest is noise. */
const FLOAT_DIGITS = 7;

/** Rows by their places in the file, without the one at the end. */
export interface RowRange {
  start: number;
  end: number;
}

export interface ParquetFile {
  rows: number;
  /** Rows that are read together. */
  parts: readonly RowRange[];
  read(rows: RowRange): AsyncGenerator<RawBatch, void, undefined>;
}

/** The Parquet export of Open Food Facts. Reads the footer now and the rows on demand. */
export async function openParquet(file: ByteRanges, where: string): Promise<ParquetFile> {
  const metadata = await parquetMetadataAsync(file).catch((error) => {
    throw damaged(where, error);
  });
  const present = leavesOf(metadata);
  const missing = REQUIRED_LEAVES.find((leaf) => !present.has(leaf));
  if (missing !== undefined) {
    throw new InputError(
      where,
      `the Parquet file has no \`${missing.split('.')[0]}\` column in the form Open Food Facts uses`,
      'give the Parquet export of Open Food Facts',
    );
  }
  return {
    rows: Number(metadata.num_rows),
    parts: partsOf(metadata),
    async *read({ start, end }) {
      const foods = await readPart({ file, metadata, where, rowStart: start, rowEnd: end });
      for (let at = 0; at < foods.length; at += BATCH_ROWS)
        yield { foods: foods.slice(at, at + BATCH_ROWS), refused: [] };
    },
  };
}

function partsOf({ row_groups }: FileMetaData): RowRange[] {
  const parts: RowRange[] = [];
  let start = 0;
  for (const { num_rows } of row_groups) {
    const groupEnd = start + Number(num_rows);
    for (; start < groupEnd; start = parts.at(-1)!.end)
      parts.push({ start, end: Math.min(start + ROWS_AT_ONCE, groupEnd) });
  }
  return parts;
}

function damaged(where: string, error: unknown): InputError {
  const reason = error instanceof Error ? error.message : String(error);
  return new InputError(where, `the Parquet file is truncated or damaged (${reason})`, 'download it again');
}

/**
 * Reads one column after another into the foods. Reading all columns of a row group at once and assembling rows would
 * take gigabytes.
 */
async function readPart(part: Part): Promise<RawFood[]> {
  const products: Product[] = [];
  for (let row = part.rowStart; row < part.rowEnd; row++) {
    const food = emptyRawFood('off', row + 1);
    const record = emptyRawRecord();
    food.record = record;
    products.push({ food, record });
  }
  const readers = readersFor(leavesOf(part.metadata));
  for (const reader of readers) await readColumn(reader, products, part);
  return products.map(({ food }) => food);
}

interface Part {
  file: ByteRanges;
  metadata: FileMetaData;
  where: string;
  rowStart: number;
  rowEnd: number;
}

async function readColumn(reader: ColumnReader, products: readonly Product[], part: Part): Promise<void> {
  const leaves: LeafRows[] = [];
  // One at a time as well: the library creates nested arrays for every row of a leaf.
  for (const leaf of reader.leaves) leaves.push(await readLeaf(leaf, part));
  const present = leavesOf(part.metadata);
  for (const leaf of reader.optional ?? []) {
    leaves.push(present.has(leaf) ? await readLeaf(leaf, part) : NO_ROWS);
  }
  for (const [row, product] of products.entries()) {
    reader.read(
      product,
      leaves.map((leaf) => leaf.values.slice(leaf.starts[row], leaf.starts[row + 1])),
    );
  }
}

/** The values of all rows in one array, and where each row starts in it, with one extra entry for the end. */
interface LeafRows {
  starts: Uint32Array;
  values: unknown[];
}

const NO_ROWS: LeafRows = { starts: new Uint32Array(), values: [] };

async function readLeaf(leaf: string, { file, metadata, where, rowStart, rowEnd }: Part): Promise<LeafRows> {
  const pages: { pageStart: number; rows: ArrayLike<unknown> }[] = [];
  await parquetRead({
    file,
    metadata: keepLeaves(metadata, new Set([leaf])),
    compressors,
    rowStart,
    rowEnd,
    useOffsetIndex: true,
    onPage: ({ columnData, rowStart: pageStart }) => pages.push({ pageStart, rows: columnData }),
  }).catch((error) => {
    throw damaged(where, error);
  });
  pages.sort((a, b) => a.pageStart - b.pageStart);
  const starts = new Uint32Array(rowEnd - rowStart + 1);
  const values: unknown[] = [];
  let row = rowStart;
  for (const { pageStart, rows } of pages) {
    // Pages can extend beyond the requested rows.
    for (const end = Math.min(pageStart + rows.length, rowEnd); row < end; row++) {
      starts[row - rowStart] = values.length;
      append(values, rows[row - pageStart]);
    }
  }
  starts.fill(values.length, row - rowStart);
  // The nested arrays are garbage now. Left alone, the engine lets half a gigabyte of it pile up.
  pages.length = 0;
  if (values.length >= MIN_VALUES_TO_COLLECT) Bun.gc(true);
  return { starts, values };
}

/** Every optional or repeated level above a leaf adds a level of nesting. There are no lists of lists. */
function append(values: unknown[], nested: unknown): void {
  if (!Array.isArray(nested)) values.push(nested);
  else for (const item of nested) append(values, item);
}

function findText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function scalar(column: string, read: (product: Product, value: unknown) => void): ColumnReader {
  return { leaves: [column], read: (product, [values]) => read(product, values![0]) };
}

function list(column: string, read: (product: Product, texts: string[]) => void): ColumnReader {
  return {
    leaves: [`${column}.list.element`],
    read: (product, [items]) =>
      read(
        product,
        items!.map(findText).filter((text) => text !== null),
      ),
  };
}

/** A list of records as keys and values. If two records have the same key, the first with a value counts. */
function pairs(
  column: string,
  key: string,
  value: string,
  read: (product: Product, pairs: Map<string, unknown>) => void,
): ColumnReader {
  return {
    leaves: [`${column}.list.element.${key}`, `${column}.list.element.${value}`],
    read: (product, [keyItems, valueItems]) => {
      const found = new Map<string, unknown>();
      for (const [at, key] of keyItems!.entries()) {
        if (typeof key === 'string' && (found.get(key) ?? null) === null) found.set(key, valueItems![at]);
      }
      if (found.size > 0) read(product, found);
    },
  };
}

/** The text in the product's own language is listed as `main`, and again under that language's code. */
function translations(
  column: string,
  read: (product: Product, texts: string[], byLanguage: Record<string, string>) => void,
): ColumnReader {
  return pairs(column, 'lang', 'text', (product, texts) => {
    const main = texts.get('main');
    texts.delete('main');
    const byLanguage: Record<string, string> = {};
    for (const language of orderLanguages(texts.keys(), product.food.lang)) {
      const text = findText(texts.get(language));
      if (text !== null) byLanguage[language] = text;
    }
    const own = findText(main);
    const others = Object.values(byLanguage);
    read(product, own === null ? others : [own, ...others], byLanguage);
  });
}

/** The amount of a name in two lists that belong together. */
function amountIn(names: readonly unknown[], amounts: readonly unknown[], name: string): number | null {
  const amount = readAmount(amounts[names.indexOf(name)]);
  return amount === null ? null : Number(amount.toPrecision(FLOAT_DIGITS));
}

/** The amounts as typed, each in its own unit. */
export function readTyped(
  names: readonly unknown[],
  amounts: readonly unknown[],
  units: readonly unknown[],
): Partial<Amounts> | null {
  const typed = findAmounts((name) => {
    const amount = amountIn(names, amounts, name);
    const unit = standardUnits(name, findText(units[names.indexOf(name)]));
    return amount === null || unit === null ? null : amount * unit;
  });
  return Object.keys(typed).length === 0 ? null : typed;
}

/** The leaves of a file that will be read, so that they can be fetched in advance. */
export function findLeavesToRead(metadata: FileMetaData): Set<string> {
  const present = leavesOf(metadata);
  const wanted = readersFor(present).flatMap(({ leaves, optional = [] }) => [...leaves, ...optional]);
  return new Set(wanted.filter((leaf) => present.has(leaf)));
}

function leavesOf(metadata: FileMetaData): Set<string> {
  const chunks = metadata.row_groups[0]?.columns ?? [];
  return new Set(chunks.map((chunk) => chunk.meta_data?.path_in_schema.join('.') ?? ''));
}

/** The metadata as if the file had only these leaves, because the library reads entire top-level columns. */
function keepLeaves(metadata: FileMetaData, leaves: ReadonlySet<string>): FileMetaData {
  const schema: SchemaElement[] = [];
  let position = 0;
  const keep = (path: readonly string[]): boolean => {
    const element = { ...metadata.schema[position++]! };
    const kept = schema.push(element) - 1;
    const children = element.num_children ?? 0;
    if (children === 0) {
      if (leaves.has(path.join('.'))) return true;
    } else {
      let keptChildren = 0;
      for (let child = 0; child < children; child++) {
        if (keep([...path, metadata.schema[position]!.name])) keptChildren++;
      }
      element.num_children = keptChildren;
      if (keptChildren > 0) return true;
    }
    schema.length = kept;
    return false;
  };
  keep([]);
  return {
    ...metadata,
    schema,
    row_groups: metadata.row_groups.map((group) => ({
      ...group,
      columns: group.columns.filter((chunk) => leaves.has(chunk.meta_data?.path_in_schema.join('.') ?? '')),
    })),
  };
}
