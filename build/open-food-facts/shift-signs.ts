/**
 * What tells that a stray tab has moved the values of a row into other columns of the export: columns whose values can be
 * recognised, and nutrients that are never given without another one.
 */

type Recognise = (bytes: Buffer, start: number, end: number) => boolean;

interface RecognisableColumn {
  name: string | RegExp;
  /** By a few bytes, since every row is checked. */
  recognise: Recognise;
  /** Whether the source itself writes it, into every record. */
  isInEvery?: boolean;
}

export const RECOGNISABLE_COLUMNS: readonly RecognisableColumn[] = [
  { name: 'url', recognise: isAddress },
  // Pictures stand side by side, and only their names and sizes tell them apart.
  { name: /^image_(?:front_)?url$/, recognise: pictureOf('f', '4') },
  { name: /^image_(?:front_)?small_url$/, recognise: pictureOf('f', '2') },
  { name: 'image_ingredients_url', recognise: pictureOf('i', '4') },
  { name: 'image_ingredients_small_url', recognise: pictureOf('i', '2') },
  { name: 'image_nutrition_url', recognise: pictureOf('n', '4') },
  { name: 'image_nutrition_small_url', recognise: pictureOf('n', '2') },
  { name: /_(?:t|datetime)$/, recognise: isTime },
  { name: /^(?:nutriscore|ecoscore|environmental_score)_grade$/, recognise: isGrade, isInEvery: true },
  {
    name: 'nova_group',
    recognise: (bytes, start, end) => end - start <= '1.0'.length && isOneOf('1234', bytes[start]!),
  },
  // Other tags, such as those of brands, had no language for years.
  {
    name: /^(?:categories|labels|countries|ingredients|ingredients_analysis|traces|additives|food_groups|nutrient_levels|data_quality_errors)_tags$/,
    recognise: isTag,
  },
  { name: /^states(?:_tags)?$/, recognise: isTag, isInEvery: true },
  {
    name: /^(?:serving_quantity|additives_n|nutriscore_score|product_quantity|unique_scans_n)$/,
    recognise: isNumber,
  },
  { name: /^energy(?:-kj|-kcal)?_100g$/, recognise: isNumber },
  {
    name: 'completeness',
    recognise: (bytes, start) => isOneOf('01', bytes[start]!),
    isInEvery: true,
  },
];

/** Nutrients, and what they are a part of or the same as: nobody gives the part without the whole. */
export const PARTS_BY_WHOLE: Readonly<Record<string, string>> = {
  fat: 'butyric-acid caproic-acid caprylic-acid capric-acid lauric-acid myristic-acid palmitic-acid stearic-acid arachidic-acid behenic-acid lignoceric-acid cerotic-acid montanic-acid melissic-acid unsaturated-fat monounsaturated-fat polyunsaturated-fat omega-3-fat omega-6-fat omega-9-fat alpha-linolenic-acid linoleic-acid arachidonic-acid gamma-linolenic-acid dihomo-gamma-linolenic-acid oleic-acid elaidic-acid gondoic-acid mead-acid erucic-acid nervonic-acid trans-fat',
  carbohydrates:
    'sucrose glucose fructose galactose lactose maltose maltodextrins psicose starch isomalt maltitol sorbitol',
  fiber: 'soluble-fiber insoluble-fiber polydextrose',
  proteins: 'casein serum-proteins nucleotides',
  energy: 'energy-from-fat',
  salt: 'added-salt sodium',
  sodium: 'salt',
};

/** Parts that some people do give without the whole, since a grade depends on them. */
export const PARTS_OFTEN_ALONE: Readonly<Record<string, string>> = {
  fat: 'saturated-fat',
  carbohydrates: 'sugars added-sugars polyols erythritol',
};

function isOneOf(characters: string, byte: number): boolean {
  // Without turning the byte into a text, since every row is checked.
  for (let at = 0; at < characters.length; at++) if (characters.charCodeAt(at) === byte) return true;
  return false;
}

function isAddress(bytes: Buffer, start: number): boolean {
  return isOneOf('hi', bytes[start]!);
}

/**
 * An address, whose last part begins with the first letter of what the picture shows where it begins with that of any
 * (`front_fr.7.400.jpg`), and which ends in a size of this many hundreds where it ends in a size.
 */
function pictureOf(shown: 'f' | 'i' | 'n', hundreds: '2' | '4'): Recognise {
  return (bytes, start, end) => {
    if (!isAddress(bytes, start)) return false;
    const name = bytes.lastIndexOf(SLASH, end - 1) + 1;
    if (name > start && isOneOf('fin', bytes[name]!) && !isOneOf(shown, bytes[name]!)) return false;
    const size = end - '400.jpg'.length;
    return bytes[size - 1] !== DOT || bytes[end - '.jpg'.length] !== DOT || isOneOf(hundreds, bytes[size]!);
  };
}

const DOT = 0x2e;
const SLASH = 0x2f;

/** Seconds since 1970, or a date and time. */
function isTime(bytes: Buffer, start: number, end: number): boolean {
  return end - start >= '999999999'.length && isOneOf('12', bytes[start]!);
}

const GRADES = new Set(['a-plus', 'a', 'b', 'c', 'd', 'e', 'f', 'unknown', 'not-applicable']);

function isGrade(bytes: Buffer, start: number, end: number): boolean {
  return end - start <= 'not-applicable'.length && GRADES.has(bytes.toString('latin1', start, end));
}

/** A language of two or three letters and a colon. */
function isTag(bytes: Buffer, start: number): boolean {
  return isOneOf(':', bytes[start + 2]!) || isOneOf(':', bytes[start + 3]!);
}

function isNumber(bytes: Buffer, start: number): boolean {
  return isOneOf('0123456789.-', bytes[start]!);
}
