import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';

/**
 * Draws `src/site/favicon.ico` from the icon, for browsers and programs that only request that address, and the icons of
 * home screens. The files are committed: run this after changing the icon.
 */
const SITE = join(import.meta.dir, '..', 'src', 'site');
export const FAVICON = join(SITE, 'favicon.ico');

export const homeIconFile = (size: number) => join(SITE, `home-${size}.png`);
/** What Android asks of an app that can be installed; iOS takes the smaller one. */
export const HOME_SIZES = [192, 512];

/** A tab on an ordinary screen, and one on a dense screen. */
const SIZES = [16, 32];
const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const ICON_TYPE = 1;
const BITS_PER_PIXEL = 32;

/** An ICO file: a header, an entry for each size, then the PNG files themselves. */
export function drawFavicon(): Buffer {
  const svg = readFileSync(join(SITE, 'icon.svg'), 'utf8');
  const drawn = SIZES.map((size) =>
    new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng(),
  );
  const head = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * SIZES.length);
  head.writeUInt16LE(ICON_TYPE, 2);
  head.writeUInt16LE(SIZES.length, 4);
  let start = head.length;
  for (const [index, png] of drawn.entries()) {
    const entry = HEADER_BYTES + ENTRY_BYTES * index;
    head.writeUInt8(SIZES[index]!, entry);
    head.writeUInt8(SIZES[index]!, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(BITS_PER_PIXEL, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(start, entry + 12);
    start += png.length;
  }
  return Buffer.concat([head, ...drawn]);
}

/** The icon on a ground that reaches every edge, small enough that a system may cut a circle out of it. */
export function drawHomeIcon(size: number): Buffer {
  const svg = readFileSync(join(SITE, 'icon.svg'), 'utf8')
    .replace('viewBox="0 0 32 32"', 'viewBox="-3 -3 38 38"')
    .replace('<rect width="32" height="32" rx="7"', '<rect x="-3" y="-3" width="38" height="38"');
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();
}

if (import.meta.main) {
  writeFileSync(FAVICON, drawFavicon());
  for (const size of HOME_SIZES) writeFileSync(homeIconFile(size), drawHomeIcon(size));
}
