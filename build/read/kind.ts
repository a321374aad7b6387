import { HEAD_BYTES } from './input.ts';
import { InputError } from './input-error.ts';

export type InputKind = 'export-csv' | 'jsonl' | 'parquet';

const EXPORT_HINT = 'give an Open Food Facts export (CSV with tabs, JSONL or Parquet)';

/** Files that people mistake for a dump, by how they begin. */
const STRANGERS: readonly { magic: string; what: string; remedy: string }[] = [
  { magic: 'SQLite format 3\0', what: 'is an SQLite database, not a dump', remedy: EXPORT_HINT },
  { magic: 'PK\x03\x04', what: 'is a zip file', remedy: 'unzip it and give the file inside' },
  { magic: '\x1f\x8b', what: 'is packed with gzip twice', remedy: 'unpack it once' },
  { magic: 'BZh', what: 'is packed with bzip2', remedy: 'unpack it first' },
  { magic: '\xfd7zXZ\0', what: 'is packed with xz', remedy: 'unpack it first' },
  { magic: '\x28\xb5\x2f\xfd', what: 'is packed with zstd', remedy: 'unpack it first' },
  { magic: '\xff\xfe', what: 'is UTF-16 text', remedy: 'save it as UTF-8' },
  { magic: '\xfe\xff', what: 'is UTF-16 text', remedy: 'save it as UTF-8' },
  {
    magic: '[',
    what: 'is one JSON array, not a product per line',
    remedy: "turn it into JSONL with jq -c '.[]'",
  },
  { magic: '<', what: 'is a web page or XML, not a dump', remedy: 'download the export itself' },
];

const LEADING_BLANKS = /^(?:\xef\xbb\xbf)?[\s]*/;

/** What a dump is, by its first bytes; a clear failure for everything else. */
export function detectKind(head: Buffer, where: string, isGzip: boolean): InputKind {
  // Latin-1 maps every byte to one character, so that bytes can be compared as text.
  const raw = head.toString('latin1');
  if (raw.startsWith('PAR1')) {
    if (!isGzip) return 'parquet';
    throw new InputError(where, 'is Parquet packed with gzip', 'unpack it first');
  }
  const text = raw.replace(LEADING_BLANKS, '');
  const stranger = STRANGERS.find(({ magic }) => raw.startsWith(magic) || text.startsWith(magic));
  if (stranger) throw new InputError(where, stranger.what, stranger.remedy);
  if (raw.includes('\0')) throw new InputError(where, 'is binary data, not a dump', EXPORT_HINT);
  if (text.startsWith('{')) return 'jsonl';
  const firstLine = raw.slice(0, firstLineEnd(raw));
  if (firstLine.includes('\t')) return 'export-csv';
  if (text === '') throw new InputError(where, 'holds nothing but blanks', EXPORT_HINT);
  if (!raw.includes('\n') && raw.length >= HEAD_BYTES) {
    throw new InputError(`${where}:1`, 'the first line has no tabs and no end', EXPORT_HINT);
  }
  throw firstLine.includes(',')
    ? new InputError(
        `${where}:1`,
        'the header has commas, not tabs',
        `${EXPORT_HINT}, or name your own foods with --community`,
      )
    : new InputError(`${where}:1`, 'is text, but not a dump: its first line has no tabs', EXPORT_HINT);
}

function firstLineEnd(text: string): number {
  const end = text.indexOf('\n');
  return end === -1 ? text.length : end;
}
