import { VERSION } from '../version.ts';
import copyScript from './dashboard/copy.client.js' with { type: 'text' };
import dashboardStyle from './dashboard/dashboard.css' with { type: 'text' };
import icon from './icon.svg' with { type: 'text' };
import picturesScript from './pictures.client.js' with { type: 'text' };
import portionScript from './portion.client.js' with { type: 'text' };
import scanScript from './scan.client.js' with { type: 'text' };
import searchScript from './search.client.js' with { type: 'text' };
import style from './style.css' with { type: 'text' };

/**
 * The style sheet, the script and the icon, all inside the executable. Their addresses carry a hash of their content,
 * so that a browser may keep them for ever and still sees every change.
 */
export interface Asset {
  path: string;
  contentType: string;
  text: string;
}

const SCRIPT = [picturesScript, searchScript, scanScript, portionScript].join('\n');
const HASH_LENGTH = 10;

export const STYLE_PATH = `/assets/larder-${hash(style)}.css`;
export const SCRIPT_PATH = `/assets/larder-${hash(SCRIPT)}.js`;
export const DASHBOARD_STYLE_PATH = `/assets/dashboard-${hash(dashboardStyle)}.css`;
export const COPY_SCRIPT_PATH = `/assets/dashboard-${hash(copyScript)}.js`;
export const ICON_PATH = `/assets/larder-${hash(icon)}.svg`;

export const ASSETS: readonly Asset[] = [
  { path: STYLE_PATH, contentType: 'text/css; charset=utf-8', text: style },
  { path: SCRIPT_PATH, contentType: 'text/javascript; charset=utf-8', text: SCRIPT },
  { path: DASHBOARD_STYLE_PATH, contentType: 'text/css; charset=utf-8', text: dashboardStyle },
  { path: COPY_SCRIPT_PATH, contentType: 'text/javascript; charset=utf-8', text: copyScript },
  { path: ICON_PATH, contentType: 'image/svg+xml', text: icon },
];

/** Changes with everything that pages are made of besides the catalogue. */
export const SITE_HASH = hash([VERSION, STYLE_PATH, SCRIPT_PATH, ICON_PATH].join(' '));

function hash(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
}
