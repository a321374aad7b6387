import { styleText } from 'node:util';
import type { Food } from '../food/food.ts';
import { LABEL_NUTRIENTS } from '../food/nutrients.ts';
import { knownPortionOf } from '../food/portion.ts';
import type { Screen } from './command.ts';
import { cutToWidth, displayWidth, renderTable, USUAL_WIDTH } from './table.ts';

const UNKNOWN = '–';

/** One food as a label: what it is, where it comes from, and its values per 100 g and per serving. */
export function renderFood(food: Food, screen: Screen): string {
  const title = food.brand === null ? food.name : `${food.name} (${food.brand})`;
  const facts = [
    ['id', String(food.id)],
    ['barcode', food.barcode ?? UNKNOWN],
    ['category', food.category ?? UNKNOWN],
    ['serving', food.serving_desc ?? (food.serving_size_g === null ? UNKNOWN : `${food.serving_size_g} g`)],
    ['source', `${food.source}, confidence ${food.confidence}`],
  ];
  return [
    style(screen, 'bold', cutToWidth(title, widthOf(screen))),
    renderTable(facts, ['left', 'left'], widthOf(screen)),
    '',
    renderTable(labelRows(food), ['left', 'right', 'right'], widthOf(screen)),
    ...(food.image_url === null ? [] : ['', food.image_url]),
  ].join('\n');
}

/** Foods as a table that fits the terminal, one line each. */
export function renderFoods(foods: readonly Food[], screen: Screen): string {
  const rows = foods.map((food) => [
    String(food.id),
    amount(food.calories_kcal),
    amount(food.protein_g),
    amount(food.fat_g),
    amount(food.carbs_g),
    food.confidence.toFixed(2),
    food.brand === null ? food.name : `${food.name} (${food.brand})`,
  ]);
  const table = renderTable(
    [['id', 'kcal', 'prot.', 'fat', 'carbs', 'conf.', 'food, per 100 g'], ...rows],
    ['right', 'right', 'right', 'right', 'right', 'right', 'left'],
    widthOf(screen),
  );
  const [head, ...lines] = table.split('\n') as [string, ...string[]];
  return [style(screen, 'bold', head), ...lines].join('\n');
}

/** Colours appear only on a terminal, and not if NO_COLOR is set. */
function style(screen: Screen, format: 'bold' | 'dim', text: string): string {
  return screen.isTTY && !process.env.NO_COLOR ? styleText(format, text, { validateStream: false }) : text;
}

function widthOf(screen: Screen): number {
  return screen.columns ?? USUAL_WIDTH;
}

function labelRows(food: Food): string[][] {
  const grams = food.serving_size_g;
  const serving = (value: number | null) => (grams === null ? null : knownPortionOf(value, grams));
  const head = ['', '100 g', ...(grams === null ? [] : [`serving (${grams} g)`])];
  const rows = LABEL_NUTRIENTS.map(({ key: nutrient, label, part, unit }) => {
    const name = part === undefined ? label : `  ${part}`;
    const withUnit = (value: number | null) => (value === null ? UNKNOWN : `${value} ${unit}`);
    return [name, withUnit(food[nutrient]), ...(grams === null ? [] : [withUnit(serving(food[nutrient]))])];
  });
  return [head, ...rows];
}

function amount(value: number | null): string {
  if (value === null) return UNKNOWN;
  const short = String(Math.round(value * 10) / 10);
  return displayWidth(short) > 5 ? String(Math.round(value)) : short;
}
