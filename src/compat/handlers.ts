import type { Catalog } from '../food/catalog.ts';
import type { Call } from '../http/call.ts';
import { createLookupResponder } from '../http/lookup-responses.ts';
import type { MaybePromise } from '../http/maybe-promise.ts';
import { runInThisThread, type TaskRunner } from '../http/task.ts';
import { createTaskResponder } from '../http/task-responses.ts';
import { aroundProduct, productNotFound, tooLarge, versionOfPath } from './dialect.ts';
import { readFields, writeProduct } from './fields.ts';
import { codeOf, Product, type ProductOptions } from './product.ts';
import { findProduct, isCode } from './product-lookup.ts';
import { COMPAT_TASKS, FIND_PRODUCTS, type PageRequest } from './search.ts';
import { readLanguages, readSearch } from './search-request.ts';

/** Room for about three thousand products, in characters of text. */
const PRODUCT_CACHE_CHARACTERS = 24 * 1024 * 1024;
/** Room for about two thousand pages. They are packed: a page of ten products takes as much as forty foods of the API. */
const PAGE_CACHE_CHARACTERS = 16 * 1024 * 1024;
/** The largest form that an app sends to search has a few hundred bytes. */
const LARGEST_FORM_BYTES = 16 * 1024;
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const MULTIPART = /^multipart\/form-data\s*;/i;
const JSON_ENDING = /\.json$/;
const V32_PATH = /^\/api\/v3\.\d/;

export interface CompatOptions extends Pick<ProductOptions, 'publicUrl' | 'hasPictures'> {
  catalog: Catalog;
  /** Does the searches; in this thread when left out. */
  tasks?: TaskRunner;
}

/** Products and searches in the form of Open Food Facts. Products are lookups, searches are tasks. */
export function createHandlers({ catalog, publicUrl, hasPictures, ...options }: CompatOptions) {
  const tasks = options.tasks ?? runInThisThread(() => COMPAT_TASKS, { catalog });
  const respondWithProduct = createLookupResponder(catalog, PRODUCT_CACHE_CHARACTERS);
  const respondWithTask = createTaskResponder(catalog, tasks, PAGE_CACHE_CHARACTERS, { isPacked: true });

  function makeProduct(call: Call): string | Response {
    const sent = new URLSearchParams(call.target.query);
    const code = (call.params.code ?? '').replace(JSON_ENDING, '');
    const food = findProduct(catalog, code);
    if (food === null) return productNotFound(call, code, isCode(code));
    const { path } = call.target;
    const languages = readLanguages(sent);
    const product = new Product(catalog, food, {
      languages,
      publicUrl,
      hasPictures,
      isV32: V32_PATH.test(path),
    });
    const members = writeProduct(product, readFields(sent.get('fields')));
    return aroundProduct(versionOfPath(path), codeOf(food), members);
  }

  function respondWithPage(call: Call, sent: URLSearchParams): MaybePromise<Response> {
    const request: PageRequest = { ...readSearch(sent), publicUrl, hasPictures };
    // Requests with the same meaning get the same page, by GET or by POST.
    return respondWithTask(call, { problems: [] }, FIND_PRODUCTS, request, JSON.stringify(request));
  }

  return {
    product: (call: Call): Response => respondWithProduct(call, makeProduct),

    search(call: Call): MaybePromise<Response> {
      return respondWithPage(call, new URLSearchParams(call.target.query));
    },

    /** The form takes precedence over the query. */
    async searchByForm(call: Call): Promise<Response> {
      const form = await readForm(call);
      if (form === null) return tooLarge(call);
      const sent = new URLSearchParams(call.target.query);
      for (const [name, value] of form) sent.set(name, value);
      return respondWithPage(call, sent);
    },
  };
}

/** Empty for a body that is not a form, null for one that is too large. */
async function readForm({ request }: Call): Promise<URLSearchParams | null> {
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_FORM_BYTES) return null;
  const body = await request.text();
  if (body.length > LARGEST_FORM_BYTES) return null;
  const type = request.headers.get('content-type') ?? '';
  if (MULTIPART.test(type)) return readMultipart(body, type);
  return new URLSearchParams(FORM.test(type) ? body : '');
}

/** The texts of a form in parts. */
async function readMultipart(body: string, type: string): Promise<URLSearchParams> {
  const parts = await new Response(body, { headers: { 'content-type': type } })
    .formData()
    // A malformed form counts as an empty one.
    .catch(() => new FormData());
  const texts = new URLSearchParams();
  parts.forEach((value, name) => {
    if (typeof value === 'string') texts.set(name, value);
  });
  return texts;
}
