import type { Catalog } from '../food/catalog.ts';
import type { Answer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { CatalogAnswers } from '../http/catalog-answers.ts';
import { runInThisThread } from '../http/task.ts';
import { ATTRIBUTE_GROUPS, PREFERENCES } from './attributes.ts';
import { aroundList, aroundProduct, productNotFound, tooLarge } from './dialect.ts';
import { readFields, writeProduct } from './fields.ts';
import { isHeavyQuery } from './find-products.ts';
import { formOfPath } from './form.ts';
import { codeOf, Product, type ProductOptions } from './product.ts';
import { findProduct, isCode } from './product-lookup.ts';
import { readForm } from './request-body.ts';
import { COMPAT_TASKS, FIND_PRODUCTS, type PageRequest } from './search.ts';
import { formOfSearch, readLanguages, readSearch } from './search-request.ts';
import { type AnswerByTask, createServiceHandlers } from './search-service-handlers.ts';
import { SUGGEST_TAGS, type TagSuggestRequest } from './suggestions.ts';

const JSON_ENDING = /\.json$/;
const MAX_SUGGESTED = 400;
const DEFAULT_SUGGESTED = 25;

export interface CompatOptions extends Pick<ProductOptions, 'publicUrl' | 'hasPictures'> {
  catalog: Catalog;
  /** Does the searches, and keeps what was answered; in this thread when left out. */
  answers?: CatalogAnswers;
}

/** Products and searches in the form of Open Food Facts. Products are lookups, searches are tasks. */
export function createHandlers({ catalog, publicUrl, hasPictures, ...options }: CompatOptions) {
  const answers =
    options.answers ??
    new CatalogAnswers(
      catalog,
      runInThisThread(() => COMPAT_TASKS, { catalog }),
    );
  const answerByTask: AnswerByTask = (call, task, input, isHeavy = false) => {
    const key = `${task} ${JSON.stringify(input)}`;
    return answers.ask(call, { task, input, key, isHeavy, isEndless: true });
  };

  function makeProduct(call: Call): string | Answer {
    const sent = new URLSearchParams(call.target.query);
    const code = (call.params.code ?? '').replace(JSON_ENDING, '');
    const food = findProduct(catalog, code);
    if (food === null) return productNotFound(call, code, isCode(code));
    const form = formOfPath(call.target.path);
    const languages = readLanguages(sent.get('lc') ?? sent.get('lang') ?? '');
    const product = new Product(catalog, food, { languages, publicUrl, hasPictures, form });
    const members = writeProduct(product, readFields(sent.get('fields')));
    return aroundProduct(form, codeOf(food), members);
  }

  function findPage(call: Call, sent: URLSearchParams): Promise<Answer> {
    const form = formOfSearch(call.target.path, sent);
    const search = readSearch(sent, form, (tag) => catalog.hasAllergenTag(tag));
    const request: PageRequest = { ...search, publicUrl, hasPictures };
    return answerByTask(call, FIND_PRODUCTS, request, isHeavyQuery(search));
  }

  const list = (name: string, items: readonly object[]) => (call: Call) =>
    answers.lookUp(call, () => aroundList(formOfPath(call.target.path), name, items));

  return {
    ...createServiceHandlers({ catalog, publicUrl, hasPictures, answers }, answerByTask),

    product: (call: Call): Answer => answers.lookUp(call, makeProduct),

    search(call: Call): Promise<Answer> {
      return findPage(call, new URLSearchParams(call.target.query));
    },

    /** The form takes precedence over the query. */
    async searchByForm(call: Call): Promise<Answer> {
      const form = await readForm(call);
      if (form === null) return tooLarge(call);
      const sent = new URLSearchParams(call.target.query);
      for (const name of new Set(form.keys())) sent.delete(name);
      // All values of a filter hold, as in a query.
      for (const [name, value] of form) sent.append(name, value);
      return findPage(call, sent);
    },

    attributeGroups: list('attribute_groups', ATTRIBUTE_GROUPS),
    preferences: list('preferences', PREFERENCES),

    taxonomySuggestions(call: Call): Promise<Answer> {
      const sent = new URLSearchParams(call.target.query);
      const limit = Number(/^\d{1,4}$/.exec(sent.get('limit') ?? '')?.[0] ?? DEFAULT_SUGGESTED);
      const request: TagSuggestRequest = {
        q: sent.get('string') ?? sent.get('term') ?? '',
        taxonomies: [sent.get('tagtype') ?? ''],
        languages: readLanguages(sent.get('lc') ?? ''),
        limit: Math.min(limit, MAX_SUGGESTED),
        speaker: 'taxonomy',
      };
      return answerByTask(call, SUGGEST_TAGS, request);
    },
  };
}
