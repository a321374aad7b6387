import { memberOf } from '../../src/member-of.ts';
import { quieten, tidy } from './names.ts';

const WORD = String.raw`(?:Mc)?[A-Z0-9][A-Z0-9'&./-]*s?(?![\w'"%])`;
/** Words in capitals in a row; the size of a pizza is not one. */
const CAPITALS = new RegExp(String.raw`(?<![\w'"%.-])${WORD}(?: (?:& )?${WORD})*`, 'g');
const IN_BRACKETS = /\([^)]*\)/g;
const LOOKS_LIKE_A_BRAND = /[A-Z]{3}|[A-Z]'[A-Z]{2}/;
const NO_BRANDS = new Set('ARA BBQ BLT DHA KAMUT LS NFSMI PM USA USDA VPP'.split(' '));

/** Where the capitals continue from the brand into the product, these end the brand. */
const LEADING_BRANDS =
  /^(?:BARBARA'S|BIMBO|BREYERS|BUDWEISER|CAMPBELL'S|CLIF|COCA-COLA|DANNON|GAMESA|GENERAL MILLS|GERBER|GOYA|HEATH|HERSHEY'S|HORMEL|KASHI|KELLOGG'[Ss]|KELLOGG|KRAFT|LA MODERNA|LIPTON|LUNA|M&M MARS|MORNINGSTAR FARMS|NUTRI-GRAIN|PEPSICO|PILLSBURY|POPSICLE|POST|QUAKER|RALSTON|REESE'[Ss]|SMUCKER'S|SWANSON|TONY'S|TWIZZLERS|UNCLE SAM|V8|YORK|ZONE PERFECT)(?= )/;

/** Brands that the table writes in ordinary letters where it names no maker. */
const IN_ORDINARY_LETTERS =
  /(?<![\w-])(?:Clif|Creamsicle|Lean Pockets|Muscle Milk|Powerade|Propel|Reddi Wip)(?![\w-])/;

/** Brands as people know them, where the table names a company or spells it otherwise. */
const KNOWN_AS: Readonly<Record<string, string>> = {
  'Abbott Nutrition': 'Abbott',
  "Abbott's Ross Products Division": 'Abbott',
  "Big Daddy's LS": "Big Daddy's",
  'Campbell Soup': "Campbell's",
  'Farley Candy': 'Farley',
  'Good Humor - Breyers Ice Cream': 'Breyers',
  'H.J. Heinz': 'Heinz',
  'Hershey Food': "Hershey's",
  Hershey: "Hershey's",
  Kellogg: "Kellogg's",
  'Kentucky Fried Chicken': 'KFC',
  'Kraft Foods': 'Kraft',
  'M&M Mars': 'Mars',
  'Mars Food': 'Mars',
  'Mars Snackfood US': 'Mars',
  Masterfoods: 'Mars',
  Motts: "Mott's",
  Nestle: 'Nestlé',
  'Quaker Oats': 'Quaker',
  Schar: 'Schär',
  "T.G.I Friday's": "T.G.I. Friday's",
  'Uncle Bens': "Uncle Ben's",
  richardson: 'Richardson',
};

/** What a company adds to its name. */
const LEGAL_FORM =
  /(?:,? (?:Inc|INC|Co|Corp|LLC|Ltd|AG)\.?|,? (?:Corporation|Company|Group|USA|US|North America|International|Beverage|Brands))$/;
const LONGER_THAN_A_BRAND = / - |\/|- (?=[A-Z])/;

/**
 * The brands of a food, the best known first: the one that its description prints in capitals, and its maker. Null
 * for a food that anybody grows or makes.
 */
export function findBrands(description: string, manufacturer: string): string | null {
  const brand = brandInCapitals(tidy(description).replace(IN_BRACKETS, ''));
  const maker = makerOf(manufacturer);
  if (brand === null || maker === null) {
    return brand ?? maker ?? IN_ORDINARY_LETTERS.exec(description)?.[0] ?? null;
  }
  return startsAlike(brand, maker) ? brand : `${brand}, ${maker}`;
}

function brandInCapitals(description: string): string | null {
  for (const [capitals] of description.matchAll(CAPITALS)) {
    if (!LOOKS_LIKE_A_BRAND.test(capitals) || NO_BRANDS.has(capitals)) continue;
    const brand = quieten(LEADING_BRANDS.exec(capitals)?.[0] ?? capitals.replace(/^THE | COMPANY$/g, ''));
    return memberOf(KNOWN_AS, brand) ?? brand;
  }
  return null;
}

/** "Post" of "Post Foods", or the same name in other letters. */
function startsAlike(brand: string, maker: string): boolean {
  const [short, long] = [brand, maker].map((name) => name.toLowerCase()).sort((a, b) => a.length - b.length);
  return long!.includes(short!.replace(/'?s$/, ''));
}

function makerOf(manufacturer: string): string | null {
  let maker = manufacturer.replace(/^(?:The|Beverages,) /, '').split(LONGER_THAN_A_BRAND)[0]!;
  if (maker === 'Good Humor') return 'Breyers';
  for (let shorter = ''; shorter !== maker; ) {
    shorter = maker;
    maker = maker.replace(LEGAL_FORM, '').replace(/,$/, '');
  }
  const brand = quieten(maker).trim();
  return brand === '' ? null : (memberOf(KNOWN_AS, brand) ?? brand).replaceAll(',', '');
}
