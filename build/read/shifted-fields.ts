import { PARTS_BY_WHOLE, PARTS_OFTEN_ALONE, RECOGNISABLE_COLUMNS } from '../open-food-facts/shift-signs.ts';

/** If a column misses more often than this in a batch, and more often than not, the export has changed its format. */
const MAX_MISSES = 20;
/** Of so many rows, so many have a column that every record should have: this export has it, and a row without is odd. */
const MIN_FILLED_SHARE = 0.98;
const MIN_ROWS = 50;
/** How many columns further on the proper value of a column is looked for. */
const MAX_STRAY_TABS = 12;
/** One odd thing may be a slip of a contributor; two are a shift. */
const MIN_SIGNS = 2;
/** Three parts that are often alone do not make a shift, but beside another sign two of them do. */
const OFTEN_ALONE_SIGNS = 0.5;

/** Where each field of a line starts, with one extra entry so that the last field has an end too. */
export type FieldStarts = Int32Array;

interface RecognisableColumn {
  column: number;
  recognise(bytes: Buffer, start: number, end: number): boolean;
  isInEvery: boolean;
  /** How often its values were recognised in the batch, and how often not. */
  hits: number;
  misses: number;
}

/** What is odd about a line. */
export interface Signs {
  /** Values that do not look like those of their column, and whether one further on does. */
  misfits: { known: RecognisableColumn; isFurtherOn: boolean }[];
  /** Columns without a value that every record should have. */
  empty: RecognisableColumn[];
  /** Nutrients that are parts of one that is not given, by how telling they are. */
  orphans: number;
  /** Whether the line has more fields than the header, all of them empty. */
  hasSurplus: boolean;
}

/**
 * Finds lines whose values are in the wrong columns, because somebody typed a tab into a text. Only a whole batch shows
 * what its columns usually hold, so lines are examined one by one and judged at its end.
 */
export class ShiftedFields {
  readonly #columns: number;
  readonly #recognisable: readonly RecognisableColumn[];
  readonly #parts: readonly { part: number; whole: number; signs: number }[];
  #rows = 0;
  #surplusRows = 0;

  constructor(header: readonly string[]) {
    this.#columns = header.length;
    this.#recognisable = RECOGNISABLE_COLUMNS.flatMap(({ name, recognise, isInEvery = false }) =>
      header.flatMap((title, column) => {
        const isMeant = typeof name === 'string' ? title === name : name.test(title);
        return isMeant ? [{ column, recognise, isInEvery, hits: 0, misses: 0 }] : [];
      }),
    );
    this.#parts = [
      ...locateParts(header, PARTS_BY_WHOLE, 1),
      ...locateParts(header, PARTS_OFTEN_ALONE, OFTEN_ALONE_SIGNS),
    ];
  }

  beginBatch(): void {
    this.#rows = 0;
    this.#surplusRows = 0;
    for (const known of this.#recognisable) {
      known.hits = 0;
      known.misses = 0;
    }
  }

  /** What is odd about a line, if anything may be. */
  examine(bytes: Buffer, starts: FieldStarts, hasSurplus: boolean): Signs | null {
    this.#rows++;
    if (hasSurplus) this.#surplusRows++;
    const signs: Signs = { misfits: [], empty: [], orphans: 0, hasSurplus };
    for (const known of this.#recognisable) {
      if (isEmpty(starts, known.column)) {
        if (known.isInEvery) signs.empty.push(known);
      } else if (recognises(known, bytes, starts, known.column)) {
        known.hits++;
      } else {
        known.misses++;
        signs.misfits.push({ known, isFurtherOn: this.#isFurtherOn(known, bytes, starts) });
      }
    }
    for (const { part, whole, signs: telling } of this.#parts) {
      if (!isEmpty(starts, part) && isEmpty(starts, whole)) signs.orphans += telling;
    }
    const isOdd = hasSurplus || signs.orphans > 0 || signs.misfits.length > 0 || signs.empty.length > 0;
    return isOdd ? signs : null;
  }

  /** Whether the values of a line are in the wrong columns, now that all lines of the batch have been examined. */
  isShifted({ misfits, empty, orphans, hasSurplus }: Signs): boolean {
    // A line is not longer than the header for nothing, unless the export ends all lines like that.
    if (hasSurplus && this.#surplusRows <= this.#rows / 2) return true;
    let signs = orphans;
    for (const { known, isFurtherOn } of misfits) {
      const isChanged = known.misses > MAX_MISSES && known.misses > known.hits;
      if (!isChanged) signs += isFurtherOn ? MIN_SIGNS : 1;
    }
    if (this.#rows >= MIN_ROWS) {
      for (const { hits, misses } of empty) if (hits + misses >= this.#rows * MIN_FILLED_SHARE) signs++;
    }
    return signs >= MIN_SIGNS;
  }

  #isFurtherOn(known: RecognisableColumn, bytes: Buffer, starts: FieldStarts): boolean {
    const last = Math.min(known.column + MAX_STRAY_TABS, this.#columns - 1);
    for (let column = known.column + 1; column <= last; column++) {
      if (!isEmpty(starts, column) && recognises(known, bytes, starts, column)) return true;
    }
    return false;
  }
}

function locateParts(
  header: readonly string[],
  partsByWhole: Readonly<Record<string, string>>,
  signs: number,
) {
  const locate = (nutrient: string) => header.indexOf(`${nutrient}_100g`);
  return Object.entries(partsByWhole).flatMap(([whole, parts]) =>
    parts
      .split(' ')
      .map((part) => ({ part: locate(part), whole: locate(whole), signs }))
      .filter((pair) => pair.part >= 0 && pair.whole >= 0),
  );
}

function recognises(
  { recognise }: RecognisableColumn,
  bytes: Buffer,
  starts: FieldStarts,
  column: number,
): boolean {
  return recognise(bytes, starts[column]!, starts[column + 1]! - 1);
}

function isEmpty(starts: FieldStarts, column: number): boolean {
  return starts[column + 1]! - 1 <= starts[column]!;
}
