import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { type Label, placeLabels, pushApart } from './labels.ts';
import { type GrowthResult, isYardstick, type Results } from './results.ts';

/** The plots of a comparison, as SVG: as wide as a phone shows them, so that their letters are legible there. */

interface Theme {
  ink: string;
  faint: string;
  grid: string;
  own: string;
  other: string;
  background: string;
}

/** The colours of GitHub's pages, where readers choose one of the two. */
const THEMES: Readonly<Record<'light' | 'dark', Theme>> = {
  light: {
    ink: '#1f2328',
    faint: '#59636e',
    grid: '#d8dee4',
    own: '#0a7d4f',
    other: '#8250df',
    background: '#ffffff',
  },
  dark: {
    ink: '#f0f6fc',
    faint: '#9198a1',
    grid: '#30363d',
    own: '#4cc38a',
    other: '#c297ff',
    background: '#0d1117',
  },
};

const WIDTH = 480;
const HEIGHT = 360;
const MARGINS = { marginTop: 40, marginRight: 20, marginBottom: 50, marginLeft: 60 };
const FONT_SIZE = 14;

const DRAWN = {
  search: drawSearch,
  growth: ({ growth }: Results, theme: Theme) => drawGrowth(growth, theme),
  lookups: drawLookups,
};
export type PlotName = keyof typeof DRAWN;

/** By file name. */
export function drawPlots(results: Results): Map<string, string> {
  const files = new Map<string, string>();
  for (const [name, draw] of Object.entries(DRAWN)) {
    for (const [theme, colors] of Object.entries(THEMES)) {
      files.set(plotFile(name as PlotName, theme as keyof typeof THEMES), draw(results, colors));
    }
  }
  return files;
}

export function plotFile(name: PlotName, theme: 'light' | 'dark'): string {
  return `compare-${name}-${theme}.svg`;
}

/** Above and to the left is better. */
function drawSearch({ engines }: Results, theme: Theme): string {
  const points = engines
    .filter((engine) => !isYardstick(engine))
    .map(({ name, p95Ms, right }) => ({ name, ms: p95Ms, first: 100 * right.at(-1)!.first }));
  const x = widen(points.map(({ ms }) => ms));
  const least = Math.min(...points.map(({ first }) => first));
  const y: Range = [Math.floor((least - 5) / 10) * 10, 100];
  const [xOf, yOf] = [
    pixels('log', x, MARGINS.marginLeft, WIDTH - MARGINS.marginRight),
    pixels('linear', y, HEIGHT - MARGINS.marginBottom, MARGINS.marginTop),
  ];
  const dots = points.map(({ name, ms, first }) => ({ name, x: xOf(ms), y: yOf(first) }));
  const labels = placeLabels(dots, {
    left: MARGINS.marginLeft,
    top: 0,
    right: WIDTH,
    bottom: HEIGHT - MARGINS.marginBottom,
  });
  return draw(theme, 'right in the first place, %', {
    x: { type: 'log', domain: x },
    y: { domain: y },
    marks: [
      Plot.gridX({ stroke: theme.grid, strokeOpacity: 1, ticks: decades(x) }),
      Plot.gridY({ stroke: theme.grid, strokeOpacity: 1, ticks: 5 }),
      axisX(theme, 'ms for 95 of 100 searches', decades(x)),
      Plot.axisY({ ...axisStyle(theme), ticks: 5, label: null }),
      Plot.dot(points, { x: 'ms', y: 'first', r: 6, fill: ({ name }) => colorOf(name, theme) }),
      ...points.map((point, i) => nameOf(point, labels[i]!, theme)),
    ],
  });
}

function nameOf(
  point: { name: string; ms: number; first: number },
  label: Label,
  theme: Theme,
): Plot.Markish {
  return Plot.text([point], {
    x: 'ms',
    y: 'first',
    text: 'name',
    fill: colorOf(point.name, theme),
    // Lines of the grid end before the letters.
    stroke: theme.background,
    strokeWidth: 5,
    ...label,
  });
}

export function drawGrowth(growth: readonly GrowthResult[], theme = THEMES.light): string {
  const lines = growth.flatMap(({ name, foods, p50Ms, p95Ms }) => [
    { name, foods, ms: p50Ms, which: 'p50' },
    { name, foods, ms: p95Ms, which: 'p95' },
  ]);
  const ends = lines.filter(({ foods }) => foods === Math.max(...growth.map((point) => point.foods)));
  const x: Range = [
    Math.min(...growth.map(({ foods }) => foods)),
    Math.max(...growth.map(({ foods }) => foods)),
  ];
  const y = widen(lines.map(({ ms }) => ms));
  const yOf = pixels('log', y, HEIGHT - MARGINS.marginBottom, MARGINS.marginTop);
  const apart = pushApart(ends.map(({ ms }) => yOf(ms)));
  return draw(theme, 'ms for a search', {
    marginRight: 90,
    x: { type: 'log', domain: x },
    y: { type: 'log', domain: y },
    marks: [
      Plot.gridY({ stroke: theme.grid, strokeOpacity: 1, ticks: decades(y) }),
      axisX(
        theme,
        'foods',
        [...new Set([x[0], ...[1e5, 1e6, 4e6].filter((n) => n > x[0] && n < x[1]), x[1]])],
        count,
      ),
      Plot.axisY({ ...axisStyle(theme), ticks: decades(y), tickFormat: plain, label: null }),
      ...['p50', 'p95'].map((which) =>
        Plot.lineY(
          lines.filter((line) => line.which === which),
          {
            x: 'foods',
            y: 'ms',
            z: 'name',
            stroke: ({ name }) => colorOf(name, theme),
            strokeWidth: 2.5,
            ...(which === 'p50' && { strokeDasharray: '5 4' }),
          },
        ),
      ),
      ...ends.map((end, i) =>
        Plot.text([end], {
          x: 'foods',
          y: 'ms',
          text: [`${end.name.split(' ')[0]} ${end.which}`],
          fill: colorOf(end.name, theme),
          textAnchor: 'start',
          dx: 8,
          dy: apart[i]!,
        }),
      ),
    ],
  });
}

/** A ring for the look-ups of an engine alone, and a dot for those beside searches. */
function drawLookups({ engines }: Results, theme: Theme): string {
  const rows = engines
    .filter((engine) => !isYardstick(engine))
    .map(({ name, lookups }) => ({ name, alone: lookups.alone.p99Ms, beside: lookups.beside.p99Ms }))
    .sort((left, right) => left.beside - right.beside);
  const x = widen(rows.flatMap(({ alone, beside }) => [alone, beside]));
  const fill = ({ name }: { name: string }) => colorOf(name, theme);
  return draw(theme, 'ring: alone; dot: beside eight connections that search', {
    marginLeft: 128,
    x: { type: 'log', domain: x },
    y: { type: 'point', domain: rows.map(({ name }) => name), padding: 0.6 },
    marks: [
      Plot.gridX({ stroke: theme.grid, strokeOpacity: 1, ticks: decades(x) }),
      axisX(theme, 'ms for 99 of 100 look-ups', decades(x)),
      Plot.axisY({ ...axisStyle(theme), tickSize: 0, label: null }),
      Plot.link(rows, { x1: 'alone', x2: 'beside', y: 'name', stroke: fill, strokeWidth: 2 }),
      Plot.dot(rows, { x: 'alone', y: 'name', r: 5, stroke: fill, strokeWidth: 2, fill: theme.background }),
      Plot.dot(rows, { x: 'beside', y: 'name', r: 6, fill }),
    ],
  });
}

type Range = [least: number, most: number];

/** `heading` names what goes up, where an axis would have to write it sideways. */
function draw(theme: Theme, heading: string, options: Plot.PlotOptions): string {
  const { document } = parseHTML('<html><body></body></html>');
  const drawn = Plot.plot({
    ...MARGINS,
    ...options,
    document,
    width: WIDTH,
    height: HEIGHT,
    marks: [
      ...(options.marks ?? []),
      Plot.text([heading], {
        frameAnchor: 'top-left',
        dx: 12 - (options.marginLeft ?? MARGINS.marginLeft),
        dy: -28,
        textAnchor: 'start',
        fill: theme.ink,
      }),
    ],
    style: { fontSize: `${FONT_SIZE}px`, fontFamily: 'Helvetica, Arial, sans-serif', color: theme.ink },
  });
  drawn.setAttribute('role', 'img');
  drawn.setAttribute('aria-label', heading);
  drawn.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return `${drawn.outerHTML}\n`;
}

function axisX(theme: Theme, label: string, ticks: number[], tickFormat = plain): Plot.Markish {
  return Plot.axisX({
    ...axisStyle(theme),
    ticks,
    tickFormat,
    label,
    labelAnchor: 'center',
    labelArrow: 'none',
  });
}

function axisStyle({ faint, ink, grid }: Theme) {
  return { color: ink, fill: faint, stroke: grid, fontSize: FONT_SIZE } as const;
}

function colorOf(name: string, { own, other }: Theme): string {
  return name === 'larder' ? own : other;
}

/** From a third below the least to a half above the most. */
function widen(values: readonly number[]): Range {
  return [Math.min(...values) / 1.5, Math.max(...values) * 1.6];
}

/** 0.1, 1, 10 …: with 3 times each of them where there are few. */
function decades([least, most]: Range): number[] {
  const all = [-3, -2, -1, 0, 1, 2, 3, 4].map((power) => 10 ** power);
  const found = all.filter((value) => value >= least && value <= most);
  if (found.length > 2) return found;
  return all.flatMap((value) => [value, 3 * value]).filter((value) => value >= least && value <= most);
}

function pixels(type: 'log' | 'linear', [least, most]: Range, start: number, end: number) {
  const at = type === 'log' ? Math.log : (value: number) => value;
  return (value: number) => start + ((end - start) * (at(value) - at(least))) / (at(most) - at(least));
}

function plain(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function count(value: number): string {
  return value >= 1e6 ? `${plain(value / 1e6)} M` : `${plain(value / 1e3)},000`;
}
