import { expect } from 'bun:test';
import { COMMUNITY_CSV, ESTIMATES_CSV, PRODUCTS } from './fixture-foods.ts';
import { runScenarios } from './scenario.ts';

interface Shown {
  id: number;
  name: string;
  source: string;
  category: string | null;
  image_url: string | null;
}
const names = (foods: Shown[]) => foods.map(({ name }) => name);
const pictured = PRODUCTS.filter(({ image }) => image).length;
const rowsOf = (csv: string) => csv.trim().split('\n').length - 1;
const total = PRODUCTS.length + rowsOf(COMMUNITY_CSV) + rowsOf(ESTIMATES_CSV);

runScenarios('Part 4.1: search', [
  {
    name: 'finds foods, in a bare list',
    target: '/search?q=hazelnut',
    status: 200,
    json: (foods: Shown[]) =>
      expect(names(foods).sort()).toEqual(['Hazelnut cocoa spread', 'Hazelnut cream']),
  },
  { name: 'finds nothing in an empty list', target: '/search?q=zzzzqqqq', status: 200, body: '[]' },
  {
    name: 'gives as many foods as asked for',
    target: '/search?q=hazelnut&limit=1',
    status: 200,
    json: (foods: Shown[]) => expect(foods).toHaveLength(1),
  },
  {
    name: 'gives only foods of the source asked for',
    target: '/search?q=pancake&source=ai_estimate',
    status: 200,
    json: (foods: Shown[]) => expect(foods.map(({ source }) => source)).toEqual(['ai_estimate']),
  },
  {
    name: 'gives no foods of another source',
    target: '/search?q=pancake&source=off',
    status: 200,
    body: '[]',
  },
  {
    name: 'takes a parameter that does not exist as nothing',
    target: '/search?q=hazelnut&colour=brown',
    status: 200,
    json: (foods: Shown[]) => expect(names(foods)[0]).toStartWith('Hazelnut'),
  },
  {
    name: 'takes a plus as a space',
    target: '/search?q=oat+drink',
    status: 200,
    json: (foods: Shown[]) => expect(names(foods)[0]).toBe('Oat drink'),
  },
]);

runScenarios('Part 4.2: a food', [
  ...[
    ['by its id', '8000000000019'],
    ['by its id between spaces', '%208000000000019%20'],
    ['by its id behind a plus', '+8000000000019'],
    ['by its id with a zero fraction', '8000000000019.0'],
    ['whatever else the query says', '8000000000019?limit=abc'],
  ].map(([how, id]) => ({
    name: `is found ${how}`,
    target: `/food/${id}`,
    status: 200,
    json: (food: Shown) => expect(food.name).toBe('Spaghetti n. 5'),
  })),
  { name: 'is not found by an unknown id', target: '/food/17', status: 404, detail: 'Food not found' },
]);

const found = (name: string, code: string, food: string) => ({
  name,
  target: `/barcode/${code}`,
  status: 200,
  json: (shown: Shown) => expect(shown.name).toBe(food),
});
runScenarios('Part 4.3: a barcode', [
  found('is found as EAN-13', '4006381333931', 'Hazelnut cocoa spread'),
  found('is found with spaces', '4%20006381%20333931', 'Hazelnut cocoa spread'),
  found('is found with dashes', '4-006381-333931', 'Hazelnut cocoa spread'),
  found('is found as UPC-A', '036000291452', 'Peanut butter, smooth'),
  found('is found as the EAN-13 of a UPC-A', '0036000291452', 'Peanut butter, smooth'),
  found('is found as the GTIN-14 of a UPC-A', '00036000291452', 'Peanut butter, smooth'),
  found('is found as EAN-8', '96385074', 'Milk chocolate bar'),
  found('is found as the UPC-E of a UPC-A', '04252614', 'Tomato soup'),
  found('is found as a case of its own', '10012345678902', 'Tomato soup, case of twelve'),
  ...[
    '4006381333930',
    '1',
    'abc',
    '%20',
    '%00',
    'x.json',
    '4006381333931x',
    '%FF',
    '40063813339310000',
    '-',
  ].map((code) => ({
    name: `is not found: ${code}`,
    target: `/barcode/${code}`,
    status: 404,
    detail: 'Barcode not found',
  })),
  ...['.', '..', '30176\\..\\4006381333931', '..\\food\\4006381333931'].map((code) => ({
    name: `is not found and not resolved: ${code}`,
    target: `/barcode/${code}`,
    status: 404,
    detail: 'Barcode not found',
    onlyRaw: true as const,
  })),
  {
    name: 'is shown as 12 digits for a UPC-A',
    target: '/barcode/0036000291452',
    status: 200,
    json: (food: object) => expect(food).toMatchObject({ barcode: '036000291452' }),
  },
]);

runScenarios('Part 4.4: popular foods', [
  {
    name: 'are those with a picture, unless told otherwise',
    target: '/foods/popular',
    status: 200,
    json: (foods: Shown[]) => {
      expect(foods).toHaveLength(pictured);
      expect(foods.every(({ image_url }) => image_url !== null)).toBe(true);
    },
  },
  {
    name: 'are all foods on demand',
    target: '/foods/popular?has_image=false',
    status: 200,
    json: (foods: Shown[]) => expect(foods).toHaveLength(total),
  },
  {
    name: 'begin with the most scanned',
    target: '/foods/popular?limit=2',
    status: 200,
    json: (foods: Shown[]) =>
      expect(names(foods)).toEqual(['Hazelnut cocoa spread', 'Peanut butter, smooth']),
  },
  {
    name: 'go on after an offset',
    target: '/foods/popular?limit=1&offset=1',
    status: 200,
    json: (foods: Shown[]) => expect(names(foods)).toEqual(['Peanut butter, smooth']),
  },
  { name: 'end after the last', target: '/foods/popular?offset=1000', status: 200, body: '[]' },
  {
    name: 'of a category are of that category',
    target: '/foods/popular?category=Spreads',
    status: 200,
    json: (foods: Shown[]) => {
      expect(foods.map(({ category }) => category)).toEqual(['Spreads', 'Spreads', 'Spreads']);
    },
  },
  {
    name: 'of an unknown category are none',
    target: '/foods/popular?category=Nothing',
    status: 200,
    body: '[]',
  },
  { name: 'of an empty category are none', target: '/foods/popular?category=', status: 200, body: '[]' },
]);

runScenarios('Part 4.5: categories', [
  {
    name: 'are listed with their counts, most first',
    target: '/foods/categories',
    status: 200,
    json: (list: { category: string; count: number }[]) => {
      for (const entry of list) expect(Object.keys(entry)).toEqual(['category', 'count']);
      const counts = list.map(({ count }) => count);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      expect(list).toContainEqual({ category: 'Spreads', count: 3 });
    },
  },
  { name: 'take no parameters', target: '/foods/categories?limit=x', status: 200 },
]);

runScenarios('Part 4.6: health', [
  {
    name: 'tells the number of foods',
    target: '/health',
    status: 200,
    body: `{"status":"ok","foods_in_db":${total}}`,
  },
  { name: 'ignores a key', target: '/health', headers: { Authorization: 'Bearer nonsense' }, status: 200 },
]);
