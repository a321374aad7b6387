import { openCatalog } from '../../src/catalog/open.ts';
import { formatBarcode } from '../../src/food/barcode.ts';
import { gtinOf } from '../../src/food/identity.ts';
import { staticUrl } from '../../src/food/static-url.ts';

/** A request as people and programs send them, wrong ones included, and the status that it must get. */
export interface ExpectedRequest {
  target: string;
  status: number;
}

type Random = () => number;
interface Sample {
  id: number;
  name: string;
}

/** Kinds of requests, and how frequent each is in percent. */
const KINDS: readonly (readonly [
  percent: number,
  make: (food: Sample, random: Random) => ExpectedRequest,
])[] = [
  [24, ({ name }, random) => found(`/search?q=${encode(someWords(name, random))}`)],
  [10, ({ name }, random) => found(`/search?q=${encode(misspelled(name, random))}&limit=20`)],
  [10, ({ name }, random) => found(`/search?q=${encode(halfTyped(name, random))}&limit=5`)],
  [2, ({ name }, random) => found(`/search?q=${encode(someWords(name, random))}&source=off&limit=50`)],
  [16, ({ id }) => found(`/food/${id}`)],
  [12, ({ id }) => found(`/barcode/${formatBarcode(gtinOf(id) as number)}`)],
  [
    4,
    (_food, random) => found(`/foods/popular?limit=${1 + below(random, 100)}&offset=${below(random, 5000)}`),
  ],
  [
    1,
    (_food, random) => found(`/foods/popular?limit=500&has_image=false&offset=${below(random, 1_000_000)}`),
  ],
  [2, () => found('/foods/categories')],
  [6, ({ name }, random) => found(`/suggest?q=${encodeShort(halfTyped(name, random))}`)],
  [2, ({ name }, random) => found(`/suggest?q=${encodeShort(misspelled(name, random))}&limit=20`)],
  [3, (_food, random) => found(`/foods/find?${someFilters(random)}&limit=${1 + below(random, 100)}`)],
  [1, ({ name }, random) => found(`/foods/find?q=${encode(someWords(name, random))}&explain=true`)],
  [1, (_food, random) => found(`/foods/facets?by=category,brand,country&${someFilters(random)}`)],
  [1, ({ id }) => found(`/foods/bulk?ids=${id},1,${id}&grams=30&full=true`)],
  [4, () => found('/health')],
  [5, ({ id, name }) => found(staticUrl(id, name))],
  [
    2,
    ({ name }, random) =>
      found(`/recipe?line=${encode(`2 cups ${someWords(name, random)}`)}&line=200g+Mehl&servings=4`),
  ],
  [2, ({ name }, random) => found(`/meal?text=${encode(`two ${someWords(name, random)} and milk`)}`)],
  [2, ({ name }, random) => found(`/?q=${encode(someWords(name, random))}`)],
  [1, () => found('/docs')],
  [2, (_food, random) => ({ target: `/food/${10 ** 15 + below(random, 1e9)}`, status: 404 })],
  [2, () => ({ target: '/barcode/99999999999999', status: 404 })],
  [2, () => ({ target: '/search?q=milk&limit=51', status: 422 })],
  [1, () => ({ target: '/foods/find?sort=price&min_fat_g=nan', status: 422 })],
  [1, () => ({ target: '/v1/search?q=milk', status: 401 })],
];

/** Foods to ask for, taken from all over the catalogue. */
const SAMPLED_FOODS = 5000;

export function makeRequests(catalogFile: string, count: number, random: Random): ExpectedRequest[] {
  const foods = sampleFoods(catalogFile, random);
  return Array.from({ length: count }, () => {
    const food = foods[below(random, foods.length)]!;
    return pickKind(random)(food, random);
  });
}

function sampleFoods(file: string, random: Random): Sample[] {
  const catalog = openCatalog(file);
  try {
    const last = catalog.db.prepare('SELECT max(rowid) FROM foods').pluck().get() as number;
    const find = catalog.db.prepare('SELECT id, name FROM foods WHERE rowid >= ? AND id < 1e14 LIMIT 1');
    return Array.from(
      { length: SAMPLED_FOODS },
      () => find.get(1 + below(random, last)) as Sample | undefined,
    ).filter((food) => food !== undefined && food.name.length > 1) as Sample[];
  } finally {
    catalog.close();
  }
}

function pickKind(random: Random) {
  let left = random() * KINDS.reduce((sum, [percent]) => sum + percent, 0);
  for (const [percent, make] of KINDS) {
    left -= percent;
    if (left < 0) return make;
  }
  return KINDS[0]![1];
}

const found = (target: string): ExpectedRequest => ({ target, status: 200 });
const below = (random: Random, bound: number) => Math.floor(random() * bound);
/** A query has 2 to 200 characters; one beyond the basic plane counts once. */
const encode = (text: string) => {
  const characters = [...text].slice(0, 200);
  return encodeURIComponent(characters.length < 2 ? `${text}aa` : characters.join(''));
};

/** A text that is being typed has at most 100 characters. */
const encodeShort = (text: string) => encodeURIComponent([...text].slice(0, 100).join('') || 'a');

function someFilters(random: Random): string {
  const filters = [
    `min_protein_g=${below(random, 30)}`,
    `max_calories_kcal=${50 + below(random, 400)}`,
    `sort=${random() < 0.5 ? '-' : ''}fat_g`,
    'country=fr',
    'has_image=true',
    `offset=${below(random, 2000)}`,
  ];
  return filters.filter(() => random() < 0.5).join('&');
}

function someWords(name: string, random: Random): string {
  const words = name.split(' ');
  const start = below(random, words.length);
  return words.slice(start, start + 1 + below(random, 3)).join(' ');
}

/** With two letters swapped, or one left out. */
function misspelled(name: string, random: Random): string {
  const letters = [...someWords(name, random)];
  const at = below(random, letters.length);
  const swapped = letters[at + 1];
  if (swapped === undefined || random() < 0.5) letters.splice(at, 1);
  else [letters[at], letters[at + 1]] = [swapped, letters[at]!];
  return letters.join('');
}

function halfTyped(name: string, random: Random): string {
  const text = [...someWords(name, random)];
  return text.slice(0, 2 + below(random, text.length)).join('');
}
