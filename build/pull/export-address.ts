import { basename } from 'node:path';
import { readAddress } from './http.ts';

export const FORMATS = ['parquet', 'jsonl', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

/**
 * Of the Parquet a fourteenth is enough, a tenth of what the JSONL would take, and in 2026 the CSV knew the energy of
 * a fifth of the products that the Parquet knew it of.
 */
const DEFAULT_FORMAT: Format = 'parquet';

const STATIC = 'https://static.openfoodfacts.org/data/';
const HUGGING_FACE = 'https://huggingface.co/datasets/openfoodfacts/product-database/resolve/main/';

/** The names that Open Food Facts gives its exports, and where each is at home. */
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

/** What a file is by its name; null when the name does not tell. */
export function formatOfName(name: string): Format | null {
  return FORMATS.find((format) => ENDINGS[format].test(name.toLowerCase())) ?? null;
}

export interface ExportAddress {
  url: string;
  format: Format;
  /** The name of the file on this machine. */
  name: string;
}

/**
 * The address of an export. `from` names the file itself, or a folder of a mirror with the files of Open Food Facts
 * under their own names; without it they come from where Open Food Facts puts them.
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

/** The folder of the changes of the last days. A mirror has it beside its exports. */
export function findDeltaFolder(from: string | null): (name: string) => string {
  const address = readAddress(from ?? STATIC, from ?? STATIC);
  const folder =
    formatOfName(basename(address.pathname)) === null ? asFolder(address).resolve('delta/') : null;
  const base = folder ?? new URL('delta/', address).href;
  return (name) => new URL(name, base).href;
}

/** A mirror may be given with or without a slash at its end. */
function asFolder(address: URL): { resolve(name: string): string } {
  const folder = new URL(address);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return { resolve: (name) => new URL(name, folder).href };
}

/** Only letters, digits and a few signs: the name of a stranger becomes a file of ours. */
function localName(address: URL): string {
  return basename(address.pathname)
    .replace(/[^\w.-]+/g, '_')
    .replace(/^\.+/, '');
}
