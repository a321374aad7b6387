/**
 * Where lines of the pages may break. A number stays with its unit, and a long word has soft hyphens where browsers cannot be
 * relied on: few have the hyphenation of every language, and without it a word in a narrow column is cut anywhere.
 */

const SPACE_BEFORE_UNIT = /(?<=[\d}]) (?=(?:g|mg|µg|kg|ml|kcal|kJ|%|\{unit\})(?![\p{L}\d]))/gu;

/** `je 100 g` is one amount. */
const SPACE_WITHIN_AMOUNT = /(?<=(?<!\p{L})(?:je|per|pour|por|par)) (?=100(?!\d))/giu;

/** What German names of foods end with, in words that are too long for a column of a phone. */
const FOOD_AT_END =
  /(?<=\p{L}{5})(?=(?:schokolade|brötchen|würstchen|kartoffeln?|marmelade|konfitüre|pudding|joghurt|butter|kuchen|suppe|salat|nudeln|bohnen|pulver|gemüse|mischung|aufstriche?|getränk|flocken|mandeln|plätzchen)(?!\p{L}))/gu;

/** Words of the pages that do not fit into a narrow column or a heading of a phone, each up to one of its joints. */
const BEFORE_JOINT = new RegExp(
  [
    'Ballast(?=stoff)',
    'Frühstücks(?=cerealien)',
    'Kohlen(?=hydrat)',
    'Konser(?=vierungs)',
    'vierungs(?=stoff)',
    'Kohlensäure(?=haltig)',
    'Pantothen(?=säure)',
    'Schalen(?=früchte)',
    'Weich(?=tiere)',
    'Krebs(?=tiere)',
    'Lebensmittel(?=daten|kategorie)',
    'Nährwert(?=daten)',
    'Landwirtschafts(?=minist)',
    'Makro(?=nähr)',
    'Konto(?=schlüssel)',
    'Wiederherstellungs(?=code)',
    'Zertifikats(?=vertrauen)',
    'vertrauens(?=einstell)',
    'Zertifizierungs(?=stelle)',
    'Start(?=bildschirm)',
    'Frischkäse(?=zubereitung)',
    'Carbo(?=hydrate)',
    'panto(?=thénique|ténico)',
  ].join('|'),
  'g',
);
const SOFT_HYPHEN = '\u00ad';
const FIRM_SPACE = '\u00a0';

export function typeset(text: string): string {
  return text
    .replace(SPACE_BEFORE_UNIT, FIRM_SPACE)
    .replace(SPACE_WITHIN_AMOUNT, FIRM_SPACE)
    .replace(BEFORE_JOINT, `$&${SOFT_HYPHEN}`)
    .replace(FOOD_AT_END, SOFT_HYPHEN);
}
