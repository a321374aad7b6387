/** At about this many rows, garbage takes tens of megabytes, and collecting it a tenth of the thread's time. */
const ROWS_PER_COLLECTION = 25_000;

/**
 * Passes rows on, and collects garbage now and then. The engine would wait until it takes hundreds of megabytes, most of
 * which it never gives back; with a million foods a build is no faster for that, and takes a hundred megabytes more.
 */
export function* withLittleGarbage<Row>(rows: Iterable<Row>): Generator<Row, void, undefined> {
  let count = 0;
  for (const row of rows) {
    if (++count % ROWS_PER_COLLECTION === 0) Bun.gc(true);
    yield row;
  }
}
