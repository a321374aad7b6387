import type { Catalog } from './catalog.ts';
import type { NamedTags } from './tag-filters.ts';

/** What reads the file. */
type Question = {
  [Name in keyof Catalog]: Catalog[Name] extends (...sent: never[]) => unknown ? Name : never;
}[keyof Catalog];

/** The file of the catalogue was changed while it was in use. There is no answer until the next good one is there. */
export class CatalogChanged extends Error {
  override readonly name = 'CatalogChanged';

  constructor() {
    super('the file of the catalogue was changed while it was in use');
  }
}

/**
 * The catalogue in use, which can be replaced by another. Each response reads it without awaiting anything in between,
 * so a replacement falls between two responses: none mixes two catalogues, and none reads one that was closed.
 *
 * Somebody may also copy another file over the one in use. So every answer is followed by a look at the file: what was
 * read from one that has changed meanwhile is thrown away.
 */
export class CurrentCatalog implements Catalog {
  #now: Catalog;

  constructor(first: Catalog) {
    this.#now = first;
  }

  replaceBy(next: Catalog): void {
    const previous = this.#now;
    this.#now = next;
    previous.close();
  }

  #asking<Name extends Question>(name: Name): Catalog[Name] {
    const ask = (...sent: unknown[]) => {
      const catalog = this.#now;
      let answer: unknown;
      try {
        answer = (catalog[name] as (...sent: unknown[]) => unknown)(...sent);
      } catch (error) {
        throw catalog.hasChanged ? new CatalogChanged() : error;
      }
      if (catalog.hasChanged) throw new CatalogChanged();
      return answer;
    };
    return ask as Catalog[Name];
  }

  get size() {
    return this.#now.size;
  }
  get contentHash() {
    return this.#now.contentHash;
  }
  get facts() {
    return this.#now.facts;
  }
  get hasChanged() {
    return this.#now.hasChanged;
  }
  readonly findFood = this.#asking('findFood');
  readonly findExamined = this.#asking('findExamined');
  readonly findRecord = this.#asking('findRecord');
  readonly nameIn = this.#asking('nameIn');
  readonly findBarcode = this.#asking('findBarcode');
  readonly search = this.#asking('search');
  readonly searchRead = this.#asking('searchRead');
  readonly find = this.#asking('find');
  readonly countFacets = this.#asking('countFacets');
  readonly countTags = this.#asking('countTags');
  readonly findNamed = this.#asking('findNamed');
  readonly findVersion = this.#asking('findVersion');
  readonly suggest = this.#asking('suggest');
  readonly listPopular = this.#asking('listPopular');
  readonly listCategories = this.#asking('listCategories');
  readonly listBest = this.#asking('listBest');
  readonly listAddresses = this.#asking('listAddresses');
  readonly sampleConfidence = this.#asking('sampleConfidence');

  hasAllergenTag(tag: string) {
    return this.#now.hasAllergenTag(tag);
  }
  knownTags(kind: NamedTags) {
    return this.#now.knownTags(kind);
  }
  close() {
    this.#now.close();
  }
}
