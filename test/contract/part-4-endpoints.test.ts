import { expect } from 'bun:test';
import { gives, json, runScenarios, shows, valid } from './scenario.ts';

interface Shown {
  id: number;
  name: string;
  source: string;
  category: string | null;
  image_url: string | null;
}
const names = (foods: Shown[]) => foods.map(({ name }) => name);
/** Of the fixture: products with a picture, and all foods. */
const PICTURED = 20;
const ALL = 26;

runScenarios('Part 4.1: search', [
  json<Shown[]>('finds foods, in a bare list', '/search?q=hazelnut', (foods) =>
    expect(names(foods).sort()).toEqual(['Hazelnut cocoa spread', 'Hazelnut cream']),
  ),
  gives('finds nothing in an empty list', '/search?q=zzzzqqqq', []),
  json<Shown[]>('gives as many foods as asked for', '/search?q=hazelnut&limit=1', (foods) =>
    expect(foods).toHaveLength(1),
  ),
  json<Shown[]>('gives only foods of the source asked for', '/search?q=pancake&source=ai_estimate', (foods) =>
    expect(foods.map(({ source }) => source)).toEqual(['ai_estimate']),
  ),
  gives('gives no foods of another source', '/search?q=pancake&source=off', []),
  json<Shown[]>(
    'takes a parameter that does not exist as nothing',
    '/search?q=hazelnut&colour=brown',
    (foods) => expect(names(foods)[0]).toStartWith('Hazelnut'),
  ),
  json<Shown[]>('takes a plus as a space', '/search?q=oat+drink', (foods) =>
    expect(names(foods)[0]).toBe('Oat drink'),
  ),
]);

runScenarios('Part 4.2: a food', [
  ...[
    ['by its id', '8000000000019'],
    ['by its id between spaces', '%208000000000019%20'],
    ['by its id behind a plus', '+8000000000019'],
    ['by its id with a zero fraction', '8000000000019.0'],
    ['whatever else the query says', '8000000000019?limit=abc'],
  ].map(([how, id]) => shows(`is found ${how}`, `/food/${id}`, { name: 'Spaghetti n. 5' })),
  { name: 'is not found by an unknown id', target: '/food/17', status: 404, detail: 'Food not found' },
]);

const found = (how: string, code: string, name: string) => shows(how, `/barcode/${code}`, { name });
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
  ...'4006381333930 1 abc %20 %00 x.json 4006381333931x %FF 40063813339310000 -'.split(' ').map((code) => ({
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
  json<object>('is shown as 12 digits for a UPC-A', '/barcode/0036000291452', (food) =>
    expect(food).toMatchObject({ barcode: '036000291452' }),
  ),
]);

runScenarios('Part 4.4: popular foods', [
  json<Shown[]>('are those with a picture, unless told otherwise', '/foods/popular', (foods) => {
    expect(foods).toHaveLength(PICTURED);
    expect(foods.every(({ image_url }) => image_url !== null)).toBe(true);
  }),
  json<Shown[]>('are all foods on demand', '/foods/popular?has_image=false', (foods) =>
    expect(foods).toHaveLength(ALL),
  ),
  json<Shown[]>('begin with the most scanned', '/foods/popular?limit=2', (foods) =>
    expect(names(foods)).toEqual(['Hazelnut cocoa spread', 'Peanut butter, smooth']),
  ),
  json<Shown[]>('go on after an offset', '/foods/popular?limit=1&offset=1', (foods) =>
    expect(names(foods)).toEqual(['Peanut butter, smooth']),
  ),
  gives('end after the last', '/foods/popular?offset=1000', []),
  json<Shown[]>('of a category are of that category', '/foods/popular?category=Spreads', (foods) => {
    expect(foods.map(({ category }) => category)).toEqual(['Spreads', 'Spreads', 'Spreads']);
  }),
  gives('of an unknown category are none', '/foods/popular?category=Nothing', []),
  gives('of an empty category are none', '/foods/popular?category=', []),
]);

runScenarios('Part 4.5: categories', [
  json<{ category: string; count: number }[]>(
    'are listed with their counts, most first',
    '/foods/categories',
    (list) => {
      for (const entry of list) expect(Object.keys(entry)).toEqual(['category', 'count']);
      const counts = list.map(({ count }) => count);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      expect(list).toContainEqual({ category: 'Spreads', count: 3 });
    },
  ),
  valid('take no parameters', '/foods/categories?limit=x'),
]);

runScenarios('Part 4.6: health', [
  gives('tells the number of foods', '/health', { status: 'ok', foods_in_db: ALL }),
  { name: 'ignores a key', target: '/health', headers: { Authorization: 'Bearer nonsense' }, status: 200 },
]);
