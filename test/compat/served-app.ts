import type { Admission } from '../../src/admission/admission.ts';
import { createCompatRoutes } from '../../src/compat/routes.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { createApp } from '../../src/http/app.ts';
import { CatalogAnswers } from '../../src/http/catalog-answers.ts';
import type { TaskRunner } from '../../src/http/task.ts';

export interface AppSetup {
  catalog: Catalog;
  admission?: Admission;
  tasks?: TaskRunner;
  isOn?: boolean;
  publicUrl?: string | null;
}

/** The whole service with the routes of Open Food Facts, in this process. */
export function serveApp({ catalog, admission, tasks, isOn = true, publicUrl = null }: AppSetup) {
  const options = {
    catalog,
    publicUrl,
    pictures: null,
    ...(tasks && { answers: new CatalogAnswers(catalog, tasks) }),
  };
  const app = createApp({
    catalog,
    ...(isOn && { pages: createCompatRoutes(options) }),
    ...(admission && { admission }),
  });
  return async (target: string, init: RequestInit = {}) => {
    const answer = await app.handle(new Request(new URL(target, 'http://localhost').href, init));
    const text = await answer.text();
    return { answer, text, status: answer.status, body: parse(text) };
  };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many forms
function parse(text: string): any {
  return /^[{[]/.test(text) ? JSON.parse(text) : null;
}

/** A catalogue that counts how often a method of it is called. */
export function countingCatalog(
  catalog: Catalog,
  method: keyof Catalog,
): { counted: Catalog; calls: () => number } {
  let calls = 0;
  const counted = new Proxy(catalog, {
    get(target, name) {
      if (name === method) calls++;
      const member = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return { counted, calls: () => calls };
}
