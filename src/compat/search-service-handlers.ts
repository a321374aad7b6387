import type { Catalog } from '../food/catalog.ts';
import { type Answer, uncached } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import type { CatalogAnswers } from '../http/catalog-answers.ts';
import { Body } from '../http/encoding.ts';
import { problem } from '../http/problems.ts';
import { Invalid } from '../http/validation.ts';
import { serviceError } from './dialect.ts';
import { writeProduct } from './fields.ts';
import { isHeavyQuery } from './find-products.ts';
import { HIT } from './form.ts';
import { Product, type ProductOptions } from './product.ts';
import { findProduct } from './product-lookup.ts';
import { readBody } from './request-body.ts';
import { readLanguages } from './search-request.ts';
import { SEARCH_SERVICE, type ServiceRequest } from './search-service.ts';
import { QueryCheckError } from './search-service-query.ts';
import { readServiceSearch, type Sent, SentReader } from './search-service-request.ts';
import { isTaxonomy, SUGGEST_TAGS, type TagSuggestRequest } from './suggestions.ts';

const MAX_SUGGESTED = 100;
const DEFAULT_SUGGESTED = 10;

/** Answers a call with what a task makes of a request. Requests with the same meaning get the same answer. */
export type AnswerByTask = (call: Call, task: string, request: object, isHeavy?: boolean) => Promise<Answer>;

interface ServiceOptions extends Pick<ProductOptions, 'publicUrl' | 'hasPictures'> {
  catalog: Catalog;
  answers: CatalogAnswers;
}

/** The routes of Search-a-licious, the search service of Open Food Facts. */
export function createServiceHandlers(
  { catalog, publicUrl, hasPictures, answers }: ServiceOptions,
  answerByTask: AnswerByTask,
) {
  const idOf = (code: string) => findProduct(catalog, code)?.id ?? null;

  function findHits(call: Call, sent: Sent): Answer | Promise<Answer> {
    try {
      const search = readServiceSearch(sent, idOf, (tag) => catalog.hasAllergenTag(tag));
      const request: ServiceRequest = { ...search, publicUrl, hasPictures };
      return answerByTask(call, SEARCH_SERVICE, request, isHeavyQuery(search));
    } catch (error) {
      if (error instanceof QueryCheckError) return serviceError(400, 'QueryCheckError', error.message);
      throw error;
    }
  }

  function makeDocument(call: Call): string | Answer {
    const food = findProduct(catalog, call.params.code ?? '');
    if (food === null) return problem(404, 'code not found');
    const options = { languages: [], publicUrl, hasPictures, form: HIT };
    return writeProduct(new Product(catalog, food, options), 'all');
  }

  return {
    serviceSearch: (call: Call): Answer | Promise<Answer> => findHits(call, queryOf(call)),

    async serviceSearchByBody(call: Call): Promise<Answer> {
      const body = parseObject((await readBody(call)) ?? '');
      const msg = 'Input should be a JSON object';
      if (body === null) throw new Invalid([{ type: 'json_invalid', loc: ['body'], msg, input: null }]);
      return findHits(call, { place: 'body', get: (name) => body.get(name) });
    },

    document: (call: Call): Answer => answers.lookUp(call, makeDocument),

    autocomplete(call: Call): Promise<Answer> {
      const sent = queryOf(call);
      const read = new SentReader(sent);
      if (sent.get('q') === null) read.fail('missing', 'q', 'Field required');
      if (sent.get('taxonomy_names') === null) read.fail('missing', 'taxonomy_names', 'Field required');
      const taxonomies = read.list('taxonomy_names');
      const unknown = taxonomies.find((name) => !isTaxonomy(name));
      if (unknown !== undefined)
        read.fail('value_error', 'taxonomy_names', `Value error, unknown taxonomy: ${unknown}`);
      const request: TagSuggestRequest = {
        q: read.text('q'),
        taxonomies,
        languages: readLanguages(read.text('langs') || read.text('lang')),
        limit: Math.min(read.count('size', DEFAULT_SUGGESTED), MAX_SUGGESTED),
        speaker: 'searchService',
      };
      if (read.issues.length > 0) throw new Invalid(read.issues);
      return answerByTask(call, SUGGEST_TAGS, request);
    },

    health: (): Answer => uncached(200, { status: 'success' }),

    robots: (): Answer => ({
      kind: 'uncached',
      status: 200,
      body: new Body('User-agent: *\nDisallow: /\n'),
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    }),
  };
}

/** A parameter that is given several times counts as a list of all. */
function queryOf(call: Call): Sent {
  const sent = new URLSearchParams(call.target.query);
  return { place: 'query', get: (name) => (sent.has(name) ? sent.getAll(name).join(',') : null) };
}

function parseObject(text: string): Map<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? new Map(Object.entries(body))
      : null;
  } catch {
    return null;
  }
}
