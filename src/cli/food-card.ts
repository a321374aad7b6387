import { styleText } from 'node:util';
import type { DetailedFood } from '../food/detailed-food.ts';
import type { Food } from '../food/food.ts';
import type { FullRecord } from '../food/full-record.ts';
import { nutrientLabel } from '../food/further-nutrients.ts';
import type { Difference } from '../food/namesakes.ts';
import { LABEL_NUTRIENTS, type NutrientUnit, type Nutrition, unitOf } from '../food/nutrients.ts';
import { weighPortion } from '../food/portion.ts';
import type { Screen } from './command.ts';
import { RECORD_WORDS } from './record-words.ts';
import { cutToWidth, displayWidth, renderTable, tableWidth, textWidth, wrap } from './table.ts';

const UNKNOWN = '–';

/**
 * One food as a label: what it is, where it comes from, and its values per 100 g and per serving or portion, with
 * everything else that was requested.
 */
export function renderFood(food: DetailedFood, screen: Screen): string {
  const facts = [
    ['id', String(food.id)],
    ['barcode', food.barcode ?? UNKNOWN],
    ['category', food.category ?? UNKNOWN],
    ['serving', food.serving_desc ?? (food.serving_size_g === null ? UNKNOWN : `${food.serving_size_g} g`)],
    ['source', `${food.source}, confidence ${food.confidence}`],
  ];
  return [
    style(screen, 'bold', cutToWidth(titleOf(food), tableWidth(screen))),
    renderTable(facts, ['left', 'left'], tableWidth(screen)),
    '',
    renderTable(labelRows(food), ['left', 'right', 'right', 'right'], tableWidth(screen)),
    ...(food.portion === null ? ['', 'no serving size is known'] : []),
    ...(food.explanation === undefined ? [] : ['', ...renderConfidence(food.explanation, screen)]),
    ...(food.full ? ['', ...renderRecord(food.full, screen)] : []),
    ...renderPicture(food.image_url),
  ].join('\n');
}

function titleOf({ name, brand }: Food): string {
  return brand === null ? name : `${name} (${brand})`;
}

/** How much of each food a list shows: `per` in words, with the portions of the foods unless it is 100 g. */
const PER_100_G = '100 g';

/**
 * Foods as a table that fits the terminal. Names are whole, since generic foods often differ in their last words. Those with
 * the same name and brand show their quantities; their barcodes are their ids.
 */
export function renderFoods(
  foods: readonly DetailedFood[],
  differences: ReadonlyMap<number, Difference>,
  screen: Screen,
  per = PER_100_G,
): string {
  const rows = foods.map((food) => {
    const values: Partial<Food> = per === PER_100_G ? food : (food.portion ?? {});
    return [
      String(food.id),
      amount(values.calories_kcal ?? null),
      amount(values.protein_g ?? null),
      amount(values.fat_g ?? null),
      amount(values.carbs_g ?? null),
      food.confidence.toFixed(2),
      [titleOf(food), differences.get(food.id)?.quantity].filter(Boolean).join(', '),
    ];
  });
  const table = renderTable(
    [['id', 'kcal', 'prot.', 'fat', 'carbs', 'conf.', `food, per ${per}`], ...rows],
    ['right', 'right', 'right', 'right', 'right', 'right', 'wrapped'],
    tableWidth(screen),
  );
  const [head, ...lines] = table.split('\n') as [string, ...string[]];
  return [style(screen, 'bold', head), ...lines].join('\n');
}

/** Colours appear only on a terminal, and not if NO_COLOR is set. */
function style(screen: Screen, format: 'bold' | 'dim', text: string): string {
  return screen.isTTY && !process.env.NO_COLOR ? styleText(format, text, { validateStream: false }) : text;
}

/** One column for 100 g, one for a serving, and one for the requested portion unless it is that serving. */
function labelRows(food: DetailedFood): string[][] {
  const { serving_size_g: grams, portion } = food;
  const serving = grams === null ? null : weighPortion(food, grams);
  const columns: { title: string; amounts: Nutrition }[] = [
    { title: '100 g', amounts: food },
    ...(serving === null ? [] : [{ title: `serving (${grams} g)`, amounts: serving }]),
    ...(portion && portion.grams !== serving?.grams
      ? [{ title: `${portion.grams} g`, amounts: portion }]
      : []),
  ];
  const rows = LABEL_NUTRIENTS.map(({ key: nutrient, label, part, unit }) => [
    part === undefined ? label : `  ${part}`,
    ...columns.map(({ amounts }) => {
      const value = amounts[nutrient];
      if (value === null) return UNKNOWN;
      return `${amounts === food ? value : labelAmount(value, unit)} ${unit}`;
    }),
  ]);
  return [['', ...columns.map(({ title }) => title)], ...rows];
}

function renderConfidence(
  { confidence }: NonNullable<DetailedFood['explanation']>,
  screen: Screen,
): string[] {
  const { score, band, parts, findings } = confidence;
  const rows = Object.entries(parts).map(([name, share]) => [`  ${name}`, share.toFixed(3)]);
  return [
    `confidence ${score}: ${band}`,
    renderTable(rows, ['left', 'right'], tableWidth(screen)),
    ...findings.flatMap(({ text }) => wrap(`- ${text}`, textWidth(screen))),
  ];
}

/** What is known of the record. Lists are tags of the sources; an unknown one is not the same as an empty one. */
function renderRecord(record: FullRecord, screen: Screen): string[] {
  const facts = Object.entries(RECORD_WORDS).flatMap(([member, words]) => {
    const value = record[member as keyof typeof RECORD_WORDS];
    if (value === null) return [];
    const text = Array.isArray(value) ? value.join(', ') || 'none' : String(value);
    return wrap(`${words}: ${text}`, textWidth(screen));
  });
  const named = Object.entries(record.names).flatMap(([language, name]) =>
    wrap(`name (${language}): ${name}`, textWidth(screen)),
  );
  const further = Object.entries(record.nutrients).map(([field, value]) => [
    nutrientLabel(field),
    `${value} ${unitOf(field)}`,
  ]);
  const per100ml = record.basis === 'ml' ? ['the values are per 100 ml'] : [];
  const blocks = [
    [...facts, ...named, ...per100ml],
    further.length === 0
      ? []
      : [renderTable([['', '100 g'], ...further], ['left', 'right'], tableWidth(screen))],
  ].filter((lines) => lines.length > 0);
  if (blocks.length === 0) return ['nothing more is known about it'];
  return blocks.flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}

/** A picture that only a server of larder has is not one that can be opened from here. */
function renderPicture(url: string | null): string[] {
  return url === null || url.startsWith('/') ? [] : ['', `picture: ${url}`];
}

/** An amount of a portion, as the pages print it: no more precise than the source, and never 0 for a trace. */
function labelAmount(value: number, unit: NutrientUnit): string {
  const steps = unit === 'g' ? (value < 10 ? 100 : 10) : value < 100 ? 10 : 1;
  const rounded = Math.round(value * steps) / steps;
  return rounded === 0 && value > 0 ? `< ${1 / steps}` : String(rounded);
}

function amount(value: number | null): string {
  if (value === null) return UNKNOWN;
  const short = String(Math.round(value * 10) / 10);
  return displayWidth(short) > 5 ? String(Math.round(value)) : short;
}
