import { type Gtin, isGtin, readTypedBarcode } from './barcode.ts';

/**
 * A food's id is a pure function of its identity, so that every build from any dump gives the same food the same
 * number. A food with a barcode is its GTIN; others have a hash of what identifies them, in the numbers that no
 * GTIN reaches.
 */
const FIRST_HASHED_ID = 10 ** 14;
const HASHED_IDS = BigInt(Number.MAX_SAFE_INTEGER - FIRST_HASHED_ID);

export function identifyByBarcode(gtin: Gtin): number {
  return gtin;
}

/** For foods without a barcode: the words that identify them, such as their source and their number in its tables. */
export function identifyByWords(words: readonly string[]): number {
  const digest = new Bun.CryptoHasher('sha256').update(JSON.stringify(words)).digest();
  return FIRST_HASHED_ID + Number(digest.readBigUInt64BE(0) % HASHED_IDS);
}

/** The GTIN of a food with that id, or null for a food without a barcode. */
export function gtinOf(id: number): Gtin | null {
  return isGtin(id) ? id : null;
}

/** What `find` returns for the likeliest food that a typed barcode may mean; null if it finds nothing for any. */
export function findTyped<Found>(code: string, find: (id: number) => Found | null): Found | null {
  for (const gtin of readTypedBarcode(code)) {
    const found = find(gtin);
    if (found !== null) return found;
  }
  return null;
}
