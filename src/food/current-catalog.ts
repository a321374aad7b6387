import type { Catalog, PopularRequest, SearchRequest } from './catalog.ts';

/**
 * The catalogue in use, which another can take the place of. Every answer is made in one go, without waiting for
 * anything on the way, so that a change falls between two answers and none is made from two catalogues; for the same
 * reason nobody reads from the former one when it is closed.
 */
export class CurrentCatalog implements Catalog {
  #now: Catalog;

  constructor(first: Catalog) {
    this.#now = first;
  }

  replaceBy(next: Catalog): void {
    const former = this.#now;
    this.#now = next;
    former.close();
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
  findExamined(id: number) {
    return this.#now.findExamined(id);
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
