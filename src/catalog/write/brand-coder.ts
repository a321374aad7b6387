import { narrow } from '../../narrow.ts';
import type { Database } from '../../sqlite/driver.ts';
import { fold } from '../../text/fold.ts';
import type { Codes } from '../columns/codes.ts';

/** Spellings of brands, each with the brand that it is one of, as numbers: a large catalogue has hundreds of thousands. */
class BrandSpellings {
  /** Folded brands by number. */
  readonly folded: string[] = [];
  readonly #brandOfFolded = new Map<string, number>();
  readonly #numberOf = new Map<string, number>();
  readonly #brands: number[] = [];
  readonly #counts: number[] = [];

  /** The number of a spelling. */
  find(name: string): number {
    return this.#numberOf.get(name) ?? this.#add(name);
  }

  /** The number of its brand; -1 for a spelling that has no words. */
  brandOf(spelling: number): number {
    return this.#brands[spelling]!;
  }

  #add(name: string): number {
    const spelling = this.#brands.push(this.#findFolded(fold(name))) - 1;
    this.#counts.push(0);
    this.#numberOf.set(name, spelling);
    return spelling;
  }

  #findFolded(folded: string): number {
    if (folded === '') return -1;
    const known = this.#brandOfFolded.get(folded);
    if (known !== undefined) return known;
    const brand = this.folded.push(folded) - 1;
    this.#brandOfFolded.set(folded, brand);
    return brand;
  }

  count(spelling: number): void {
    this.#counts[spelling]!++;
  }

  /** The most common spelling of each brand, by its number. */
  mostCommon(): string[] {
    const best = this.folded.map(() => ({ name: '', count: -1 }));
    for (const [name, spelling] of this.#numberOf) {
      const brand = best[this.#brands[spelling]!];
      const count = this.#counts[spelling]!;
      if (brand === undefined || count < brand.count || (count === brand.count && name > brand.name))
        continue;
      brand.name = name;
      brand.count = count;
    }
    return best.map(({ name }) => name);
  }
}

/**
 * Numbers brands in alphabetical order, so that equal counts can be ordered without names; sets of several come after.
 */
export class BrandCoder {
  readonly #spellings = new BrandSpellings();
  /** Sets of several brands, by the number that a set has while foods are read, plus one and negative. */
  readonly #sets: number[][] = [];
  readonly #setOf = new Map<string, number>();
  /** The number of a brand plus one, or that of a set. */
  readonly #codes: Int32Array;

  constructor(foods: number) {
    this.#codes = new Int32Array(foods);
  }

  add(place: number, brand: string | null, further: readonly string[]): void {
    if (further.length > 0) {
      this.#addSeveral(place, brand === null ? further : [brand, ...further]);
    } else if (brand !== null) {
      const spelling = this.#spellings.find(brand);
      this.#spellings.count(spelling);
      this.#codes[place] = this.#spellings.brandOf(spelling) + 1;
    }
  }

  #addSeveral(place: number, names: readonly string[]): void {
    const brands: number[] = [];
    for (const name of names) {
      const spelling = this.#spellings.find(name);
      const brand = this.#spellings.brandOf(spelling);
      if (brand === -1 || brands.includes(brand)) continue;
      brands.push(brand);
      this.#spellings.count(spelling);
    }
    if (brands.length === 0) return;
    this.#codes[place] =
      brands.length === 1 ? brands[0]! + 1 : -this.#setNumber(brands.sort((a, b) => a - b));
  }

  #setNumber(brands: number[]): number {
    const key = brands.join(' ');
    const known = this.#setOf.get(key);
    if (known !== undefined) return known;
    const set = this.#sets.push(brands);
    this.#setOf.set(key, set);
    return set;
  }

  finish(db: Database): Codes {
    const { folded } = this.#spellings;
    const names = this.#spellings.mostCommon();
    const ordered = Array.from(names.keys()).sort((a, b) =>
      names[a]! === names[b]! ? (folded[a]! < folded[b]! ? -1 : 1) : names[a]! < names[b]! ? -1 : 1,
    );
    const idOf = new Uint32Array(names.length);
    const insertBrand = db.prepare('INSERT INTO brands (brand_id, folded, brand) VALUES (?, ?, ?)');
    for (const [at, brand] of ordered.entries()) {
      idOf[brand] = at + 1;
      insertBrand.run(at + 1, folded[brand], names[brand]);
    }
    const insertSet = db.prepare('INSERT INTO brand_sets (brand_set_id, brand_ids) VALUES (?, ?)');
    for (const [at, brands] of this.#sets.entries()) {
      // In the order of their folded names.
      const inOrder = [...brands].sort((a, b) => (folded[a]! < folded[b]! ? -1 : 1));
      insertSet.run(ordered.length + at + 1, inOrder.map((brand) => idOf[brand]!).join(' '));
    }
    const codes = new Uint32Array(this.#codes.length);
    for (let place = 0; place < codes.length; place++) {
      const code = this.#codes[place]!;
      if (code !== 0) codes[place] = code > 0 ? idOf[code - 1]! : ordered.length - code;
    }
    return narrow(codes);
  }
}
