import { chooseCategory } from '../../build/normalize/categories.ts';
import { cleanText } from '../../build/normalize/clean-text.ts';
import { chooseName, cleanName, splitBrands } from '../../build/normalize/names.ts';
import { readServing } from '../../build/normalize/serving.ts';
import { parseAmount } from '../../build/raw/amount.ts';
import { InputError } from '../../build/raw/input.ts';
import { openExport, readBatches } from '../../build/read/open-input.ts';
import { openOwnCsv } from '../../build/read/own-csv.ts';
import { openTable } from '../../build/tables/read.ts';
import { parseNetwork } from '../../src/admission/address.ts';
import { clientOf } from '../../src/admission/client.ts';
import { readBearer } from '../../src/admission/keys.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { splitName } from '../../src/catalog/search/rank/name-parts.ts';
import { readGtin, readTypedBarcode } from '../../src/food/barcode.ts';
import { packImage } from '../../src/food/image.ts';
import { slugOf } from '../../src/food/static-url.ts';
import { createApp } from '../../src/http/app.ts';
import type { Call } from '../../src/http/call.ts';
import { chooseCoding } from '../../src/http/encoding.ts';
import { readInteger } from '../../src/http/integer.ts';
import { readCookie, SESSION_COOKIE } from '../../src/site/dashboard/cookies.ts';
import { createPageRoutes } from '../../src/site/routes.ts';
import { fold } from '../../src/text/fold.ts';
import { readText } from '../../src/text/read-text.ts';
import { sound, stem } from '../../src/text/word-forms.ts';
import { piped, readAll } from '../../test/build/read/read-all.ts';
import { count, type Figure } from './figure.ts';
import { ENDS, hostileText, PATTERNS } from './hostile-texts.ts';

/** Code that reads text from outside; it is fed text meant to make it slow. */
export type Reader = (text: string) => unknown;

const SMALL_BYTES = 4 * 1024;
const LARGE_BYTES = 16 * 1024;
const TURNS = 5;
/** Four times the text takes 4 times as long if time is linear, and 16 times if it is quadratic. */
const MAX_GROWTH = 10;
/** Anything quicker than this on the large text is harmless, and too short to compare. */
const MIN_MS = 1;

export async function openReaders(
  starter: Buffer,
): Promise<{ readers: Record<string, Reader>; close(): void }> {
  const catalog = openCatalog(starter, 'starter');
  const app = createApp({ catalog, pages: createPageRoutes({ catalog, images: 'on', publicUrl: null }) });
  const trusted = [parseNetwork('10.0.0.0/8')!, parseNetwork('::1')!];
  const ask = async (target: string, headers: Record<string, string> = {}) => {
    const answer = await app.handle(new Request(`http://localhost${target}`, { headers }));
    return answer.arrayBuffer();
  };
  const readers: Record<string, Reader> = {
    'a path': (text) => ask(`/${pathText(text)}`),
    'an id': (text) => ask(`/food/${pathText(text)}`),
    'a barcode': (text) => ask(`/barcode/${pathText(text)}`),
    'a page of a food': (text) => ask(`/food/1/${pathText(text)}.html`),
    'a query': (text) => ask(`/search?${pathText(text)}`),
    'the text of a search': (text) => ask(`/search?q=${encodeURIComponent(text.toWellFormed())}`),
    'the text on the search page': (text) => ask(`/?q=${encodeURIComponent(text.toWellFormed())}`),
    'If-None-Match': (text) => ask('/foods/categories', { 'If-None-Match': headerText(text) }),
    'Accept-Encoding': (text) => chooseCoding(text),
    Authorization: (text) => readBearer(`Bearer ${text}`),
    Cookie: (text) => readCookie({ header: () => text } as unknown as Call, SESSION_COOKIE),
    'X-Forwarded-For': (text) => clientOf({ clientAddress: '10.0.0.1', header: () => text }, trusted),
    'an integer': readInteger,
    'a typed barcode': readTypedBarcode,
    'a code': readGtin,
    'words of a query': (text: string) => readText(text),
    folding: fold,
    'parts of a name': splitName,
    'a stem': stem,
    'a sound': sound,
    'a slug': slugOf,
    'a picture': (text) => packImage(1, `https://images.openfoodfacts.org/${text}`, null),
    'a clean text': cleanText,
    'a clean name': cleanName,
    'a choice of names': (text) => chooseName([text]),
    brands: splitBrands,
    categories: (text) => chooseCategory(text.split(',')),
    'a serving': (text) => readServing(text, null),
    'an amount': parseAmount,
    'a row of a composition table': async (text) => {
      const row = `1\t${text.replace(/[\t\n]/g, ' ')}`;
      const { batches } = await openTable('table', '-', piped(`code\tname_en\n${row}\n`));
      return readAll(batches).catch(refusal);
    },
    'a row of the export': (text) => readRows(`code\tproduct_name\n1\t${text}\n2\tb\n`),
    'a line of JSON': (text) =>
      readRows(`{"code":"1","product_name":${JSON.stringify(text)}}\n{"code":"2"}\n${text}\n`),
    'a row of our own CSV': async (text) =>
      readAll((await openOwnCsv('-', 'community', piped(`name\na\n${text}\n`))).batches).catch(refusal),
  };
  return { readers, close: () => catalog.close() };
}

/** Being refused is fine. */
async function readRows(text: string): Promise<unknown> {
  return openExport('-', piped(text))
    .then((input) => readAll(readBatches(input)))
    .catch(refusal);
}

function refusal(error: unknown): string {
  if (error instanceof InputError) return error.message;
  throw error;
}

/** Escapes what cannot be in a URL as it is. */
function pathText(text: string): string {
  return text.toWellFormed().replace(/[^\x21-\x7e]|[#\\]/gu, encodeURIComponent);
}

function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, '?');
}

interface Grown {
  reader: string;
  pattern: string;
  growth: number;
  largeMs: number;
}

async function measure(
  reader: Reader,
  pattern: string,
  end: string,
): Promise<{ growth: number; largeMs: number }> {
  const largeMs = await shortest(reader, pattern, end, LARGE_BYTES);
  if (largeMs < MIN_MS) return { growth: 0, largeMs };
  const smallMs = await shortest(reader, pattern, end, SMALL_BYTES);
  return { growth: largeMs / smallMs, largeMs };
}

/** The shortest of several turns, since other work on the machine can only add time. */
async function shortest(reader: Reader, pattern: string, end: string, bytes: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < TURNS; turn++) {
    const text = hostileText(pattern, end, bytes);
    const startedMs = performance.now();
    await reader(text);
    best = Math.min(best, performance.now() - startedMs);
  }
  return best;
}

export async function growth(starter: Buffer): Promise<Figure[]> {
  const { readers, close } = await openReaders(starter);
  const grown: Grown[] = [];
  for (const [name, reader] of Object.entries(readers)) {
    for (const pattern of PATTERNS) {
      for (const end of ENDS) {
        let measured = await measure(reader, pattern, end);
        // A busy moment can look like growth, but not several times in a row.
        for (let again = 0; again < TURNS && measured.growth > MAX_GROWTH; again++) {
          measured = await measure(reader, pattern, end);
        }
        grown.push({ reader: name, pattern: `${pattern}…${end}`, ...measured });
      }
    }
  }
  close();
  const worst = grown.reduce((most, next) => (next.growth > most.growth ? next : most));
  const slowest = grown.reduce((most, next) => (next.largeMs > most.largeMs ? next : most));
  const describe = ({ reader, pattern }: Grown) => `${reader} of ${JSON.stringify(pattern)}`;
  return [
    {
      item: 8,
      done: `${count(grown.length)} pairs of ${Object.keys(readers).length} readers and hostile texts; most growth: ${describe(worst)}`,
      figure: `${worst.growth.toFixed(1)} times as long for 16 KB as for 4 KB, ${slowest.largeMs.toFixed(1)} ms at most (${describe(slowest)})`,
      toReach: `at most ${MAX_GROWTH} times (4 is linear, 16 quadratic)`,
      isReached: worst.growth <= MAX_GROWTH,
    },
  ];
}
