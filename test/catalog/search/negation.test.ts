import { describe, expect, test } from 'bun:test';
import { openNameSearch, type SearchFood } from './search-catalog.ts';

const labels = (...names: string[]): SearchFood[] => names.map((name) => ({ name }));

describe('a name that says what is absent comes before one that says nothing', () => {
  const { find } = openNameSearch([
    ...labels(
      'Fusilli di mais senza glutine, Maismehl-Nudeln glutenfrei',
      'Feine Kekse aus dem Ofen ohne Gluten von der Mühle',
      'Rotkäppchen Sekt trocken und prickelnd, alkoholfrei',
      'Schokolade Zartbitter zuckerfrei mit Süßungsmitteln und Nüssen',
      'Moist lemon drizzle cake for birthdays, egg free',
      'Biscotti ai cereali del mattino senza zuccheri aggiunti',
      'Galletas de avena y pasas de la abuela sin azúcar',
    ),
    ...['Nudeln', 'Kekse', 'Sekt', 'Schokolade', 'Cake', 'Biscotti', 'Galletas'].map((name) => ({
      name,
      hasImage: true,
      confidence: 1,
    })),
  ]);
  test.each([
    ['glutenfreie nudeln', 'Fusilli'],
    ['glutenfreie kekse', 'Feine Kekse'],
    ['alkoholfreier sekt', 'Rotkäppchen'],
    ['schokolade ohne zucker', 'Schokolade Zartbitter'],
    ['egg free cake', 'Moist'],
    ['biscotti senza zucchero', 'Biscotti ai'],
    ['galletas sin azúcar', 'Galletas de'],
  ])('%s', (q, start) => {
    const found = find(q);
    expect(found[0]).toStartWith(start);
    expect(found).toHaveLength(2);
  });
});

describe('a negation in a name reaches no further than its noun', () => {
  const { find } = openNameSearch(
    labels(
      'Pizza sans gluten jambon fromage',
      'Pizza sans oignons fromage',
      'Pizza sans fromage',
      'Chocolat sans lactose lait entier',
      'Chocolat noir sans lait',
      'Pizza ohne Gluten Käse Schinken',
      'Pizza ohne Käse',
      'Cioccolato senza glutine latte',
      'Cioccolato senza latte',
      'Tarta sin gluten huevo',
      'Tarta sin huevo',
      'Burger without Big Mac sauce',
      'Biscuits sans matières grasses',
      'Biscuits sans huile de palme',
      'Biscuits au beurre',
      'Palm oil free spread',
      'Spread with palm oil',
      'Yogurt, flavors not chocolate, nonfat milk',
      'Yogurt, flavors not chocolate',
    ),
  );
  test.each([
    ['pizza sans fromage', ['Pizza sans fromage', 'Pizza ohne Käse']],
    ['pizza ohne käse', ['Pizza ohne Käse', 'Pizza sans fromage']],
    ['chocolat sans lait', ['Chocolat noir sans lait']],
    ['cioccolato senza latte', ['Cioccolato senza latte']],
    ['tarta sin huevos', ['Tarta sin huevo']],
    ['burger without sauce', ['Burger without Big Mac sauce']],
    [
      'biscuits sans graisse',
      ['Biscuits sans matières grasses', 'Biscuits au beurre', 'Biscuits sans huile de palme'],
    ],
    [
      'biscuits sans huile de palme',
      ['Biscuits sans huile de palme', 'Biscuits au beurre', 'Biscuits sans matières grasses'],
    ],
    ['yogurt without milk', ['Yogurt, flavors not chocolate']],
    ['spread without palm oil', ['Palm oil free spread']],
    ['palm oil free spread', ['Palm oil free spread']],
  ])('%s', (q, names) => expect(find(q)).toEqual(names));
});

describe('a food that has what is excluded is not shown', () => {
  const { find } = openNameSearch(
    labels(
      'Milk chocolate',
      'Gluten free milk chocolate',
      'Dairy free chocolate',
      'Dark chocolate',
      'Vegan chocolate',
      'Almond milk chocolate',
      'Ice cream',
      'Ice cream, fat free',
      'Non-dairy ice cream',
      'Granola with nuts and raisins',
      'Granola, nut free',
      'Almond granola',
      'Granola without almonds',
      'Granola',
      'Kuchen ohne Ei',
      'Eierkuchen mit Ei',
      'Kuchen',
      'Pain sans levure',
      'Pain à la levure',
      'Pan sin trigo',
      'Pan de trigo',
      'Salsa senza soia',
      'Salsa di soia',
      'Dairy free cheese',
      'Cheese',
      'Milk, whole',
      'Soy milk',
      'Noix de coco granola',
    ),
  );
  test.each([
    [
      'milk free chocolate',
      ['Dairy free chocolate', 'Almond milk chocolate', 'Vegan chocolate', 'Dark chocolate'],
    ],
    ['dairy free ice cream', ['Non-dairy ice cream', 'Ice cream', 'Ice cream, fat free']],
    ['nut free granola', ['Granola, nut free', 'Granola', 'Granola without almonds', 'Noix de coco granola']],
    ['kuchen ohne ei', ['Kuchen ohne Ei', 'Kuchen']],
    ['eifreier kuchen', ['Kuchen ohne Ei', 'Kuchen']],
    ['yeast free pain', ['Pain sans levure']],
    ['pan sin trigo', ['Pan sin trigo']],
    ['salsa senza soia', ['Salsa senza soia']],
    ['dairy free cheese', ['Dairy free cheese', 'Cheese']],
    ['dairy free milk', ['Soy milk', 'Almond milk chocolate']],
    [
      'granola sans noix',
      ['Granola, nut free', 'Granola', 'Granola without almonds', 'Noix de coco granola'],
    ],
  ])('%s', (q, names) => expect(find(q).sort()).toEqual(names.sort()));
});

describe('a zero beside a food says what the food has none of', () => {
  const { find } = openNameSearch(
    labels(
      'Milk, whole, 3.25% milkfat',
      'Milk, nonfat, fluid',
      'Yogurt, Greek, whole milk',
      'Yogurt, Greek, nonfat',
      'Yaourt nature entier',
      'Yaourt nature 0%',
      'Joghurt, fettfrei',
      'Joghurt aus Vollmilch',
      'Yogur natural desnatado',
      'Yogur natural entero',
      'Latte intero',
      'Latte scremato',
      'Latte parzialmente scremato',
      'Lait demi-écrémé',
      'Lait écrémé',
      'Bier',
      'Bier alkoholfrei',
      'Coke Zero',
      'Coke',
      'Beef steak trimmed to 0" fat',
      'Beef steak, fat free',
      'Beef steak, no trans fat',
    ),
  );
  test.each([
    ['milk 0%', 'Milk, nonfat, fluid'],
    ['0% milk', 'Milk, nonfat, fluid'],
    ['greek yogurt 0%', 'Yogurt, Greek, nonfat'],
    ['yaourt 0%', 'Yaourt nature 0%'],
    ['joghurt 0%', 'Joghurt, fettfrei'],
    ['yogur 0%', 'Yogur natural desnatado'],
    ['latte 0%', 'Latte scremato'],
    ['lait demi écrémé', 'Lait demi-écrémé'],
    ['lait écrémé', 'Lait écrémé'],
    ['latte parzialmente scremato', 'Latte parzialmente scremato'],
    ['bier 0,0%', 'Bier alkoholfrei'],
    ['bier 0.0', 'Bier alkoholfrei'],
    ['coke zero', 'Coke Zero'],
    ['fat free beef steak', 'Beef steak, fat free'],
  ])('%s', (q, name) => expect(find(q)[0]).toBe(name));
  test('and leaves no room for foods that have it', () => {
    expect(find('milk 0%')).not.toContain('Milk, whole, 3.25% milkfat');
    expect(find('latte 0%')).toEqual(['Latte scremato', 'Latte parzialmente scremato']);
    expect(find('fat free beef steak')).toEqual(['Beef steak, fat free']);
  });
});

test('a word that means absence for some foods means nothing by itself', () => {
  const { find } = openNameSearch(labels('Beurre doux', 'Cornichons aigre-doux', 'La sans sel', 'Egg white'));
  expect(find('sans sel')).toEqual(['La sans sel']);
  expect(find('beurre sans sel')).toEqual(['Beurre doux']);
});
