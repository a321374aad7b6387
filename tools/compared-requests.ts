/** What `compare-answers.ts` asks: every route, dialect, tool and command, with values that are right and wrong. */

const ID = '7797784268745053';
const CODES = ['8422947520014', '3017620422003', '00018166', '5449000000996'];
const MILK = 'q=milk';

const FILTERS =
  `q=milk min_protein_g=20 max_calories_kcal=50&min_fiber_g=2 min_vitamin_c_mg=30 max_energy_kj=-1
min_salt_g=x brand=nutella category=Spreads country=FR country=fra source=off
source=usda&has_image=true source=none has_image=2 min_confidence=0.9 min_confidence=1.1
nutriscore=a,b nutriscore=a,x allergen_free=milk,Nüsse allergen_free=unknown-thing
additive_free=e330&additive_free=E322 additive_free=zzz diet=vegan diet=carnivore label=organic
label=no-such-label nova=1,2 nova=5 environment=a environment=z min_protien_g=2 allergens=milk
bramd=x&page=2 q=a`.split(/\s+/);
const ORDERS = `protein_g -calories_kcal -confidence popularity relevance -relevance price`.split(/\s+/);
const ADDITIONS =
  `grams=30 servings=2 grams=30&servings=2 explain=true full=yes lang=de lang=deu grams=0`.split(/\s+/);

export const DATA_TARGETS: readonly string[] = [
  ...['milk', 'hazelnut spread', 'mlik', 'm', '', 'eau', '3017620422003', 'a'.repeat(201)].map(
    (q) => `/search?q=${q}`,
  ),
  ...[
    'limit=3',
    'limit=0',
    'limit=51',
    'limit=x',
    'source=off',
    'source=usda',
    'unknown=1',
    'limit=+5&limit=7',
  ].map((more) => `/search?${MILK}&${more}`),
  '/search',
  ...ADDITIONS.flatMap((more) => [`/search?${MILK}&limit=2&${more}`, `/food/${ID}?${more}`]),
  ...[ID, '1', '99999999999999999999', '-1', 'x', '1_0', `${ID}/x`].map((id) => `/food/${id}`),
  ...CODES.flatMap((code) => [`/barcode/${code}`, `/barcode/${code}?full=true`]),
  ...['abc', '3017-6204 22003', '0', '%20', 'a%2Fb', '..'].map((code) => `/barcode/${code}`),
  '/foods/popular',
  ...[
    'limit=2',
    'limit=501',
    'offset=-1',
    'offset=1e3',
    'category=Spreads',
    'has_image=false&limit=3',
    'offset=99999999999999999999999',
  ].map((more) => `/foods/popular?${more}`),
  '/foods/categories',
  ...[
    `ids=${ID},1`,
    `barcodes=${CODES.join(',')}`,
    'ids=1&barcodes=2',
    'ids=x,2,y',
    '',
    `ids=${Array(101).fill(1)}`,
    'id=1',
    `ids=${ID}&full=1&lang=fr`,
  ].map((more) => `/foods/bulk?${more}`),
  '/foods/find',
  ...FILTERS.flatMap((filter) => [`/foods/find?${filter}`, `/foods/facets?by=category,brand,nova&${filter}`]),
  ...ORDERS.flatMap((order) => [
    `/foods/find?sort=${order}&limit=3`,
    `/foods/find?sort=${order}&limit=3&${MILK}`,
  ]),
  ...ADDITIONS.map((more) => `/foods/find?${MILK}&limit=2&${more}`),
  ...['limit=101', 'offset=10001', 'offset=20&limit=5'].map((more) => `/foods/find?${more}`),
  ...['', '?by=', '?by=category', '?by=colour', '?by=label,diet,environment,nutriscore,country,source'].map(
    (more) => `/foods/facets${more}`,
  ),
  ...['q=haz', 'q=', 'q=mil&limit=3&lang=de', 'q=x&limit=21', 'qq=x', `q=${'a'.repeat(101)}`].map(
    (more) => `/suggest?${more}`,
  ),
  '/suggest',
  ...[
    'line=2 cups whole milk&line=200g Mehl&line=salt to taste',
    'line=1 egg&servings=4&lang=en',
    'line=1 egg&servings=0',
    'lines=1 egg',
    `line=${'a'.repeat(301)}`,
  ].map((more) => `/recipe?${more}`),
  '/recipe',
  ...[
    'text=two eggs and a slice of toast with butter, 200 ml orange juice',
    'text=x',
    'txt=y',
    'text=ein Ei&lang=de',
  ].map((more) => `/meal?${more}`),
  '/health',
  '/openapi.json',
  '/docs',
  '/',
  '/nothing',
  '/auth/keys',
  '/auth/nothing',
  '/billing/plan',
  '/metrics',
  // The routes of Open Food Facts.
  ...CODES.flatMap((code) => [
    `/api/v2/product/${code}`,
    `/api/v0/product/${code}.json`,
    `/api/v3/product/${code}?fields=product_name,nutriments,labels_tags`,
    `/api/v3.4/product/${code}/`,
  ]),
  '/api/v2/product/1?fields=code',
  '/api/v2/product/abc',
  '/api/v9/product/1',
  '/api/v2/product/',
  ...[
    'search_terms=milk&page_size=3',
    'categories_tags=en:spreads&fields=code,product_name',
    'nutrition_grades_tags=a&sort_by=popularity_key&page=2',
    'labels_tags=en:organic&json=1',
    'page_size=100000',
    'nutriment_0=proteins&nutriment_compare_0=gt&nutriment_value_0=20',
  ].flatMap((more) => [`/api/v2/search?${more}`, `/cgi/search.pl?${more}&action=process&json=1`]),
  '/api/v2/attribute_groups',
  '/api/v3/preferences',
  '/api/v3/taxonomy_suggestions?tagtype=categories&string=spr',
  '/api/v2/taxonomy_suggestions?tagtype=categories',
  '/cgi/product_jqm2.pl',
  ...[
    'q=milk',
    'q=milk&page_size=2&fields=code,product_name',
    'q=nutriscore_grade:a&facets=brands_tags',
    'q=',
    'q=(',
    'q=a&page=5000&page_size=50',
    'sort_by=-unique_scans_n',
    'q=labels_tags:"en:organic" AND nova_group:1',
  ].map((more) => `/search-a-licious/search?${more}`),
  `/search-a-licious/document/${CODES[0]}`,
  '/search-a-licious/document/1',
  '/search-a-licious/autocomplete?q=spr&taxonomy_names=category',
  '/search-a-licious/autocomplete?size=x',
  '/search-a-licious/health',
  '/search-a-licious/robots.txt',
];

export const PAGE_TARGETS: readonly string[] = [
  '/?q=milk',
  ...FILTERS.map((filter) => `/?${filter}`),
  ...ORDERS.slice(0, 5).map((order) => `/?${MILK}&sort=${order}`),
  '/?q=milk&page=2&lang=de',
  '/?min_protein_g=20&max_protein_g=10&lang=fr',
  '/?allergen_free=en:milk&diet=vegan&nova=1&nutriscore=a&lang=es',
  '/?label=no-such-label&lang=de',
  '/results?q=haz',
  '/results?q=haz&lang=fr',
  `/food/${ID}/honey.html`,
  `/food/${ID}/wrong.html`,
  `/food/${ID}/honey.html?lang=de&grams=30`,
  `/food/${CODES[0]}/x.html`,
  '/categories',
  '/category/spreads',
  '/category/none',
  '/recipes',
  '/recipes?lines=2 cups whole milk%0A200g Mehl&servings=2',
  '/compare',
  `/compare?ids=${ID},${CODES[0]}`,
  '/about',
  '/about?lang=de',
  '/sitemap.xml',
  '/sitemap/1.xml',
  '/robots.txt',
  '/llms.txt',
  '/offline',
  '/phone',
  '/favicon.ico',
  '/dashboard',
  '/dashboard/sign-in',
  '/dashboard/sign-up',
];

interface SentBody {
  method: string;
  target: string;
  body?: string;
  type?: string;
}

const FORM = 'application/x-www-form-urlencoded';

/** With the account key. */
export const SENT_BODIES: readonly SentBody[] = [
  { method: 'GET', target: '/auth/account' },
  { method: 'GET', target: '/auth/keys' },
  { method: 'POST', target: '/auth/keys', body: '' },
  { method: 'POST', target: '/auth/keys', body: 'x' },
  { method: 'POST', target: '/auth/keys', body: '[]' },
  {
    method: 'POST',
    target: '/auth/keys',
    body: '{"name":"ci","scope":"all","expires":"2000-01-01","per_minute":0}',
  },
  { method: 'POST', target: '/auth/keys', body: '{"name":"","expires":5}' },
  { method: 'POST', target: '/auth/keys', body: '{"name":"ci","per_minute":5}' },
  { method: 'DELETE', target: '/auth/keys/x' },
  { method: 'DELETE', target: '/auth/keys/99' },
  { method: 'DELETE', target: '/auth/keys/1' },
  { method: 'POST', target: '/auth/keys/2/rotate', body: '{"overlap_seconds":-1}' },
  { method: 'POST', target: '/auth/keys/2/rotate', body: '{}' },
  { method: 'PUT', target: '/auth/password', body: '{"new_password":"short"}' },
  { method: 'PUT', target: '/auth/password', body: '{"new_password":5}' },
  { method: 'POST', target: '/auth/second-factor', body: '{}' },
  { method: 'POST', target: '/auth/second-factor/confirm', body: '{"code":"1"}' },
  { method: 'POST', target: '/auth/second-factor/remove', body: '{"code":"123456"}' },
  { method: 'GET', target: '/billing/plans' },
  { method: 'GET', target: '/billing/plan' },
  { method: 'PUT', target: '/billing/plan', body: '{"plan":"pro"}' },
  { method: 'GET', target: '/billing/usage' },
  { method: 'GET', target: '/billing/usage?days=0' },
  { method: 'POST', target: '/api/v2/search', body: 'search_terms=milk&page_size=2', type: FORM },
  { method: 'POST', target: '/cgi/search.pl', body: 'search_terms=milk&json=1&page_size=2', type: FORM },
  { method: 'POST', target: '/search-a-licious/search', body: '{"q":"milk","page_size":2}' },
  { method: 'POST', target: '/search-a-licious/search', body: 'x' },
  { method: 'POST', target: '/search-a-licious/search', body: '{"q":5,"page":"x"}' },
  { method: 'POST', target: '/mcp', body: 'x' },
];

export const TOOL_CALLS: readonly (readonly [string, object])[] = [
  ['search_foods', { query: 'milk', limit: 2 }],
  ['search_foods', { query: 'milk', limit: 1, detail: 'full', lang: 'DE', source: 'off' }],
  ['search_foods', { query: 'm' }],
  ['search_foods', { query: 'milk', source: 'usda' }],
  ['search_foods', { qury: 'milk' }],
  ['get_food', { id: ID }],
  ['get_food', { id: 1 }],
  ['get_food', { id: 'x' }],
  ['lookup_barcode', { code: CODES[0] }],
  ['lookup_barcode', { code: 18166 }],
  ['get_foods', { ids: [ID, 1], detail: 'full' }],
  ['get_foods', {}],
  ['get_foods', { barcodes: CODES }],
  ['find_foods', {}],
  ['find_foods', { query: 'milk', min_protein_g: 3, sort: 'relevance', limit: 2 }],
  ['find_foods', { sort: 'relevance' }],
  ['find_foods', { sort: 'price' }],
  ['find_foods', { min_vitamin_c_mg: 30, limit: 2 }],
  ['find_foods', { further: { min_vitamin_x_mg: 1 } }],
  ['find_foods', { nova: [1], nutriscore: ['a'], environment: ['b'], limit: 1 }],
  [
    'find_foods',
    { allergen_free: ['milk'], diet: ['vegan'], label: ['organic'], additive_free: ['e330'], limit: 1 },
  ],
  ['find_foods', { allergen_free: ['dust'] }],
  ['find_foods', { diet: ['meat'] }],
  ['find_foods', { label: ['zzz'] }],
  ['find_foods', { nutriscore: ['x'] }],
  ['find_foods', { country: 'fra' }],
  [
    'find_foods',
    {
      brand: 'nutella',
      category: 'Chocolate spreads',
      country: 'fr',
      source: 'off',
      has_image: true,
      min_confidence: 0.5,
    },
  ],
  ['find_foods', { offset: 10001 }],
  ['calculate_portion', { id: ID, grams: 30 }],
  ['calculate_portion', { id: ID, servings: 2 }],
  ['calculate_portion', { id: ID }],
  ['analyze_recipe', { lines: ['2 cups whole milk', 'salt'], servings: 2 }],
  ['analyze_recipe', { lines: [] }],
  ['analyze_meal', { text: 'two eggs and toast', lang: 'en' }],
  ['list_categories', { limit: 3 }],
  ['list_popular_foods', { category: 'Spreads', limit: 3 }],
  ['list_popular_foods', { limit: 51 }],
  ['nothing', {}],
];

const LOOKUP = ['--catalog', 'CATALOG'];
const COMMANDS =
  `serve build pull packs publish key-pair rollback slice export reload verify info search find suggest meal
recipe food barcode mcp config health completions account key audit`.split(/\s+/);

/** With `--catalog` behind them. */
const LOOKUPS = `
search milk
search milk --json --limit 2 --explain
search mlik --explain
search m
search milk --limit 0
search milk --grams 30 --lang de
search milk --source usda
food ${ID} --full
food ${ID} --json --explain
food 1
food x
${CODES.map((code) => `barcode ${code} --full`).join('\n')}
barcode abc
find
find milk --min protein_g=3 --sort -protein_g --limit 3
find --min vitamin_c_mg=30 --limit 3 --json
find --min protien_g=3
find --max protein_g=x
find --sort relevance
find --sort protien_g
find --sort -relevance milk
find --category Spread
find --brand nutella --country fr --has-image --min-confidence 0.5 --source off
find --country zz
find --source none
find --min-confidence 2
find --nutriscore a,B --nova 1 --environment a,b --limit 3
find --nutriscore x
find --allergen-free milk,nuts --additive-free e330 --diet vegan --label organic --limit 3
find --allergen-free dust
find --label zzz
find --diet meat
find --explain
suggest haz
suggest haz --json --limit 2
meal two eggs and toast
meal two eggs --json
export
`;
const OTHERS = `
help
help account create
help account list
help account usage
help key create
help key rotate
nothing
version
completions bash
completions zsh
completions fish
completions tcsh
info CATALOG
info CATALOG --json
verify CATALOG
config
config --print
config --example
config --config /nonexistent.toml
health --url http://127.0.0.1:1
account list
key list ada
`;
const wordsOf = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split(' '));

/** The words of a command, where `CATALOG` is the file, and what standard input has. */
export const COMMAND_LINES: readonly (readonly [string[], string?])[] = [
  ...COMMANDS.map((name): [string[]] => [['help', name]]),
  ...wordsOf(OTHERS).map((words): [string[]] => [words]),
  ...wordsOf(LOOKUPS).map((words): [string[]] => [[...words, ...LOOKUP]]),
  [['recipe', '-', '--servings', '2', ...LOOKUP], '2 cups whole milk\n200g Mehl\nsalt to taste\n'],
  [['recipe', '-', '--json', ...LOOKUP], '1 egg\n'],
  [['recipe', '-', ...LOOKUP], ''],
];
