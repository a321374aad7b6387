import { type CountrySet, readCountries } from '../../src/food/countries.ts';
import { FURTHER_NUTRIENT_SOURCES } from '../../src/food/open-food-facts-nutrients.ts';
import { FIELDS, type OffField, putField } from '../open-food-facts/fields.ts';
import {
  brandsFromTags,
  EXPORT_COLUMNS,
  isMarkedWithoutNutrition,
  isUsableImage,
  isUsdaImport,
  NAME_COLUMN,
  NUTRIENT_SOURCES,
  type NutrientSource,
  readTimestamp,
  readVerdict,
  splitList,
  splitVerdicts,
} from '../open-food-facts/open-food-facts.ts';
import { parseAmountBytes } from '../raw/amount.ts';
import { InputError } from '../raw/input.ts';
import { type Line, type LineBatch, type LineReader, linesOf } from '../raw/lines.ts';
import { emptyBatch, type RawBatch, type RefusalReason, refuse } from '../raw/raw-batch.ts';
import { emptyRawFood, type RawFood } from '../raw/raw-food.ts';
import { emptyRawRecord } from '../raw/raw-record.ts';
import { type FieldStarts, ShiftedFields, type Signs } from './shifted-fields.ts';

/** The widest export so far had 214 columns. */
export const COLUMN_LIMIT = 5000;

/** How much of a refused row is kept as an example; the report shortens it further. */
const EXAMPLE_BYTES = 500;

const TAB = 0x09;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Reads lines of the tab-separated export of Open Food Facts. It has no quoting: a `"` is ordinary data, and a parser for
 * quoted CSV would merge rows.
 */
export function openExportReader(where: string): LineReader {
  let columns: ExportColumns | null = null;
  return (lines) => {
    columns ??= readHeader(lines.header ?? '', where);
    return readBatch(columns, lines);
  };
}

function readBatch(columns: ExportColumns, lines: LineBatch): RawBatch {
  const batch = emptyBatch();
  const suspects: { line: Line; signs: Signs }[] = [];
  columns.shifted.beginBatch();
  for (const line of linesOf(lines)) {
    if (!columns.locate(line)) {
      refuseLine(batch, line, 'wrong_field_count');
      continue;
    }
    const signs = columns.findSigns(line.bytes);
    if (signs !== null) suspects.push({ line: { ...line }, signs });
    batch.foods.push(columns.readFood(line));
  }
  const shifted = suspects.filter(({ signs }) => columns.shifted.isShifted(signs));
  if (shifted.length === 0) return batch;
  const numbers = new Set(shifted.map(({ line }) => line.number));
  for (const { line } of shifted) refuseLine(batch, line, 'shifted_fields');
  return {
    foods: batch.foods.filter(({ line }) => !numbers.has(line)),
    refused: batch.refused.sort((a, b) => a.line - b.line),
  };
}

function refuseLine(batch: RawBatch, line: Line, reason: RefusalReason): void {
  const end = Math.min(line.end, line.start + EXAMPLE_BYTES);
  refuse(batch, line.number, reason, line.bytes.toString('utf8', line.start, end));
}

function readHeader(line: string, where: string): ExportColumns {
  let tabs = 0;
  for (let at = line.indexOf('\t'); at !== -1; at = line.indexOf('\t', at + 1)) tabs++;
  if (tabs >= COLUMN_LIMIT) {
    throw new InputError(
      `${where}:1`,
      `the header has ${tabs + 1} columns, more than any export`,
      'give a complete Open Food Facts export',
    );
  }
  const header = line.replace(BYTE_ORDER_MARK, '').split('\t');
  const columns = new ExportColumns(header.map((name) => name.trim()));
  const missing = columns.missing();
  if (missing === null) return columns;
  throw new InputError(
    `${where}:1`,
    `the header has no ${missing} column`,
    'give an Open Food Facts export with its header line',
  );
}

/** What a header has of a source, and where. */
type Located<Source> = Source & { columns: readonly number[] };

/** Knows which columns of a header we read, and reads them from a line. */
class ExportColumns {
  readonly #count: number;
  /** Where each field of the current line starts, with one extra entry so that the last field has an end too. */
  readonly #starts: FieldStarts;
  readonly #lastRead: number;
  readonly #at: { readonly [Name in keyof typeof EXPORT_COLUMNS]: readonly number[] };
  readonly #fields: readonly Located<OffField>[];
  readonly #nutrients: readonly Located<NutrientSource>[];
  readonly #further: readonly Located<(typeof FURTHER_NUTRIENT_SOURCES)[number]>[];
  readonly #names: readonly { language: string; column: number }[];
  readonly shifted: ShiftedFields;
  /** Whether the current line has more fields than the header. */
  #hasSurplus = false;

  constructor(header: readonly string[]) {
    this.#count = header.length;
    this.#starts = new Int32Array(header.length + 1);
    this.#at = Object.fromEntries(
      Object.entries(EXPORT_COLUMNS).map(([name, patterns]) => [name, positions(header, patterns)]),
    ) as { [Name in keyof typeof EXPORT_COLUMNS]: number[] };
    const locate = <Source>(source: Source, names: readonly string[]) => {
      const columns = positions(header, names);
      return columns.length === 0 ? [] : [{ ...source, columns }];
    };
    const per100g = <Source extends { names: readonly string[] }>(source: Source) =>
      locate(
        source,
        source.names.map((name) => `${name}_100g`),
      );
    this.#fields = FIELDS.flatMap((field) => locate(field, field.from));
    this.#nutrients = NUTRIENT_SOURCES.flatMap(per100g);
    this.#further = FURTHER_NUTRIENT_SOURCES.flatMap(per100g);
    this.#names = header.flatMap((name, column) => {
      const language = NAME_COLUMN.exec(name)?.[1];
      return language === undefined ? [] : [{ language, column }];
    });
    this.shifted = new ShiftedFields(header);
    this.#lastRead = Math.max(
      ...Object.values(this.#at).flat(),
      ...this.#fields.flatMap(({ of, columns }) => (of === 'food' ? columns : [])),
      ...this.#nutrients.flatMap(({ columns }) => columns),
    );
  }

  /** A required column that the header lacks; null if it has all of them. */
  missing(): string | null {
    if (!this.#fields.some(({ to }) => to === 'code')) return '`code`';
    return this.#at.name.length === 0 && this.#at.generic_name.length === 0 ? '`product_name`' : null;
  }

  /**
   * Finds the fields of a line. Returns false if there are too few or too many, because a stray tab or newline has then
   * shifted values into the wrong columns. Missing columns after the last one that we read do no harm; more fields than
   * in the header may be how the export ends its lines, if they are empty.
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
    this.#hasSurplus = fields > count;
    if (fields === count) {
      starts[count] = end + 1;
      return true;
    }
    if (fields > count) return isAllTabs(bytes, starts[count]!, end);
    for (let field = fields; field <= count; field++) starts[field] = end + 1;
    return fields > this.#lastRead;
  }

  /** What is odd about the located line. */
  findSigns(bytes: Buffer): Signs | null {
    return this.shifted.examine(bytes, this.#starts, this.#hasSurplus);
  }

  readFood(line: Line): RawFood {
    const bytes = line.bytes;
    const at = this.#at;
    const image = this.#text(bytes, at.image_url);
    const thumb = this.#text(bytes, at.image_thumb_url);
    const generic = this.#text(bytes, at.generic_name);
    const food = emptyRawFood('off', line.number);
    const record = emptyRawRecord();
    for (const field of this.#fields)
      putField(field, food, record, this.#value(bytes, field.kind, field.columns));
    food.names = this.#nameCandidates(bytes, generic);
    food.generic_name = generic;
    food.brand ??= this.#brandFromTags(bytes);
    food.categories = splitList(this.#text(bytes, at.categories) ?? '');
    food.is_usda_import = isUsdaImport(this.#text(bytes, at.creator), []);
    food.source_verdict = readVerdict(
      splitVerdicts(this.#text(bytes, at.quality_errors)),
      splitVerdicts(this.#text(bytes, at.quality_warnings)),
    );
    food.image_url = isUsableImage(image) ? image : null;
    food.image_thumb_url = isUsableImage(thumb) ? thumb : null;
    food.countries = this.#countries(bytes);
    for (const { language, column } of this.#names) {
      const name = this.#field(bytes, column);
      if (name !== null) record.names[language] = name;
    }
    record.ingredients = this.#text(bytes, at.ingredients);
    if (!isMarkedWithoutNutrition(this.#text(bytes, at.no_nutrition_data))) {
      this.#readNutrients(bytes, food);
      for (const { name, columns, factor } of this.#further) {
        const amount = this.#amount(bytes, columns);
        if (amount !== null) record.nutrients[name] = amount * factor;
      }
    }
    food.record = record;
    return food;
  }

  #value(bytes: Buffer, kind: OffField['kind'], columns: readonly number[]): unknown {
    switch (kind) {
      case 'text':
        return this.#text(bytes, columns);
      case 'amount':
        return this.#amount(bytes, columns);
      case 'time':
        return this.#timestamp(bytes, columns);
      case 'tags':
        return splitList(this.#text(bytes, columns) ?? '');
    }
  }

  #readNutrients(bytes: Buffer, food: RawFood): void {
    for (const { field, columns, factor } of this.#nutrients) {
      const amount = this.#amount(bytes, columns);
      if (amount !== null) food[field] = amount * factor;
    }
  }

  #nameCandidates(bytes: Buffer, generic: string | null): string[] {
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

  #timestamp(bytes: Buffer, columns: readonly number[]): number | null {
    for (const column of columns) {
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

/**
 * The positions of the matching columns, in the order of the patterns; of two columns with the same name, the first.
 */
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
