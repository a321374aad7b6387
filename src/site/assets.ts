import { readFileSync } from 'node:fs';
import zxing from '../../node_modules/zxing-wasm/dist/iife/reader/index.js' with { type: 'text' };
import decoder from '../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm' with { type: 'file' };
import { Body } from '../http/encoding.ts';
import { onDemand } from '../on-demand.ts';
import readerScript from './barcode-reader.client.js' with { type: 'text' };
import copyScript from './dashboard/copy.client.js' with { type: 'text' };
import dashboardStyle from './dashboard/dashboard.css' with { type: 'text' };
import favicon from './favicon.ico' with { type: 'file' };
import home192 from './home-192.png' with { type: 'file' };
import home512 from './home-512.png' with { type: 'file' };
import icon from './icon.svg' with { type: 'text' };
import keepingScript from './keeping.client.js' with { type: 'text' };
import picturesScript from './pictures.client.js' with { type: 'text' };
import portionScript from './portion.client.js' with { type: 'text' };
import scanScript from './scan.client.js' with { type: 'text' };
import searchScript from './search.client.js' with { type: 'text' };
import serviceWorker from './service-worker.client.js' with { type: 'text' };
import barStyle from './style/bar.css' with { type: 'text' };
import categoriesStyle from './style/categories.css' with { type: 'text' };
import compareStyle from './style/compare.css' with { type: 'text' };
import filtersStyle from './style/filters.css' with { type: 'text' };
import foodStyle from './style/food.css' with { type: 'text' };
import foodListStyle from './style/food-list.css' with { type: 'text' };
import frameStyle from './style/frame.css' with { type: 'text' };
import groundStyle from './style/ground.css' with { type: 'text' };
import narrowerStyle from './style/narrower.css' with { type: 'text' };
import paletteStyle from './style/palette.css' with { type: 'text' };
import readingStyle from './style/reading.css' with { type: 'text' };
import recipesStyle from './style/recipes.css' with { type: 'text' };
import searchStyle from './style/search.css' with { type: 'text' };
import touchStyle from './style/touch.css' with { type: 'text' };

/**
 * Style sheets, scripts and the icon, all inside the executable. Their addresses contain a hash of the content, so that
 * browsers can cache them forever and still see every change.
 */
export interface Asset {
  path: string;
  contentType: string;
  body: Body;
  /** What it may do, where that is not what pages may. */
  policy?: string;
}

/** One sheet for all pages. The order matters: rules for narrow screens and for fingers come last. */
const STYLE = [
  paletteStyle,
  groundStyle,
  frameStyle,
  barStyle,
  searchStyle,
  foodListStyle,
  filtersStyle,
  categoriesStyle,
  foodStyle,
  recipesStyle,
  compareStyle,
  readingStyle,
  narrowerStyle,
  touchStyle,
].join('\n');
const SCRIPT = [picturesScript, searchScript, scanScript, portionScript, keepingScript].join('\n');
const HASH_LENGTH = 10;

/** WebAssembly that reads barcodes where a browser cannot. The script that loads it names its hash. */
export const DECODER_PATH = `/assets/zxing-${hash(zxing)}.wasm`;
const READER = [
  `const DECODER_PATH = ${JSON.stringify(DECODER_PATH)};`,
  // Where it would look for the WebAssembly if it were not told: nothing here names another host.
  zxing.replaceAll('https://fastly.jsdelivr.net', ''),
  readerScript,
].join('\n');

export const STYLE_PATH = `/assets/larder-${hash(STYLE)}.css`;
export const SCRIPT_PATH = `/assets/larder-${hash(SCRIPT)}.js`;
export const DASHBOARD_STYLE_PATH = `/assets/dashboard-${hash(dashboardStyle)}.css`;
export const COPY_SCRIPT_PATH = `/assets/dashboard-${hash(copyScript)}.js`;
/** The script of the thread that reads barcodes. */
export const READER_PATH = `/assets/barcode-reader-${hash(READER)}.js`;
export const ICON_PATH = `/assets/larder-${hash(icon)}.svg`;

/** For home screens: without rounded corners, since every system cuts its own. */
export const HOME_ICONS = [readHomeIcon(192, home192), readHomeIcon(512, home512)] as const;
export const HOME_ICON_PATH = HOME_ICONS[0].path;

/** What a home screen must know to start larder like an app. */
const MANIFEST = JSON.stringify({
  id: '/',
  name: 'larder',
  short_name: 'larder',
  start_url: '/',
  display: 'standalone',
  background_color: '#fbfaf7',
  theme_color: '#fbfaf7',
  icons: HOME_ICONS.flatMap(({ path, size }) =>
    ['any', 'maskable'].map((purpose) => ({
      src: path,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  ),
});
export const MANIFEST_PATH = `/assets/larder-${hash(MANIFEST)}.webmanifest`;

/** Keeps pages for when there is no network; it can only do so for paths below its own. */
export const SERVICE_WORKER_PATH = '/service-worker.js';
const KEPT_ASSETS = [STYLE_PATH, SCRIPT_PATH, ICON_PATH, MANIFEST_PATH];
export const SERVICE_WORKER = `const EDITION = '${hash(KEPT_ASSETS.join(' '))}';
const ASSETS = ${JSON.stringify(KEPT_ASSETS)};
${serviceWorker}`;

export const ASSETS: readonly Asset[] = [
  { path: MANIFEST_PATH, contentType: 'application/manifest+json', body: new Body(MANIFEST) },
  { path: STYLE_PATH, contentType: 'text/css; charset=utf-8', body: new Body(STYLE) },
  { path: SCRIPT_PATH, contentType: 'text/javascript; charset=utf-8', body: new Body(SCRIPT) },
  { path: DASHBOARD_STYLE_PATH, contentType: 'text/css; charset=utf-8', body: new Body(dashboardStyle) },
  { path: COPY_SCRIPT_PATH, contentType: 'text/javascript; charset=utf-8', body: new Body(copyScript) },
  {
    path: READER_PATH,
    contentType: 'text/javascript; charset=utf-8',
    body: new Body(READER),
    // A thread has its own policy, so that no page need allow WebAssembly.
    policy: "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'",
  },
  { path: ICON_PATH, contentType: 'image/svg+xml', body: new Body(icon) },
];

/** Nearly a megabyte, which few servers are ever asked for. */
export const readDecoder = onDemand(() => new Body(new Uint8Array(readFileSync(decoder))));

/** For programs that request this address without having read a page. */
export const FAVICON_PATH = '/favicon.ico';
export const FAVICON: Uint8Array<ArrayBuffer> = new Uint8Array(readFileSync(favicon));

/** Changes with the assets that pages load; the version of the program is in every ETag already. */
export const SITE_HASH = hash([STYLE_PATH, SCRIPT_PATH, READER_PATH, ICON_PATH, MANIFEST_PATH].join(' '));

function hash(content: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(content).digest('hex').slice(0, HASH_LENGTH);
}

function readHomeIcon(
  size: number,
  file: string,
): { path: string; size: number; png: Uint8Array<ArrayBuffer> } {
  const png = new Uint8Array(readFileSync(file));
  return { path: `/assets/larder-${size}-${hash(png)}.png`, size, png };
}
