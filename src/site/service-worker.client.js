/*
 * Keeps the foods that were opened last, and a search page that lists them, for when there is no network. Nothing else is
 * kept, and nothing is shown from here while the service answers. EDITION and ASSETS stand above.
 */
const SHELL = `larder-${EDITION}`;
const FOODS = 'larder-foods';
const MAX_FOODS = 100;
const FOOD = /^\/food\/\d+\/[^/]+\.html$/;
const OFFLINE = '/offline';
/** Pages differ by language, but the one that was opened last is the one to show. */
const ANY = { ignoreVary: true };

self.addEventListener('install', (event) => event.waitUntil(prepare()));
self.addEventListener('activate', (event) => event.waitUntil(dropFormer()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(openPage(event, url));
  else if (url.pathname === '/results') event.respondWith(fetch(request).catch(() => listResults(url)));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(fetch(request).catch(() => openAsset(url)));
});

async function prepare() {
  await (await caches.open(SHELL)).addAll([OFFLINE, ...ASSETS]);
  await self.skipWaiting();
}

async function dropFormer() {
  for (const name of await caches.keys()) if (name !== SHELL && name !== FOODS) await caches.delete(name);
  await self.clients.claim();
}

async function openPage(event, url) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keep(url, answer.clone()));
    return answer;
  } catch {
    const food = FOOD.test(url.pathname) ? await caches.match(url.pathname, ANY) : undefined;
    return food === undefined ? openOffline(url) : respond(food, markKept(await food.text(), food));
  }
}

async function keep({ pathname }, answer) {
  const language = languageOf(answer);
  if (FOOD.test(pathname)) await keepFood(pathname, answer);
  const shell = await caches.open(SHELL);
  const offline = await shell.match(OFFLINE, ANY);
  if (language !== null && offline !== undefined && languageOf(offline) !== language)
    await shell.add(OFFLINE);
}

async function keepFood(path, answer) {
  const foods = await caches.open(FOODS);
  // A cache lists its entries in the order in which they were added.
  await foods.delete(path, ANY);
  await foods.put(path, answer);
  const kept = await foods.keys();
  for (const former of kept.slice(0, Math.max(0, kept.length - MAX_FOODS))) await foods.delete(former, ANY);
}

/** The search page with the foods that are kept, whatever page was wanted. */
async function openOffline(url) {
  const page = await caches.match(OFFLINE, ANY);
  if (page === undefined) return Response.error();
  const q = url.searchParams.get('q') ?? '';
  const text = markKept(await listKept(page, q), page);
  return respond(
    page,
    text.replace(/(<input id="q"[^>]* value=")/, (start) => start + escapeText(q)),
  );
}

/** The part below the search box, as `/results` has it. */
async function listResults(url) {
  const page = await caches.match(OFFLINE, ANY);
  if (page === undefined) return Response.error();
  const text = await listKept(page, url.searchParams.get('q') ?? '');
  return respond(page, /<div id="results">([\s\S]*)<\/div><!--results-->/.exec(text)[1]);
}

async function listKept(page, q) {
  const foods = await caches.open(FOODS);
  const wanted = fold(escapeText(q)).split(/\s+/);
  let items = '';
  for (const request of (await foods.keys()).reverse()) {
    const text = await (await foods.match(request, ANY)).text();
    // Names on our pages are escaped already.
    const [, name = ''] = /<h1[^>]*>([^<]*)<\/h1>/.exec(text) ?? [];
    const [, brand = ''] = /<span class="of"[^>]*>([^<]*)<\/span>/.exec(text) ?? [];
    if (!wanted.every((word) => fold(`${name} ${brand}`).includes(word))) continue;
    items += `<li><a class="food" href="${new URL(request.url).pathname}"><span class="what"><span class="name">${name}</span> <span class="kind">${brand}</span></span></a></li>`;
  }
  return (await page.text()).replace('<!--kept-->', () => items);
}

/** Shows the line that says that a page was kept, and since when. */
function markKept(text, page) {
  const day = new Date(page.headers.get('date') ?? Date.now());
  const language = languageOf(page);
  // The pages are in British English.
  const words = day.toLocaleDateString(language === 'en' ? 'en-GB' : language, { dateStyle: 'long' });
  return text.replace(' hidden data-kept', '').replace('<!--date-->', words);
}

/** A page of an earlier release names assets that are gone; those of this one do as well. */
async function openAsset({ pathname }) {
  const ending = pathname.slice(pathname.lastIndexOf('.'));
  const alike = ASSETS.find((path) => path.endsWith(ending)) ?? pathname;
  return (await caches.match(pathname, ANY)) ?? (await caches.match(alike, ANY)) ?? Response.error();
}

/** With the headers of the page, which say what it may do. */
function respond(page, text) {
  const headers = new Headers(page.headers);
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  return new Response(text, { headers });
}

function languageOf(answer) {
  return answer.headers.get('content-language');
}

function fold(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** As the service escapes names, so that both can be compared. */
function escapeText(text) {
  const escaped = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
  return text.replace(/[&<>"']/g, (sign) => escaped[sign]);
}
