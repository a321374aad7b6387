import { openCatalog } from '../../src/catalog/open.ts';
import { createCompatRoutes } from '../../src/compat/routes.ts';
import type { Catalog } from '../../src/food/catalog.ts';
import { CurrentCatalog } from '../../src/food/current-catalog.ts';
import { createApp } from '../../src/http/app.ts';
import { CatalogAnswers } from '../../src/http/catalog-answers.ts';
import { runInThisThread } from '../../src/http/task.ts';
import { createMcpRoute } from '../../src/server/mcp-route.ts';
import { loadTasks } from '../../src/server/tasks.ts';
import { createPageRoutes } from '../../src/site/routes.ts';

/** Asks a server for everything it has, and judges what leaves it: valid JSON, HTML without script, headers of one line. */
export interface Battery {
  requests: readonly Request[];
}

export interface BatteryOutcome {
  requests: number;
  bad: string[];
}

/** The requests for a catalogue: every endpoint, page, dialect and tool, for foods and words that it has. */
export function batteryFor(file: string): Battery {
  const catalog = openCatalog(file);
  try {
    const foods = catalog.listBest(3);
    const [{ id, name, barcode }] = foods as [(typeof foods)[number]];
    const ids = foods.map((food) => food.id).join(',');
    const word = encodeURIComponent(name.split(' ')[0]!);
    const category = encodeURIComponent(catalog.listCategories()[0]?.category ?? 'x');
    const brand = encodeURIComponent(foods.find((food) => food.brand !== null)?.brand ?? 'x');
    const targets = [
      `/food/${id}`,
      `/food/${id}?full=true&explain=true&grams=30&lang=fr`,
      `/barcode/${barcode ?? id}?servings=2`,
      `/search?q=${word}&limit=50`,
      `/search?q=${word}x&limit=5&explain=true&full=true`,
      `/search?q=${brand}&source=off`,
      '/foods/popular?limit=100&has_image=false',
      `/foods/popular?category=${category}`,
      '/foods/categories',
      `/foods/bulk?ids=${ids}&full=true&explain=true`,
      '/foods/find?limit=100&sort=-protein_g&explain=true&full=true',
      `/foods/find?q=${word}&min_calories_kcal=0&allergen_free=milk`,
      `/foods/find?brand=${brand}&category=${category}&country=fr&nutriscore=a,b,c&min_confidence=0.1`,
      '/foods/find?allergen_free=en:something-unheard-of',
      '/foods/facets?by=category,brand,country,source,nutriscore',
      `/suggest?q=${word.slice(0, 3)}&limit=20`,
      `/suggest?q=${brand.slice(0, 4)}`,
      `/recipe?line=2+cups+${word}&line=200g+${word}&servings=4`,
      `/meal?text=two+${word}+and+a+${word}`,
      '/health',
      '/openapi.json',
      ...['en', 'de'].flatMap((lang) => [
        `/?lang=${lang}`,
        `/?q=${word}&lang=${lang}&sort=-fat_g`,
        `/food/${id}/x.html?lang=${lang}`,
        `/categories?lang=${lang}`,
        `/about?lang=${lang}`,
      ]),
      `/category/${category}`,
      `/compare?ids=${ids}`,
      `/recipes?lines=2+cups+${word}`,
      `/eaten?meal=two+${word}`,
      '/docs',
      '/llms.txt',
      '/robots.txt',
      '/sitemap.xml',
      '/sitemap/1.xml',
      `/results?q=${word}`,
      `/api/v0/product/${barcode ?? id}.json`,
      `/api/v2/product/${barcode ?? id}?fields=all`,
      `/api/v3/product/${barcode ?? id}`,
      `/api/v3.3/product/${barcode ?? id}?lc=de`,
      `/api/v2/search?categories_tags=${category}&page_size=50`,
      `/cgi/search.pl?search_terms=${word}&json=1&action=process`,
    ];
    const tools: [string, object][] = [
      ['search_foods', { query: name }],
      ['get_food', { id }],
      ['get_foods', { ids: foods.map((food) => food.id) }],
      ['find_foods', { query: word, min_protein_g: 0 }],
      ['analyze_recipe', { lines: [`100 g ${word}`] }],
      ['analyze_meal', { text: `two ${word}` }],
      ['list_categories', {}],
    ];
    const requests = [
      ...targets.map(
        (target) => new Request(`http://larder.test${target}`, { headers: { accept: 'text/html' } }),
      ),
      ...tools.map(([tool, input]) => toolRequest(tool, input)),
    ];
    return { requests };
  } finally {
    catalog.close();
  }
}

function toolRequest(name: string, input: object): Request {
  return new Request('http://larder.test/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
  });
}

/** A server in this process, without limits. */
export function serveEverything(catalog: Catalog): (request: Request) => Promise<Response> {
  const site = { catalog, images: 'on' as const, publicUrl: null };
  const answers = new CatalogAnswers(catalog, runInThisThread(loadTasks, site));
  const app = createApp({
    catalog,
    answers,
    pages: [
      ...createPageRoutes(site, answers),
      ...createCompatRoutes({ catalog, answers, publicUrl: null, pictures: null }),
      createMcpRoute({ site, answers, origins: [] }),
    ],
  });
  return (request) => app.handle(request);
}

export function askEverything(file: string, battery: Battery): Promise<BatteryOutcome> {
  return askCatalog(new CurrentCatalog(openCatalog(file)), battery);
}

/** Closes the catalogue at the end. */
export async function askCatalog(catalog: Catalog, { requests }: Battery): Promise<BatteryOutcome> {
  const outcome: BatteryOutcome = { requests: 0, bad: [] };
  try {
    const ask = serveEverything(catalog);
    for (const request of requests) {
      outcome.requests++;
      const wrong = await judge(await ask(request.clone() as Request));
      if (wrong !== null) outcome.bad.push(`${request.method} ${request.url.slice(18)}: ${wrong}`);
    }
  } finally {
    catalog.close();
  }
  return outcome;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What is wrong with a response; null if nothing is. */
export async function judge(response: Response): Promise<string | null> {
  for (const [name, value] of response.headers) {
    if (/[\r\n\0]/.test(value)) return `the header ${name} has a line break`;
  }
  const type = response.headers.get('content-type') ?? '';
  const bytes = await response.arrayBuffer();
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return 'it is not UTF-8';
  }
  // A catalogue without a column, as earlier releases built them, cannot answer every filter, and says so.
  if (response.status >= 500 && response.status !== 501) return `${response.status} ${text.slice(0, 100)}`;
  if (response.status === 200 && text === '') return '200 without a body';
  if (type.includes('json')) return whyNotJson(text);
  if (type.includes('html')) return findScript(text, response.headers.get('content-security-policy') ?? '');
  return null;
}

function whyNotJson(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return `${error}: ${text.slice(0, 100)}`;
  }
}

const RUNS = /^\s*(?:javascript|data|vbscript):/i;

/** What a browser would run that larder did not write, even if it ignored the policy. */
function findScript(page: string, policy: string): string | null {
  const found: string[] = [];
  let [data, isData] = ['', false];
  new HTMLRewriter()
    .on('*', {
      element(element) {
        for (const [name, value] of element.attributes) {
          if (name.startsWith('on')) found.push(`<${element.tagName} ${name}>`);
          if ((name === 'href' || name === 'src' || name === 'action') && RUNS.test(value))
            found.push(`${name}="${value.slice(0, 40)}"`);
        }
      },
    })
    .on('script', {
      element(element) {
        isData = element.getAttribute('type') === 'application/ld+json';
        data = '';
      },
      text({ text, lastInTextNode }) {
        data += text;
        if (!lastInTextNode || data.trim() === '') return;
        const wrong = isData
          ? whyNotJson(data)
          : policy.includes(hashOf(data))
            ? null
            : 'a script that is not allowed';
        if (wrong !== null) found.push(wrong);
      },
    })
    .transform(page);
  return found.length === 0 ? null : found.slice(0, 3).join(', ');
}

/** The hash by which a policy allows a script. */
function hashOf(script: string): string {
  return `'sha256-${new Bun.CryptoHasher('sha256').update(script).digest('base64')}'`;
}
