import { readFileSync } from 'node:fs';
import { Body } from '../http/encoding.ts';
import copyScript from './dashboard/copy.client.js' with { type: 'text' };
import dashboardStyle from './dashboard/dashboard.css' with { type: 'text' };
import favicon from './favicon.ico' with { type: 'file' };
import icon from './icon.svg' with { type: 'text' };
import picturesScript from './pictures.client.js' with { type: 'text' };
import portionScript from './portion.client.js' with { type: 'text' };
import scanScript from './scan.client.js' with { type: 'text' };
import searchScript from './search.client.js' with { type: 'text' };
import categoriesStyle from './style/categories.css' with { type: 'text' };
import compareStyle from './style/compare.css' with { type: 'text' };
import filtersStyle from './style/filters.css' with { type: 'text' };
import foodStyle from './style/food.css' with { type: 'text' };
import foodListStyle from './style/food-list.css' with { type: 'text' };
import frameStyle from './style/frame.css' with { type: 'text' };
import groundStyle from './style/ground.css' with { type: 'text' };
import narrowerStyle from './style/narrower.css' with { type: 'text' };
import readingStyle from './style/reading.css' with { type: 'text' };
import recipesStyle from './style/recipes.css' with { type: 'text' };
import searchStyle from './style/search.css' with { type: 'text' };

/**
 * Style sheets, scripts and the icon, all inside the executable. Their addresses contain a hash of the content, so that
 * browsers can cache them forever and still see every change.
 */
export interface Asset {
  path: string;
  contentType: string;
  body: Body;
}

/** One sheet for all pages. The order matters: rules for narrow screens come last. */
const STYLE = [
  groundStyle,
  frameStyle,
  searchStyle,
  foodListStyle,
  filtersStyle,
  categoriesStyle,
  foodStyle,
  recipesStyle,
  compareStyle,
  readingStyle,
  narrowerStyle,
].join('\n');
const SCRIPT = [picturesScript, searchScript, scanScript, portionScript].join('\n');
const HASH_LENGTH = 10;

export const STYLE_PATH = `/assets/larder-${hash(STYLE)}.css`;
export const SCRIPT_PATH = `/assets/larder-${hash(SCRIPT)}.js`;
export const DASHBOARD_STYLE_PATH = `/assets/dashboard-${hash(dashboardStyle)}.css`;
export const COPY_SCRIPT_PATH = `/assets/dashboard-${hash(copyScript)}.js`;
export const ICON_PATH = `/assets/larder-${hash(icon)}.svg`;

export const ASSETS: readonly Asset[] = [
  { path: STYLE_PATH, contentType: 'text/css; charset=utf-8', body: new Body(STYLE) },
  { path: SCRIPT_PATH, contentType: 'text/javascript; charset=utf-8', body: new Body(SCRIPT) },
  { path: DASHBOARD_STYLE_PATH, contentType: 'text/css; charset=utf-8', body: new Body(dashboardStyle) },
  { path: COPY_SCRIPT_PATH, contentType: 'text/javascript; charset=utf-8', body: new Body(copyScript) },
  { path: ICON_PATH, contentType: 'image/svg+xml', body: new Body(icon) },
];

/** For programs that request this address without having read a page. */
export const FAVICON_PATH = '/favicon.ico';
export const FAVICON: Uint8Array<ArrayBuffer> = new Uint8Array(readFileSync(favicon));

/** Changes with the assets that pages load; the version of the program is in every ETag already. */
export const SITE_HASH = hash([STYLE_PATH, SCRIPT_PATH, ICON_PATH].join(' '));

function hash(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
}
