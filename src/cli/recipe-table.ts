import { LABEL_NUTRIENTS } from '../food/nutrients.ts';
import { portionOf } from '../food/portion.ts';
import { reasonText } from '../recipe/reason.ts';
import type { ReadLine, Recipe } from '../recipe/recipe.ts';
import type { Screen } from './command.ts';
import { renderTable, tableWidth, textWidth, wrap } from './table.ts';

const UNKNOWN = '–';

/** A recipe as tables that fit the terminal: its lines, its totals, and what is not in them. */
export function renderRecipe(
  { recipe, read }: { recipe: Recipe; read: readonly ReadLine[] },
  servings: number,
  screen: Screen,
): string {
  const width = tableWidth(screen);
  return [
    renderLines(read, width),
    '',
    renderTotals(recipe, recipe.unresolved.length < read.length, servings, width),
    ...renderGaps(recipe, read, textWidth(screen)),
  ].join('\n');
}

function renderLines(read: readonly ReadLine[], width: number): string {
  const rows = read.map(({ line, food, grams, method, reason }) => {
    const kcal = food?.calories_kcal ?? null;
    return [
      line.trim(),
      grams === null ? UNKNOWN : amount(grams),
      grams === null || kcal === null ? UNKNOWN : String(Math.round(portionOf(kcal, grams))),
      reason === null ? method : '',
      reason === null ? (food?.name ?? '') : reasonText(reason),
    ];
  });
  return renderTable(
    [['line', 'g', 'kcal', 'by', 'read as'], ...rows],
    ['left', 'right', 'right', 'left', 'left'],
    width,
  );
}

/** If no line counts, the totals are not zero but unknown. */
function renderTotals(
  { total, per_serving, incomplete }: Recipe,
  isKnown: boolean,
  servings: number,
  width: number,
): string {
  const hasServings = servings !== 1;
  const rows = LABEL_NUTRIENTS.map(({ key, label, part, unit }) => {
    // A total that lacks some food's value is a lower bound.
    const atLeast = incomplete.includes(key) ? '≥ ' : '';
    const show = (value: number) => (isKnown ? `${atLeast}${amount(value)} ${unit}` : UNKNOWN);
    return [
      part === undefined ? label : `  ${part}`,
      show(total[key]),
      ...(hasServings ? [show(per_serving[key])] : []),
    ];
  });
  const head = ['', 'in all', ...(hasServings ? [`serving (1 of ${servings})`] : [])];
  return renderTable([head, ...rows], ['left', 'right', 'right'], width);
}

function renderGaps(recipe: Recipe, read: readonly ReadLine[], width: number): string[] {
  const { unresolved, incomplete } = recipe;
  const isOne = unresolved.length === 1;
  const notCounted = unresolved.flatMap((at) => {
    const { line, reason } = read[at]!;
    return reason === null ? [] : wrap(`- ${line.trim()}: ${reasonText(reason)}`, width);
  });
  const standIns = read.flatMap(({ line, food, stand_in }) =>
    stand_in && food !== null
      ? wrap(`- ${line.trim()}: ${food.name} stands in for it, being the nearest food`, width)
      : [],
  );
  return [
    ...(standIns.length === 0 ? [] : ['', 'Not the very food:', ...standIns]),
    ...(unresolved.length === 0 ? [] : ['', `${unresolved.length} ${isOne ? 'line' : 'lines'} not counted:`]),
    ...notCounted,
    ...(incomplete.length === 0
      ? []
      : ['', ...wrap('≥ some of these foods have no value for this nutrient', width)]),
  ];
}

/** Three digits are more than a kitchen scale shows. */
function amount(value: number): string {
  return String(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10);
}
