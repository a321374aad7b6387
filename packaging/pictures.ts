import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { PICTURE_SIZES, type PictureSize, picturePath } from '../src/food/own-picture.ts';
import { type PackIndex, PICTURE_NAMES } from '../src/site/pictures.ts';

/**
 * Draws the pictures that larder serves, from the icons of the Fluent Emoji set, into one file that the compiler
 * embeds. Run by `npm start`, `npm test` and `npm run compile`; skipped if the file is newer than everything it is
 * drawn from.
 */
const ROOT = join(import.meta.dir, '..');
const PICTURE_PACK = join(ROOT, 'dist', 'pictures.pack');
const ICONS = join(ROOT, 'node_modules', '@iconify-json', 'fluent-emoji-flat', 'icons.json');
const DRAWN_FROM = [
  ICONS,
  join(ROOT, 'data', 'pictures.tsv'),
  join(ROOT, 'src', 'food', 'own-picture.ts'),
  join(ROOT, 'src', 'site', 'pictures.ts'),
  import.meta.path,
];

/** Icons are drawn on a square of 32 units; the margin keeps them clear of rounded corners. */
const ICON_UNITS = 32;
const MARGIN_UNITS = 3;

interface IconSet {
  icons: Readonly<Record<string, { body: string }>>;
}

export function makePictures(): void {
  const drawnMs = statSync(PICTURE_PACK, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (DRAWN_FROM.every((file) => statSync(file).mtimeMs < drawnMs)) return;
  const bytes = drawPack(PICTURE_NAMES);
  mkdirSync(dirname(PICTURE_PACK), { recursive: true });
  // Another process may be reading the old one.
  const unfinished = `${PICTURE_PACK}.${process.pid}`;
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, PICTURE_PACK);
  console.error(
    `drew ${PICTURE_NAMES.length} pictures in ${PICTURE_SIZES.length} sizes, ${bytes.length} bytes`,
  );
}

/** All pictures after one line that says where each begins and ends. */
export function drawPack(names: readonly string[]): Buffer {
  const set = JSON.parse(readFileSync(ICONS, 'utf8')) as IconSet;
  const index: Record<string, PackIndex[string]> = {};
  const drawn: Buffer[] = [];
  let end = 0;
  for (const name of names) {
    for (const size of PICTURE_SIZES) {
      const png = drawPicture(set, name, size);
      index[picturePath(name, size)] = [end, end + png.length];
      end += png.length;
      drawn.push(png);
    }
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...drawn]);
}

function drawPicture({ icons }: IconSet, name: string, size: PictureSize): Buffer {
  const icon = icons[name];
  if (icon === undefined) throw new Error(`the icon set has no ${name}, which data/pictures.tsv asks for`);
  const units = ICON_UNITS + 2 * MARGIN_UNITS;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-MARGIN_UNITS} ${-MARGIN_UNITS} ${units} ${units}" width="${units}" height="${units}">${icon.body}</svg>`;
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();
}

if (import.meta.main) makePictures();
