import { basename } from 'node:path';
import { readAddress } from './http.ts';

export const FORMATS = ['parquet', 'jsonl', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

/**
 * We need only a fourteenth of the Parquet file, which is a tenth of the JSONL download. The CSV export of 2026 has energy
 * values for only a fifth of the products for which the Parquet has them.
 */
const DEFAULT_FORMAT: Format = 'parquet';

const STATIC = 'https://static.openfoodfacts.org/data/';
const HUGGING_FACE = 'https://huggingface.co/datasets/openfoodfacts/product-database/resolve/main/';

/** The file names of the exports, and where each is published. */
const EXPORTS: Readonly<Record<Format, { home: string; name: string }>> = {
  parquet: { home: HUGGING_FACE, name: 'food.parquet' },
  jsonl: { home: STATIC, name: 'openfoodfacts-products.jsonl.gz' },
  csv: { home: STATIC, name: 'en.openfoodfacts.org.products.csv.gz' },
};

const ENDINGS: Readonly<Record<Format, RegExp>> = {
  parquet: /\.parquet$/,
  jsonl: /\.(?:jsonl|ndjson|json)(?:\.gz)?$/,
  csv: /\.(?:csv|tsv)(?:\.gz)?$/,
};

/** The format of a file according to its name; null if unknown. */
export function formatOfName(name: string): Format | null {
  return FORMATS.find((format) => ENDINGS[format].test(name.toLowerCase())) ?? null;
}

interface ExportAddress {
  url: string;
  format: Format;
  /** The file name of the download. */
  name: string;
}

/**
 * The address of an export. `from` is the file itself, or the folder of a mirror that uses the same file names as Open
 * Food Facts; without it, the export comes from Open Food Facts.
 */
export function findExport(from: string | null, format: Format | null): ExportAddress {
  const { home, name } = EXPORTS[format ?? DEFAULT_FORMAT];
  const address = readAddress(from ?? home, from ?? home);
  const own = formatOfName(basename(address.pathname));
  if (from !== null && own !== null) {
    return { url: address.href, format: format ?? own, name: localName(address) };
  }
  return { url: asFolder(address).resolve(name), format: format ?? DEFAULT_FORMAT, name };
}

/** The folder with the changes of the last days. On a mirror it is next to the exports. */
export function findDeltaFolder(from: string | null): (name: string) => string {
  const address = readAddress(from ?? STATIC, from ?? STATIC);
  const folder =
    formatOfName(basename(address.pathname)) === null ? asFolder(address).resolve('delta/') : null;
  const base = folder ?? new URL('delta/', address).href;
  return (name) => new URL(name, base).href;
}

/** The address of a mirror may or may not end with a slash. */
function asFolder(address: URL): { resolve(name: string): string } {
  const folder = new URL(address);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return { resolve: (name) => new URL(name, folder).href };
}

/** Only letters, digits and a few other characters, since an untrusted name becomes a file name here. */
function localName(address: URL): string {
  return basename(address.pathname)
    .replace(/[^\w.-]+/g, '_')
    .replace(/^\.+/, '');
}
