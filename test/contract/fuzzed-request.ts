import { wordsOf } from '../words-of.ts';
import type { RawRequest } from './raw-http.ts';

/** Random requests from parts that a parser might stumble over, and what no response may reveal. */
const PIECES = [
  ...wordsOf(`
    /search /food /barcode /foods/popular /foods/categories /foods/find /foods/facets /foods/bulk
    /suggest /mcp /recipe ?line= &line= servings /health /docs /openapi.json / // /. /.. ? & = q limit
    offset source category has_image food_id grams servings explain full lang ids barcodes by brand
    country sort min_protein_g max_fat_g min_confidence nutriscore allergen_free relevance nan inf 1e999
    , % %2F %00 %FF %C3%A9 %F0%9F%8D%8E %zz + - _ .0 0 9 1_0 4006381333931 true off ab " ' <script> ; --
    * ( ) OR NEAR \\ # @ { } ^ | \` ~ \u00e9 999999999999999999999999
  `),
  'a'.repeat(300),
];
const HEADERS: [string, string[]][] = [
  ['Authorization', ['Bearer', 'Bearer x', 'Basic eDp5', '', 'Bearer '.repeat(50)]],
  ['X-Request-Id', ['ok', '"', 'x'.repeat(500), '<b>']],
  ['If-None-Match', ['*', '""', 'W/', 'W/"x"', ','.repeat(500)]],
  ['Accept-Encoding', ['gzip', '*', ';', 'gzip;q=', ',,,', 'gzip;q=1e9', 'zstd;q=-1']],
  ['Origin', ['null', 'http://x']],
  ['Content-Length', ['0']],
];
const METHODS = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];
const LEAKS = /(?:\\n|\n)\s+at \S|SQLITE|SELECT|\.ts\b|node_modules|\/tmp\//;
const FINE = [200, 204, 304, 400, 401, 404, 405, 422];

export function fuzzedRequest(random: () => number): RawRequest {
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
  const parts = Array.from({ length: 1 + Math.floor(random() * 8) }, () => pick(PIECES)).join('');
  const target = parts.startsWith('/') ? parts : `/${parts}`;
  const headers = Object.fromEntries(
    HEADERS.filter(() => random() < 0.3).map(([name, values]) => [name, pick(values)]),
  );
  return { method: pick(METHODS), target, headers };
}

/** Whether a response is one that a caller may get, and reveals nothing internal. */
export function isFine(target: string, status: number, contentType: string | null, body: string): boolean {
  const isDocument = contentType?.startsWith('text/html') ?? false;
  return FINE.includes(status) && (isDocument || !LEAKS.test(body.replaceAll(target, '')));
}
