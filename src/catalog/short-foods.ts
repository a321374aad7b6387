import { printedDigits } from '../food/barcode.ts';
import type { Food } from '../food/food.ts';
import { SHORT, type ShortFood, shortMember } from '../food/food-shorthand.ts';
import { gtinOf } from '../food/identity.ts';
import { addPictureDirectories } from '../food/image.ts';
import { NUTRIENTS } from '../food/nutrients.ts';
import { addSlug } from '../food/static-url.ts';
import type { Database } from '../sqlite/driver.ts';
import type { DatabaseFile } from '../sqlite/pages.ts';
import { openStoredRows, placesOf } from '../sqlite/rows.ts';
import type { StoredRow } from '../sqlite/stored-row.ts';
import { TextWriter } from '../text-writer.ts';

/**
 * Writes the food at a rank in shorthand, straight from its row. Restoring the JSON from there is faster than
 * `JSON.stringify` of the Food, and leaves no garbage behind. Rare kinds of foods are left to `foodAt`.
 */
export function openShortFoods(
  pages: DatabaseFile,
  db: Database,
  nameOfCategory: ReadonlyMap<number, string>,
  foodAt: (rank: number) => Food,
): (rank: number) => ShortFood {
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
        text.addByte(SHORT.null);
        return;
      }
      text.addByte(QUOTE);
      text.addDigits(gtin, printedDigits(gtin));
      text.addByte(QUOTE);
    },
    picture(row, column) {
      pictureStart = text.length;
      text.addByte(SHORT.pictureFolder);
      addPictureDirectories(text, id);
      text.addByte(SHORT.front);
      text.addBytes(row.bytes, row.start(column), row.end(column));
      pictureEnd = text.length;
      text.addByte(SHORT.largePicture);
    },
    thumbnail() {
      text.repeat(pictureStart, pictureEnd);
      text.addByte(SHORT.smallPicture);
    },
    page(row, column) {
      text.addByte(SHORT.pageFolder);
      text.addWhole(id);
      text.addByte(SLASH);
      addSlug(text, row.bytes, row.start(column), row.end(column));
      text.addByte(SHORT.pageEnding);
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
    start: shortMember(name),
    column: columns[place]!,
    write: writers[kind],
  }));

  function write(rank: number): void {
    const row = find(rank);
    if (row == null) {
      writeJson(rank);
      return;
    }
    id = row.number(idColumn);
    if (!hasUsualPicture(row, image, id)) {
      writeJson(rank);
      return;
    }
    // One loop over all members keeps the code small, so that it stays in the processor's cache between requests.
    for (let place = 0; place < members.length; place++) {
      const { start, column, write } = members[place]!;
      text.addByte(start);
      if (row.isNull(column)) text.addByte(SHORT.null);
      else write(row, column);
    }
    text.addByte(END);
  }

  const writeJson = (rank: number) => text.addText(JSON.stringify(foodAt(rank)));

  return (rank) => {
    text.clear();
    write(rank);
    const { bytes, length } = text;
    return { bytes, length };
  };
}

type Kind = 'id' | 'number' | 'text' | 'category' | 'barcode' | 'picture' | 'thumbnail' | 'page';
/** Writes a value that is known, from a column of the row. */
type Writer = (row: StoredRow, column: number) => void;

/** The members of a Food in wire order, and the column that each is written from. */
const MEMBERS: readonly (readonly [name: keyof Food, kind: Kind, column: string])[] = [
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

const [QUOTE, END, SLASH] = ['"', '}', '/'].map((character) => character.charCodeAt(0)) as [
  number,
  number,
  number,
];

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
