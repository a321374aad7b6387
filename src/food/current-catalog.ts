import type { Catalog, PopularRequest, SearchRequest } from './catalog.ts';
import type { Food } from './food.ts';
import type { FacetRequest, FindRequest } from './food-filters.ts';
import type { SuggestRequest } from './suggestion.ts';

/**
 * The catalogue in use, which can be replaced by another. Each response reads it without awaiting anything in between,
 * so a replacement falls between two responses: none mixes two catalogues, and none reads one that was closed.
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

  get size() {
    return this.#now.size;
  }
  get contentHash() {
    return this.#now.contentHash;
  }
  get facts() {
    return this.#now.facts;
  }
  findFood(id: number) {
    return this.#now.findFood(id);
  }
  findShortFood(id: number) {
    return this.#now.findShortFood(id);
  }
  findExamined(id: number) {
    return this.#now.findExamined(id);
  }
  findRecord(food: Food) {
    return this.#now.findRecord(food);
  }
  findBarcode(code: string) {
    return this.#now.findBarcode(code);
  }
  search(request: SearchRequest) {
    return this.#now.search(request);
  }
  searchRead(request: SearchRequest) {
    return this.#now.searchRead(request);
  }
  find(request: FindRequest) {
    return this.#now.find(request);
  }
  countFacets(request: FacetRequest) {
    return this.#now.countFacets(request);
  }
  suggest(request: SuggestRequest) {
    return this.#now.suggest(request);
  }
  listPopular(request: PopularRequest) {
    return this.#now.listPopular(request);
  }
  listCategories() {
    return this.#now.listCategories();
  }
  listBest(limit: number) {
    return this.#now.listBest(limit);
  }
  listAddresses(offset: number, limit: number) {
    return this.#now.listAddresses(offset, limit);
  }
  sampleConfidence(most: number) {
    return this.#now.sampleConfidence(most);
  }
  close() {
    this.#now.close();
  }
}
