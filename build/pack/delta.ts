import type { Manifest } from '../../src/catalog/manifest.ts';
import { memberOf } from '../../src/member-of.ts';
import { PlainError } from '../../src/plain-error.ts';
import type { CleanFood } from '../normalize/normalize.ts';
import { linesIn } from '../raw/lines.ts';
import type { CatalogRecords } from '../read-catalog.ts';
import { CLEAN_COLUMNS } from '../stage/staged-row.ts';
import { type PackedFile, pack, unpack } from './zstd.ts';

/**
 * What changed in the foods between two versions of a catalogue, as lines of JSON: first a header, then a line for each
 * food that changed, by ascending id. Pages of the file are not compared, since the order of foods changes every week; the
 * writer makes the same catalogue again from the same foods.
 */
export interface DeltaHeader {
  larder_delta: 1;
  /** The checksums of the catalogue that it applies to and of the one that it leads to. */
  from: string;
  to: string;
  /** What the writer cannot derive from the foods. */
  origin: Pick<Manifest, 'sources' | 'cut_from' | 'without'>;
}

type Columns = Partial<CleanFood>;
/** A food that is gone, one of which some columns changed, or one that is new or replaced, with all its columns. */
export type Change = [id: number] | [id: number, columns: Columns] | [id: number, columns: Columns, whole: 1];

export function writeDelta(from: CatalogRecords, to: CatalogRecords, out: string): Promise<PackedFile> {
  const { sources, cut_from, without } = to.manifest;
  const origin = { sources, ...(cut_from && { cut_from }), ...(without && { without }) };
  const header: DeltaHeader = { larder_delta: 1, from: from.contentHash, to: to.contentHash, origin };
  return writeLines(out, header, findChanges(from.foodsById(), to.foodsById()));
}

/** A delta from the older version of the first to the newer version of the second. */
export async function composeDeltas(older: string, newer: string, out: string): Promise<PackedFile> {
  const [first, second] = [await openDelta(older), await openDelta(newer)];
  try {
    if (first.header.to !== second.header.from)
      throw new PlainError(newer, 'does not continue it', 'omit it');
    const header = { ...second.header, from: first.header.from };
    return await writeLines(out, header, joinChanges(first.changes, second.changes));
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
}

/** What has the same id in two lists, which are both in the order of their ids; null where only the other has it. */
export async function* pairById<First, Second>(
  first: Iterator<First> | AsyncIterator<First>,
  second: Iterator<Second> | AsyncIterator<Second>,
  idOfFirst: (item: First) => number,
  idOfSecond: (item: Second) => number,
): AsyncGenerator<[First | null, Second | null], void, undefined> {
  try {
    let [one, other] = [await first.next(), await second.next()];
    while (!one.done || !other.done) {
      const order = one.done ? 1 : other.done ? -1 : idOfFirst(one.value) - idOfSecond(other.value);
      yield [order <= 0 ? one.value : null, order >= 0 ? other.value : null];
      if (order <= 0) one = await first.next();
      if (order >= 0) other = await second.next();
    }
  } finally {
    await first.return?.();
    await second.return?.();
  }
}

async function* findChanges(
  from: Iterator<CleanFood>,
  to: Iterator<CleanFood>,
): AsyncGenerator<Change, void, undefined> {
  const idOf = ({ id }: CleanFood) => id;
  for await (const [old, food] of pairById(from, to, idOf, idOf)) {
    if (food === null) yield [old!.id];
    else if (old === null) yield [food.id, wholeColumns(food), 1];
    else {
      const columns = findChangedColumns(old, food);
      if (columns !== null) yield [food.id, columns];
    }
  }
}

/** Without the id, which each line starts with, and what is unknown. */
function wholeColumns({ id, ...columns }: CleanFood): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null));
}

function findChangedColumns(old: CleanFood, food: CleanFood): Columns | null {
  let changed: Record<string, unknown> | null = null;
  for (const [column, after] of Object.entries(food)) {
    if (memberOf(old as unknown as Record<string, unknown>, column) === after) continue;
    changed ??= {};
    changed[column] = after;
  }
  return changed;
}

/** The changes of one delta followed by those of another. */
async function* joinChanges(
  older: AsyncIterator<Change>,
  newer: AsyncIterator<Change>,
): AsyncGenerator<Change, void, undefined> {
  const idOf = ([id]: Change) => id;
  for await (const [first, second] of pairById(older, newer, idOf, idOf))
    yield first === null || second === null ? (first ?? second)! : joinTwo(first, second);
}

/** Two changes of one food. One that came and went is as good as gone: there is nothing to remove. */
function joinTwo([, before, isWhole]: Change, after: Change): Change {
  const [id, columns, isReplaced] = after;
  if (columns === undefined || isReplaced === 1) return after;
  const both = { ...before, ...columns };
  return isWhole === 1 ? [id, wholeColumns({ id, ...both } as CleanFood), 1] : [id, both];
}

/** The food after a change; null if it is gone. `old` is null for a new one. */
export function changeFood(old: CleanFood | null, [id, columns, isWhole]: Change): CleanFood | null {
  if (columns === undefined) return null;
  const food = isWhole === 1 ? EMPTY_FOOD : old;
  if (food === null) throw new Error(`changes the food ${id}, which does not exist`);
  return { ...food, ...columns, id };
}

function writeLines(out: string, header: DeltaHeader, changes: AsyncIterable<Change>): Promise<PackedFile> {
  return pack(gatherLines(header, changes), out);
}

/** Lines together, since most have fewer than a hundred bytes. */
async function* gatherLines(
  header: DeltaHeader,
  changes: AsyncIterable<Change>,
): AsyncGenerator<string, void, undefined> {
  let text = `${JSON.stringify(header)}\n`;
  for await (const change of changes) {
    text += `${JSON.stringify(change)}\n`;
    if (text.length < GATHERED_LENGTH) continue;
    yield text;
    text = '';
  }
  yield text;
}
const GATHERED_LENGTH = 1 << 18;

interface OpenDelta {
  header: DeltaHeader;
  changes: AsyncGenerator<Change, void, undefined>;
  close(): Promise<void>;
}

/** Throws if the file is not a delta; its bytes have been verified before. Reading fails beyond `mostBytes`. */
export async function openDelta(path: string, mostBytes = Number.POSITIVE_INFINITY): Promise<OpenDelta> {
  const lines = readLines(path, mostBytes);
  const first = await lines.next();
  const header = (first.done ? null : JSON.parse(first.value)) as DeltaHeader | null;
  if (header?.larder_delta !== 1) {
    await lines.return(undefined);
    throw new PlainError(path, 'is not a delta that this larder knows', 'install a newer larder');
  }
  return { header, changes: parse(lines), close: async () => void (await lines.return(undefined)) };
}

const EMPTY_FOOD = Object.fromEntries(CLEAN_COLUMNS.map((column) => [column, null])) as unknown as CleanFood;

async function* parse(lines: AsyncIterable<string>): AsyncGenerator<Change, void, undefined> {
  for await (const line of lines) yield JSON.parse(line) as Change;
}

async function* readLines(path: string, mostBytes: number): AsyncGenerator<string, void, undefined> {
  for await (const { bytes, start, end } of linesIn(unpack(path, mostBytes), path))
    yield bytes.toString('utf8', start, end);
}
