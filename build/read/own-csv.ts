import { parse } from 'fast-csv';
import { FOOD_FIELDS, type Food, type FoodSource } from '../../src/food/food.ts';
import { parseAmount } from '../raw/amount.ts';
import { InputError, type InputRemedies, inputName, type OpenedFoods, openBytes } from '../raw/input.ts';
import { type Line, type LineLimit, linesIn } from '../raw/lines.ts';
import { emptyBatch, isEmpty, isFull, type RawBatch, refuse } from '../raw/raw-batch.ts';
import { emptyRawFood, type RawFood } from '../raw/raw-food.ts';

/** A food takes a few hundred bytes. A row longer than this means a quote that was never closed. */
export const ROW_LIMIT: LineLimit = {
  bytes: 1024 * 1024,
  what: 'has a line of more than 1 MB',
  remedy: 'give a CSV file with one food per line',
};

const REMEDIES: InputRemedies = {
  empty: 'add foods to it, or leave it out',
  directory: 'give a CSV file with your own foods',
};

/** Fields of a Food that the build computes itself. They are allowed, so that exported foods can be imported again. */
const IGNORED_COLUMNS: ReadonlySet<string> = new Set(['id', 'source', 'confidence', 'static_url']);

type Column = Exclude<keyof Food, 'id' | 'source' | 'confidence' | 'static_url'>;

/**
 * Our own CSV format for a self-hoster's foods and for labelled estimates: comma-separated, quoted, with the field names
 * of a Food as the header. Only `name` is required.
 */
export async function openOwnCsv(
  path: string,
  source: FoodSource,
  stdin?: () => AsyncIterable<Uint8Array>,
): Promise<OpenedFoods> {
  const { chunks, progress, sha256, close } = await openBytes(path, stdin, REMEDIES);
  return { batches: readOwnCsv(chunks, inputName(path), source), progress, sha256, close };
}

async function* readOwnCsv(
  chunks: AsyncIterable<Buffer>,
  where: string,
  source: FoodSource,
): AsyncGenerator<RawBatch, void, undefined> {
  let columns: Column[] | null = null;
  let batch = emptyBatch();
  for await (const { fields, line } of readRows(chunks, where)) {
    if (fields.every((field) => field.trim() === '')) continue;
    if (columns === null) columns = readHeader(fields, `${where}:${line}`);
    else readRow(columns, fields, line, source, batch);
    if (!isFull(batch)) continue;
    yield batch;
    batch = emptyBatch();
  }
  if (columns === null) throw new InputError(where, 'has no header line', headerRemedy());
  if (!isEmpty(batch)) yield batch;
}

interface Row {
  fields: string[];
  /** The line where the row starts; quoted fields may contain newlines. */
  line: number;
}

/**
 * The parser is given one row at a time, because it does not report line numbers itself: this way each row and each
 * error has one.
 */
async function* readRows(chunks: AsyncIterable<Buffer>, where: string): AsyncGenerator<Row, void, undefined> {
  const parser = new RowParser(where);
  try {
    for await (const line of linesIn(chunks, where, ROW_LIMIT)) yield* await parser.push(line);
    yield* await parser.end();
  } finally {
    parser.destroy();
  }
}

const QUOTES = /"/g;
const UNCLOSED = 'has a quote that is never closed';

class RowParser {
  readonly #where: string;
  readonly #parser = parse<string[], string[]>({ headers: false, ignoreEmpty: false });
  #rows: string[][] = [];
  #unfinished: string[] = [];
  #isQuoteOpen = false;
  #bytes = 0;
  #firstLine = 1;
  #lastLine = 0;

  constructor(where: string) {
    this.#where = where;
    this.#parser.on('data', (fields: string[]) => this.#rows.push(fields));
    // Errors are reported to the caller by the write that caused them.
    this.#parser.on('error', () => {});
  }

  /** Holds a line with an open quote back until the quote is closed; otherwise the parser would rescan it every time. */
  async push(line: Line): Promise<Row[]> {
    const text = line.bytes.toString('utf8', line.start, line.end);
    this.#lastLine = line.number;
    this.#bytes += line.end - line.start;
    if (this.#bytes > ROW_LIMIT.bytes) throw this.#error(UNCLOSED);
    this.#unfinished.push(text, '\n');
    if ((text.match(QUOTES)?.length ?? 0) % 2 === 1) this.#isQuoteOpen = !this.#isQuoteOpen;
    return this.#isQuoteOpen ? [] : this.#parse((text, done) => this.#parser.write(text, done));
  }

  end(): Promise<Row[]> {
    return this.#parse((text, done) => this.#parser.end(text, done));
  }

  destroy(): void {
    this.#parser.destroy();
  }

  async #parse(step: (text: string, done: (error?: Error | null) => void) => void): Promise<Row[]> {
    await new Promise<void>((resolve, reject) => {
      this.#parser.once('error', reject);
      step(this.#unfinished.join(''), (error) => {
        this.#parser.off('error', reject);
        if (error) reject(error);
        else resolve();
      });
    }).catch((error: Error) => {
      throw this.#error(faultOf(error));
    });
    const rows = this.#rows.map((fields) => ({ fields, line: this.#firstLine }));
    this.#rows = [];
    this.#unfinished = [];
    this.#bytes = 0;
    this.#firstLine = this.#lastLine + 1;
    return rows;
  }

  #error(what: string): InputError {
    return new InputError(`${this.#where}:${this.#firstLine}`, what, QUOTING_REMEDY);
  }
}

const QUOTING_REMEDY = 'quote fields that contain commas, quotes or newlines, and double the quotes in them';

/** The parser has only these two complaints, worded for its own developers. */
function faultOf({ message }: Error): string {
  return message.includes('missing closing') ? UNCLOSED : 'has text after a closing quote';
}

function headerRemedy(): string {
  return `start with a header line that names your columns, from: ${FOOD_FIELDS.join(', ')}`;
}

const BYTE_ORDER_MARK = '\ufeff';

function isOwnColumn(name: string): boolean {
  return (FOOD_FIELDS as readonly string[]).includes(name);
}

function readHeader(fields: readonly string[], where: string): Column[] {
  const columns = fields.map((field) => field.replace(BYTE_ORDER_MARK, '').trim());
  const [first] = columns;
  if (columns.length === 1 && /[;\t]/.test(first!)) {
    throw new InputError(where, 'the columns are not separated by commas', 'save it as CSV with commas');
  }
  // Otherwise the values of a mistyped column would be lost silently.
  const unknown = columns.find((column) => !isOwnColumn(column));
  if (unknown !== undefined) {
    // A link may lead to a file that is nobody's business: it is not quoted.
    if (!columns.some(isOwnColumn)) throw new InputError(where, 'has no header line', headerRemedy());
    throw new InputError(
      where,
      `unknown column \`${unknown}\``,
      `use these names: ${FOOD_FIELDS.join(', ')}`,
    );
  }
  const twice = columns.find((column, at) => columns.indexOf(column) !== at);
  if (twice !== undefined)
    throw new InputError(where, `the column \`${twice}\` occurs twice`, 'remove one of them');
  if (!columns.includes('name'))
    throw new InputError(where, 'no `name` column', 'add one: every food needs a name');
  return columns as Column[];
}

function readRow(
  columns: readonly Column[],
  fields: readonly string[],
  line: number,
  source: FoodSource,
  batch: RawBatch,
): void {
  if (fields.slice(columns.length).some((field) => field.trim() !== '')) {
    refuse(batch, line, 'wrong_field_count', fields.join(','));
    return;
  }
  const food = emptyRawFood(source, line);
  for (const [at, column] of columns.entries()) {
    const text = fields[at]?.trim() ?? '';
    if (text === '' || IGNORED_COLUMNS.has(column)) continue;
    if (column === 'barcode' && ROUNDED_BARCODE.test(text)) {
      refuse(
        batch,
        line,
        'bad_barcode',
        `Excel rewrote ${text}; format the column as text: ${fields.join(',')}`,
      );
      return;
    }
    if (take(food, column, text)) continue;
    refuse(batch, line, 'bad_number', `${column} "${text}" in ${fields.join(',')}`);
    return;
  }
  batch.foods.push(food);
}

/** A spreadsheet keeps six digits of a code that it takes for a number, and two foods become one. */
const ROUNDED_BARCODE = /^\d(?:[.,]\d+)?E\+?\d+$/i;

/** Programs write a code that they take for a number with its decimals. */
const NO_DECIMALS = /\.0+$/;

/** Returns false if the column needs a number and the text is not one. */
function take(food: RawFood, column: Column, text: string): boolean {
  switch (column) {
    case 'name':
      food.names.push(text);
      return true;
    case 'barcode':
      food.code = text.replace(NO_DECIMALS, '');
      return true;
    case 'category':
      food.categories = [...food.categories, text];
      return true;
    case 'brand':
    case 'serving_desc':
    case 'image_url':
    case 'image_thumb_url':
      food[column] = text;
      return true;
    default:
      food[column] = parseAmount(text);
      return food[column] !== null;
  }
}
