import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { THREADS } from '../src/thread.ts';
import { findArgon2 } from './argon2-package.ts';
import { NOT_BUNDLED } from './bundled-packages.ts';
import { MINIFY } from './compile.ts';
import { findOwnPlatform } from './platforms.ts';

/** `npm run sizes`, after `npm run compile`: a table in Markdown of what dist/larder is made of. */
const ROOT = join(import.meta.dir, '..');
const EMBEDDED: readonly (readonly [what: string, file: string])[] = [
  ['the starter catalogue', 'dist/starter.db'],
  ['tables and dishes for builds', 'dist/tables.pack'],
  ['pictures of foods', 'dist/pictures.pack'],
  ['the reader of barcodes, for browsers', 'node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'],
];

async function listParts(): Promise<[what: string, bytes: number, packed: number | null][]> {
  const platform = findOwnPlatform();
  if (platform === null) throw new Error('larder does not support this platform');
  const driver = platform.driver.replace('win32', 'windows');
  const files: [string, string][] = [
    ['Bun', process.execPath],
    ['SQLite and its driver', join('node_modules/better-sqlite3/prebuilds', `${driver}.node`)],
    ['argon2', await findArgon2(platform)],
    ...EMBEDDED.map(([what, file]): [string, string] => [what, file]),
  ];
  const parts = files.map(([what, file]): [string, number, number] => {
    const bytes = readFileSync(join(file.startsWith('/') ? '' : ROOT, file));
    return [what, bytes.length, gzipSync(bytes).length];
  });
  for (const [at, entry] of ['src/main.ts', ...THREADS].entries()) {
    const code = await bundle(entry);
    parts.push([at === 0 ? 'code' : `code of the thread ${entry}`, code.length, gzipSync(code).length]);
  }
  const whole = statSync(join(ROOT, 'dist', 'larder')).size;
  const rest = whole - parts.reduce((sum, [, bytes]) => sum + bytes, 0);
  return [
    ...parts,
    ['the same code, compiled (bytecode), and small files', rest, null],
    ['all', whole, null],
  ];
}

async function bundle(entry: string): Promise<Buffer> {
  const { outputs } = await Bun.build({
    entrypoints: [join(ROOT, entry)],
    target: 'bun',
    format: 'cjs',
    minify: MINIFY,
    external: [...NOT_BUNDLED, 'better-sqlite3', '@node-rs/argon2'],
  });
  const code = outputs.filter(({ kind }) => kind === 'entry-point' || kind === 'chunk');
  return Buffer.concat(await Promise.all(code.map(async (file) => Buffer.from(await file.arrayBuffer()))));
}

const megabytes = (bytes: number | null) => (bytes === null ? '' : `${(bytes / 1e6).toFixed(1)} MB`);
console.log('| | bytes | gzip |\n|---|---|---|');
for (const [what, ...sizes] of await listParts())
  console.log(`| ${what} | ${sizes.map(megabytes).join(' | ')} |`);
