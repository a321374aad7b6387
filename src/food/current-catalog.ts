import type { Catalog, PopularRequest, SearchRequest } from './catalog.ts';
import type { Food } from './food.ts';
import type { FacetRequest, FindRequest } from './food-filters.ts';
import type { SuggestRequest } from './suggestion.ts';

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

  #ask<Answer>(question: (catalog: Catalog) => Answer): Answer {
    const catalog = this.#now;
    let answer: Answer;
    try {
      answer = question(catalog);
    } catch (error) {
      throw catalog.hasChanged ? new CatalogChanged() : error;
    }
    if (catalog.hasChanged) throw new CatalogChanged();
    return answer;
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
  findFood(id: number) {
    return this.#ask((catalog) => catalog.findFood(id));
  }
  findExamined(id: number) {
    return this.#ask((catalog) => catalog.findExamined(id));
  }
  findRecord(food: Food) {
    return this.#ask((catalog) => catalog.findRecord(food));
  }
  findBarcode(code: string) {
    return this.#ask((catalog) => catalog.findBarcode(code));
  }
  search(request: SearchRequest) {
    return this.#ask((catalog) => catalog.search(request));
  }
  searchRead(request: SearchRequest) {
    return this.#ask((catalog) => catalog.searchRead(request));
  }
  find(request: FindRequest) {
    return this.#ask((catalog) => catalog.find(request));
  }
  countFacets(request: FacetRequest) {
    return this.#ask((catalog) => catalog.countFacets(request));
  }
  hasAllergenTag(tag: string) {
    return this.#now.hasAllergenTag(tag);
  }
  findNamed(text: string) {
    return this.#ask((catalog) => catalog.findNamed(text));
  }
  suggest(request: SuggestRequest) {
    return this.#ask((catalog) => catalog.suggest(request));
  }
  listPopular(request: PopularRequest) {
    return this.#ask((catalog) => catalog.listPopular(request));
  }
  listCategories() {
    return this.#ask((catalog) => catalog.listCategories());
  }
  listBest(limit: number) {
    return this.#ask((catalog) => catalog.listBest(limit));
  }
  listAddresses(offset: number, limit: number) {
    return this.#ask((catalog) => catalog.listAddresses(offset, limit));
  }
  sampleConfidence(most: number) {
    return this.#ask((catalog) => catalog.sampleConfidence(most));
  }
  close() {
    this.#now.close();
  }
}
