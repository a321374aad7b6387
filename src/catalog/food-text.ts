import { printedDigits } from '../food/barcode.ts';
import type { Food } from '../food/food.ts';
import { gtinOf } from '../food/identity.ts';
import { addPictureFolder, LARGE_PICTURE, SMALL_PICTURE } from '../food/image.ts';
import { NUTRIENTS } from '../food/nutrients.ts';
import { addStaticUrl } from '../food/static-url.ts';
import type { Database } from '../sqlite/driver.ts';
import type { DatabaseFile } from '../sqlite/pages.ts';
import { openStoredRows, placesOf } from '../sqlite/rows.ts';
import type { StoredRow } from '../sqlite/stored-row.ts';
import { type Content, literal, TextWriter } from '../text-writer.ts';

/**
 * Writes the food at a rank as JSON, straight from its row: the text that `JSON.stringify` gives for the Food, in half
 * the time and without the garbage of building it. Rare kinds of foods are left to `foodAt`.
 */
export function openFoodTexts(
  pages: DatabaseFile,
  db: Database,
  nameOfCategory: ReadonlyMap<number, string>,
  foodAt: (rank: number) => Food,
): (rank: number) => Content {
  const find = openStoredRows(pages, db, 'foods');
  const quotedCategory = new Map(
    [...nameOfCategory].map(([id, name]) => [id, JSON.stringify(name)] as const),
  );
  const text = new TextWriter();

  let id = 0;
  /** Where the address of the picture is in the text, up to its ending. */
  let [pictureStart, pictureEnd] = [0, 0];

  const writers: Readonly<Record<Kind, Writer>> = {
    id: () => text.addWhole(id),
    number: (row, column) => text.addNumber(row.number(column)),
    text: (row, column) => text.addQuotedBytes(row.bytes, row.start(column), row.end(column)),
    category: (row, column) => text.addText(quotedCategory.get(row.number(column))!),
    barcode() {
      const gtin = gtinOf(id);
      if (gtin === null) {
        text.addAscii(NULL);
        return;
      }
      text.addAscii(QUOTE);
      text.addDigits(gtin, printedDigits(gtin));
      text.addAscii(QUOTE);
    },
    picture(row, column) {
      pictureStart = text.length;
      text.addAscii(QUOTE);
      addPictureFolder(text, id);
      text.addBytes(row.bytes, row.start(column), row.end(column));
      pictureEnd = text.length;
      text.addAscii(LARGE_ENDING);
    },
    thumbnail() {
      text.repeat(pictureStart, pictureEnd);
      text.addAscii(SMALL_ENDING);
    },
    page(row, column) {
      text.addAscii(QUOTE);
      addStaticUrl(text, id, row.bytes, row.start(column), row.end(column));
      text.addAscii(QUOTE);
    },
  };

  const columns = placesOf(
    db,
    'foods',
    MEMBERS.map(([, , column]) => column),
  );
  const placeOf = (name: string) => columns[MEMBERS.findIndex(([, , column]) => column === name)]!;
  const [idColumn, image] = [placeOf('id'), placeOf('image')];
  const members = MEMBERS.map(([name, kind], place) => ({
    start: literal(`${place === 0 ? '{' : ','}"${name}":`),
    column: columns[place]!,
    write: writers[kind],
  }));

  return (rank) => {
    const row = find(rank);
    if (row == null) return JSON.stringify(foodAt(rank));
    id = row.number(idColumn);
    if (!hasUsualPicture(row, image, id)) return JSON.stringify(foodAt(rank));
    text.clear();
    // One loop over all members keeps the code small, so that it stays in the processor's cache between requests.
    for (let place = 0; place < members.length; place++) {
      const { start, column, write } = members[place]!;
      text.addAscii(start);
      if (row.isNull(column)) text.addAscii(NULL);
      else write(row, column);
    }
    text.addAscii(END);
    return text.takeContent();
  };
}

type Kind = 'id' | 'number' | 'text' | 'category' | 'barcode' | 'picture' | 'thumbnail' | 'page';
/** Writes a value that is known, from a column of the row. */
type Writer = (row: StoredRow, column: number) => void;

/** The members of a Food in wire order, and the column that each is written from. */
const MEMBERS: readonly (readonly [name: string, kind: Kind, column: string])[] = [
  ['id', 'id', 'id'],
  ['name', 'text', 'name'],
  ['brand', 'text', 'brand'],
  ['barcode', 'barcode', 'id'],
  ['category', 'category', 'category_id'],
  ['serving_size_g', 'number', 'serving_size_g'],
  ['serving_desc', 'text', 'serving_desc'],
  ...NUTRIENTS.map((nutrient) => [nutrient, 'number', nutrient] as const),
  ['image_url', 'picture', 'image'],
  ['image_thumb_url', 'thumbnail', 'image'],
  ['source', 'text', 'source'],
  ['confidence', 'number', 'confidence'],
  ['static_url', 'page', 'name'],
];

const [NULL, QUOTE, END] = [literal('null'), literal('"'), literal('}')] as const;
const [LARGE_ENDING, SMALL_ENDING] = [literal(`${LARGE_PICTURE}"`), literal(`${SMALL_PICTURE}"`)] as const;
const SLASH = '/'.charCodeAt(0);

/**
 * Whether there is no picture, or one at Open Food Facts, of which only language and revision are stored
 * (food/image.ts).
 */
function hasUsualPicture(row: StoredRow, image: number, id: number): boolean {
  if (row.isNull(image)) return true;
  const { bytes } = row;
  const end = row.end(image);
  for (let at = row.start(image); at < end; at++) if (bytes[at] === SLASH) return false;
  return gtinOf(id) !== null;
}
