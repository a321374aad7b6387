import { DIRT, dirtyName } from './dump-dirt.ts';
import { writeNutrition } from './dump-nutrition.ts';
import { EXPORT_HEADER } from './export-header.ts';
import { type Random, Zipf } from './random.ts';
import {
  BRAND_COUNT,
  capitalize,
  KINDS,
  type Kind,
  LANGUAGES,
  type Language,
  listBrands,
  listWords,
  toSlug,
  WORDS_PER_LANGUAGE,
} from './vocabulary.ts';

const COLUMN = new Map(EXPORT_HEADER.map((name, at) => [name, at]));

const LABELS =
  `en:organic en:eu-organic fr:ab-agriculture-biologique en:no-gluten en:vegetarian en:vegan en:green-dot
en:no-preservatives en:fair-trade en:no-artificial-flavors en:kosher en:halal en:no-gmos en:sustainable`.split(
    /\s+/,
  );
const TRACES = ['en:nuts', 'en:milk', 'en:soybeans', 'en:gluten', 'en:eggs', 'en:peanuts', 'en:sesame-seeds'];

const COUNTRIES: Record<Language, string> = {
  en: 'united-states',
  fr: 'france',
  de: 'germany',
  es: 'spain',
  it: 'italy',
};

interface CodeRange {
  from: number;
  to: number;
  share: number;
  languages: readonly Language[];
}

/** GS1 prefixes and how many products have them; one in twenty is a shop's own (2). Rows are sorted by code, as in the export. */
const CODE_RANGES: readonly CodeRange[] = [
  { from: 0.001e12, to: 0.02e12, share: 0.09, languages: ['en'] },
  { from: 0.03e12, to: 0.04e12, share: 0.07, languages: ['en'] },
  { from: 0.05e12, to: 0.1e12, share: 0.2, languages: ['en'] },
  { from: 0.2e12, to: 0.21e12, share: 0.05, languages: LANGUAGES },
  { from: 0.3e12, to: 0.38e12, share: 0.3, languages: ['fr'] },
  { from: 0.4e12, to: 0.44e12, share: 0.11, languages: ['de'] },
  { from: 0.5e12, to: 0.51e12, share: 0.06, languages: ['en'] },
  { from: 0.76e12, to: 0.77e12, share: 0.03, languages: ['de', 'fr', 'it'] },
  { from: 0.8e12, to: 0.85e12, share: 0.09, languages: ['it', 'es'] },
];
/** The others are sold abroad under a name in another language. */
const HOME_LANGUAGE_SHARE = 0.85;

/** Ingredients come from a shorter list than names, and more unevenly. */
const INGREDIENT_WORDS = 3000;

// Created once, since that takes longer than ten thousand rows.
const WORDS = Object.fromEntries(LANGUAGES.map((language) => [language, listWords(language)]));
const INGREDIENT_TAGS = Object.fromEntries(
  LANGUAGES.map((language) => [language, WORDS[language]!.slice(0, INGREDIENT_WORDS).map(toSlug)]),
);
const BRANDS = listBrands();
const BRAND_SLUGS = BRANDS.map(toSlug);
const KIND_RANK = new Zipf(KINDS.length, 0.7, 2);
const WORD_RANK = new Zipf(WORDS_PER_LANGUAGE, 1.25, 4);
const BRAND_RANK = new Zipf(BRAND_COUNT, 0.95, 3);
const INGREDIENT_RANK = new Zipf(INGREDIENT_WORDS, 1.5, 6);

/** Writes rows like those of the real export; the same seed gives the same rows. */
export class RowMaker {
  readonly #random: Random;
  readonly #rows: number;
  #row = 0;
  #fields: string[] = [];
  #lastCode = '0000000000017';

  constructor(random: Random, rows: number) {
    this.#random = random;
    this.#rows = rows;
  }

  next(): string {
    const random = this.#random;
    this.#fields = new Array(EXPORT_HEADER.length).fill('');
    const place = (this.#row + random.next()) / this.#rows;
    const { range, body } = placeInRanges(place);
    const language = random.pick(random.chance(HOME_LANGUAGE_SHARE) ? range.languages : LANGUAGES);
    const kind = KINDS[KIND_RANK.draw(random)]!;
    const code = this.#makeCode(body);
    this.#writeWords(code, language, kind);
    this.#writeCategories(kind, language);
    this.#writeIngredients(language);
    this.#writeHistory(code, language);
    writeNutrition(kind, random, (column, value) => this.#set(column, value));
    this.#row++;
    return this.#join();
  }

  #set(column: string, value: string | number): void {
    this.#fields[COLUMN.get(column)!] = String(value);
  }

  #makeCode(body: number): string {
    const random = this.#random;
    if (random.chance(DIRT.repeatedCode)) return this.#repeatCode();
    const digits = String(body).padStart(12, '0');
    const check = (checkDigit(digits) + (random.chance(DIRT.wrongCheckDigit) ? 1 + random.below(9) : 0)) % 10;
    this.#lastCode = `${digits}${check}`;
    const kind = random.next();
    if (kind < DIRT.eightDigitCode) {
      this.#lastCode = `${digits.slice(0, 7)}${checkDigit(digits.slice(0, 7).padStart(12, '0'))}`;
    } else if (kind < DIRT.eightDigitCode + DIRT.fourteenDigitCode) {
      return `1${digits}${check}`;
    } else if (kind < DIRT.eightDigitCode + DIRT.fourteenDigitCode + DIRT.longerCode) {
      return `${digits}${check}${random.below(1e6)}`;
    } else if (kind < DIRT.eightDigitCode + DIRT.fourteenDigitCode + DIRT.longerCode + DIRT.shorterCode) {
      return digits.slice(0, 1 + random.below(7));
    }
    return this.#lastCode;
  }

  #repeatCode(): string {
    const stripped = this.#lastCode.replace(/^0+/, '');
    return this.#random.pick([this.#lastCode, stripped, stripped.padStart(14, '0')]);
  }

  #writeWords(code: string, language: Language, kind: Kind): void {
    const random = this.#random;
    const brandRank = random.chance(0.85) ? BRAND_RANK.draw(random) : null;
    const name = this.#makeName(language, kind);
    if (random.chance(DIRT.emptyName)) {
      if (random.chance(0.5)) this.#set('generic_name', capitalize(kind.nouns[language]));
    } else {
      this.#set('product_name', dirtyName(name, random));
      if (random.chance(0.05)) this.#set('generic_name', this.#makeName(language, kind));
    }
    this.#set('url', `http://world-en.openfoodfacts.org/product/${code}/${toSlug(name)}`);
    this.#set('code', code);
    if (brandRank === null) return;
    const brand = BRANDS[brandRank]!;
    this.#set('brands', random.chance(0.06) ? `${brand},${BRANDS[BRAND_RANK.draw(random)]}` : brand);
    this.#set('brands_tags', `xx:${BRAND_SLUGS[brandRank]}`);
    this.#set('brands_en', BRAND_SLUGS[brandRank]!);
    if (random.chance(0.3)) this.#set('brand_owner', `${brand} Company Inc`);
  }

  /** Real names have 3.7 words on average, from one to fifteen. */
  #makeName(language: Language, kind: Kind): string {
    const random = this.#random;
    const words = WORDS[language]!;
    const parts = random.chance(0.75) ? [kind.nouns[language]] : [];
    const count = Math.max(parts.length === 0 ? 1 : 0, Math.floor(random.around(3.4, 3.8)));
    for (let word = 0; word < count; word++) parts.push(words[WORD_RANK.draw(random)]!);
    if (language === 'en' || language === 'de') parts.reverse();
    const spelling = random.next();
    if (spelling < 0.5) return capitalize(parts.join(' '));
    return spelling < 0.9 ? parts.map(capitalize).join(' ') : parts.join(' ');
  }

  #writeCategories(kind: Kind, language: Language): void {
    const random = this.#random;
    if (random.chance(0.25)) return;
    if (random.chance(DIRT.nullCategory)) {
      this.#setCategories(['en:null'], 'null');
      return;
    }
    if (random.chance(DIRT.nonFood)) {
      this.#setCategories(['en:non-food-products', 'en:pet-food'], 'Pet food');
      return;
    }
    const tags = kind.path.slice(0, random.chance(0.8) ? kind.path.length : 1).map((tag) => `en:${tag}`);
    const word = WORDS[language]![WORD_RANK.draw(random) % 500]!;
    if (random.chance(DIRT.untranslatedCategory))
      tags.push(`${language}:${toSlug(`${kind.nouns[language]} ${word}`)}`);
    else if (random.chance(0.4)) tags.push(`en:${toSlug(word)}-${kind.path.at(-1)}`);
    this.#setCategories(tags, tags.map((tag) => capitalize(tag.slice(3).replaceAll('-', ' '))).join(', '));
  }

  #setCategories(tags: readonly string[], text: string): void {
    const names = tags.map((tag) => capitalize(tag.slice(3).replaceAll('-', ' ')));
    this.#set('categories', text);
    this.#set('categories_tags', tags.join(this.#random.chance(DIRT.controlCharacter) ? '\u0001,' : ','));
    this.#set('categories_en', names.join(','));
    this.#set('main_category', tags.at(-1)!);
    this.#set('main_category_en', names.at(-1)!);
    this.#set('pnns_groups_1', names[0]!);
    this.#set('pnns_groups_2', names.at(-1)!);
    this.#set('food_groups_tags', tags[0]!);
  }

  #writeIngredients(language: Language): void {
    const random = this.#random;
    if (random.chance(0.25)) return;
    const words = WORDS[language]!;
    const slugs = INGREDIENT_TAGS[language]!;
    const count = Math.max(2, Math.floor(random.around(13, 22)));
    let text = '';
    let tags = '';
    for (let ingredient = 0; ingredient < count; ingredient++) {
      const first = INGREDIENT_RANK.draw(random);
      const second = INGREDIENT_RANK.draw(random);
      text += `${ingredient === 0 ? '' : ', '}${words[first]} ${words[second]}`;
      tags += `${ingredient === 0 ? '' : ','}en:${slugs[first]}-${slugs[second]},en:${slugs[first]}`;
    }
    this.#set('ingredients_text', text);
    this.#set('ingredients_tags', tags);
    this.#set(
      'ingredients_analysis_tags',
      'en:palm-oil-free,en:vegan-status-unknown,en:vegetarian-status-unknown',
    );
    const additives = ['e330', 'e322', 'e471', 'e412', 'e160a', 'e500', 'e202'].slice(0, random.below(6));
    this.#set('additives_n', additives.length);
    this.#set('additives_tags', additives.map((additive) => `en:${additive}`).join(','));
    this.#set(
      'additives_en',
      additives.map((additive) => `${additive.toUpperCase()} - Food additive`).join(','),
    );
  }

  #writeHistory(code: string, language: Language): void {
    const random = this.#random;
    const created = 1_330_000_000 + random.below(430_000_000);
    const modified = created + random.below(1_770_000_000 - created);
    this.#setMoment('created', created);
    this.#setMoment('last_modified', modified);
    this.#setMoment('last_updated', 1_771_284_131);
    this.#set(
      'creator',
      random.pick(['kiliweb', 'usda-ndb-import', 'openfoodfacts-contributors', 'org-database']),
    );
    this.#set('last_modified_by', random.pick(['', 'roboto-app', 'kiliweb', 'foodless']));
    this.#set('countries', `en:${COUNTRIES[language]}`);
    this.#set('countries_tags', `en:${COUNTRIES[language]}`);
    this.#set('countries_en', capitalize(COUNTRIES[language].replace('-', ' ')));
    this.#set('completeness', (0.1 + random.below(80) / 100).toFixed(4));
    this.#writePackage();
    this.#writeStates();
    this.#writeScans(language);
    if (random.chance(0.68)) this.#writeImages(code, language, modified);
  }

  /** What is in the package, and what is printed on it besides. */
  #writePackage(): void {
    const random = this.#random;
    if (random.chance(0.54)) {
      const amount = 50 * (1 + random.below(20));
      this.#set('quantity', random.chance(0.1) ? `${amount / 10} cl` : `${amount} g`);
      this.#set('product_quantity', amount);
    }
    if (random.chance(0.18)) {
      const labels = LABELS.filter(() => random.chance(0.3));
      this.#set('labels_tags', labels.join(','));
      this.#set('labels_en', labels.map((tag) => capitalize(tag.slice(3))).join(','));
    }
    if (random.chance(0.03)) this.#set('traces_tags', TRACES.filter(() => random.chance(0.4)).join(','));
  }

  #setMoment(prefix: string, seconds: number): void {
    this.#set(`${prefix}_t`, seconds);
    this.#set(`${prefix}_datetime`, new Date(seconds * 1000).toISOString().replace('.000Z', 'Z'));
  }

  #writeStates(): void {
    const facets = [
      ['nutrition facts', 0.85],
      ['ingredients', 0.75],
      ['expiration date', 0.05],
      ['packaging code', 0.05],
      ['characteristics', 0.1],
      ['origins', 0.05],
      ['categories', 0.75],
      ['brands', 0.85],
      ['packaging', 0.1],
      ['quantity', 0.4],
      ['product name', 0.96],
    ] as const;
    const states = facets.map(
      ([facet, share]) => `${facet} ${this.#random.chance(share) ? 'completed' : 'to be completed'}`,
    );
    states.unshift('to be completed');
    states.push('photos to be uploaded', 'packaging photo to be selected');
    const tags = states.map((state) => `en:${state.replaceAll(' ', '-')}`);
    this.#set('states', tags.join(', '));
    this.#set('states_tags', tags.join(','));
    this.#set('states_en', states.map(capitalize).join(','));
  }

  /** Most products were scanned by nobody or by one person, a few by thousands. */
  #writeScans(language: Language): void {
    const random = this.#random;
    if (!random.chance(0.4)) return;
    const scans = Math.min(20_000, Math.floor(random.next() ** -0.8));
    const country = COUNTRIES[language].slice(0, 2);
    this.#set('unique_scans_n', scans);
    this.#set(
      'popularity_tags',
      [2021, 2023, 2024, 2025]
        .slice(random.below(4))
        .flatMap((year) =>
          [75, 80, 85, 90]
            .map((share) => `top-${share}-percent-scans-${year}`)
            .concat(`top-country-${country}-scans-${year}`),
        )
        .join(','),
    );
  }

  #writeImages(code: string, language: Language, modified: number): void {
    const random = this.#random;
    const digits = code.padStart(13, '0');
    const folder = random.chance(DIRT.invalidImage)
      ? 'invalid'
      : `${digits.slice(0, 3)}/${digits.slice(3, 6)}/${digits.slice(6, 9)}/${digits.slice(9)}`;
    for (const [columns, key, share] of [
      ['image', 'front', 1],
      ['image_ingredients', 'ingredients', 0.55],
      ['image_nutrition', 'nutrition', 0.45],
    ] as const) {
      if (!random.chance(share)) continue;
      const stem = `https://images.openfoodfacts.org/images/products/${folder}/${key}_${language}.${3 + random.below(60)}`;
      this.#set(`${columns}_url`, `${stem}.400.jpg`);
      this.#set(`${columns}_small_url`, `${stem}.200.jpg`);
    }
    this.#setMoment('last_image', modified);
  }

  #join(): string {
    const random = this.#random;
    if (!random.chance(DIRT.wrongFieldCount)) return this.#fields.join('\t');
    if (random.chance(0.5)) return this.#fields.slice(0, 40).join('\t');
    return this.#fields.map((field, at) => (at === 10 ? `${field}\tstray` : field)).join('\t');
  }
}

/** The range of codes for this share of the rows, and the first twelve digits of a code in it. */
function placeInRanges(place: number): { range: CodeRange; body: number } {
  let rest = place;
  for (const range of CODE_RANGES) {
    const { from, to, share } = range;
    if (rest < share) return { range, body: Math.floor(from + ((to - from) * rest) / share) };
    rest -= share;
  }
  const range = CODE_RANGES.at(-1)!;
  return { range, body: range.to };
}

function checkDigit(body: string): number {
  let sum = 0;
  for (let at = body.length - 1, weight = 3; at >= 0; at--, weight = 4 - weight)
    sum += Number(body[at]) * weight;
  return (10 - (sum % 10)) % 10;
}
