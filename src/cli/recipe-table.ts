import { LABEL_NUTRIENTS, type Nutrient } from '../food/nutrients.ts';
import { portionOf } from '../food/portion.ts';
import type { AnalyzedMeal, ReadItem } from '../recipe/meal.ts';
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
  const rows = read.map((line, at) => ({ ...line, text: line.line, food: recipe.lines[at]!.food }));
  const { total, per_serving } = recipe;
  const columns = servings === 1 ? {} : { [`serving (1 of ${servings})`]: per_serving };
  return render('line', rows, recipe, { 'in all': total, ...columns }, screen);
}

/** A meal as the same tables. */
export function renderMeal({ meal, read }: AnalyzedMeal, screen: Screen): string {
  if (read.length === 0) return 'No food is named.';
  // By the names that readers read.
  const rows = read.map((item, at) => ({ ...item, food: meal.items[at]!.food }));
  return render('item', rows, meal, { 'in all': meal.total }, screen);
}

type Gaps = Pick<Recipe, 'incomplete' | 'unresolved'>;

function render(
  kind: 'line' | 'item',
  read: readonly ReadItem[],
  gaps: Gaps,
  totals: Readonly<Record<string, Record<Nutrient, number>>>,
  screen: Screen,
): string {
  const width = tableWidth(screen);
  return [
    renderLines(kind, read, width),
    '',
    renderTotals(totals, gaps, gaps.unresolved.length < read.length, width),
    ...renderGaps(kind, gaps, read, textWidth(screen)),
  ].join('\n');
}

function renderLines(kind: string, read: readonly ReadItem[], width: number): string {
  const rows = read.map(({ text, food, grams, method, reason }) => {
    const kcal = food?.calories_kcal ?? null;
    return [
      text.trim(),
      grams === null ? UNKNOWN : amount(grams),
      grams === null || kcal === null ? UNKNOWN : String(Math.round(portionOf(kcal, grams))),
      reason === null ? method : '',
      reason === null ? (food?.name ?? '') : reasonText(reason),
    ];
  });
  return renderTable(
    [[kind, 'g', 'kcal', 'by', 'read as'], ...rows],
    ['left', 'right', 'right', 'left', 'left'],
    width,
  );
}

/** If no line counts, the totals are not zero but unknown. */
function renderTotals(
  totals: Readonly<Record<string, Record<Nutrient, number>>>,
  { incomplete }: Gaps,
  isKnown: boolean,
  width: number,
): string {
  const rows = LABEL_NUTRIENTS.map(({ key, label, part, unit }) => {
    // A total that lacks some food's value is a lower bound.
    const atLeast = incomplete.includes(key) ? '≥ ' : '';
    const show = (value: number) => (isKnown ? `${atLeast}${amount(value)} ${unit}` : UNKNOWN);
    return [
      part === undefined ? label : `  ${part}`,
      ...Object.values(totals).map((total) => show(total[key])),
    ];
  });
  return renderTable([['', ...Object.keys(totals)], ...rows], ['left', 'right', 'right'], width);
}

function renderGaps(
  kind: string,
  { unresolved, incomplete }: Gaps,
  read: readonly ReadItem[],
  width: number,
): string[] {
  const list = (title: string, describe: (item: ReadItem) => string | null) => {
    const lines = read.flatMap((item) => {
      const what = describe(item);
      return what === null ? [] : wrap(`- ${item.text.trim()}: ${what}`, width);
    });
    return lines.length === 0 ? [] : ['', title, ...lines];
  };
  return [
    ...list('Not the very food:', ({ food, stand_in, confidence }) =>
      stand_in && food !== null
        ? `${food.name} stands in for it, being the nearest food (confidence ${confidence})`
        : null,
    ),
    ...list('Words that are not counted:', ({ ignored, confidence }) =>
      ignored === null ? null : `${ignored} (confidence ${confidence})`,
    ),
    ...list(
      `${unresolved.length} ${unresolved.length === 1 ? kind : `${kind}s`} not counted:`,
      ({ reason }) => (reason === null ? null : reasonText(reason)),
    ),
    ...(incomplete.length === 0
      ? []
      : ['', ...wrap('≥ some of these foods have no value for this nutrient', width)]),
  ];
}

/** Three digits are more than a kitchen scale shows. */
function amount(value: number): string {
  return String(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10);
}
