import { BANDS } from '../../src/food/confidence.ts';

/** What share of foods is right at each confidence: the score means something if the two are near each other. */
export interface Outcome {
  confidence: number;
  isRight: boolean;
}

export interface Bin {
  from: number;
  to: number;
  foods: number;
  /** The mean confidence of its foods, and the share of them that is right; null for an empty bin. */
  confidence: number | null;
  right: number | null;
}

/** Finer at the top, where most foods are and where a caller decides. */
const EDGES = [0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1] as const;

export function calibrate(outcomes: readonly Outcome[]): Bin[] {
  return EDGES.slice(0, -1).map((from, at) => {
    const to = EDGES[at + 1]!;
    const isLast = at === EDGES.length - 2;
    const inside = outcomes.filter(({ confidence }) => confidence >= from && (confidence < to || isLast));
    return {
      from,
      to,
      foods: inside.length,
      confidence: mean(inside.map(({ confidence }) => confidence)),
      right: mean(inside.map(({ isRight }) => (isRight ? 1 : 0))),
    };
  });
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function renderCalibration(bins: readonly Bin[]): string {
  const lines = ['| confidence | foods | mean | right |', '|---|---|---|---|'];
  for (const { from, to, foods, confidence, right } of bins) {
    if (confidence === null || right === null) continue;
    lines.push(
      `| ${from.toFixed(2)} to ${to.toFixed(2)} | ${foods} | ${confidence.toFixed(2)} | ${(100 * right).toFixed(0)} % |`,
    );
  }
  return lines.join('\n');
}

const WIDTH = 520;
const HEIGHT = 360;
const MARGIN = { left: 72, right: 16, top: 24, bottom: 44 } as const;
/** The largest bin is drawn this wide; the others by the area of their circles. */
const MAX_RADIUS = 18;
const MIN_RADIUS = 4;
const COMPLETE = '#2a7d4f';
const SPARSE = '#b07a1e';
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1] as const;

/** A reliability diagram: a circle for each bin, its area by its foods; on the diagonal, the score is what it says. */
export function plotCalibration(bins: readonly Bin[]): string {
  const x = (value: number) => round(MARGIN.left + value * (WIDTH - MARGIN.left - MARGIN.right));
  const y = (value: number) => round(HEIGHT - MARGIN.bottom - value * (HEIGHT - MARGIN.top - MARGIN.bottom));
  const most = Math.max(1, ...bins.map(({ foods }) => foods));
  const circles = bins.flatMap(({ confidence, right, foods }) => {
    if (confidence === null || right === null) return [];
    const radius = Math.max(MIN_RADIUS, MAX_RADIUS * Math.sqrt(foods / most));
    const colour = confidence >= BANDS.complete.from ? COMPLETE : SPARSE;
    return `<circle fill="${colour}" cx="${x(confidence)}" cy="${y(right)}" r="${radius.toFixed(1)}"><title>${foods} foods at ${confidence.toFixed(2)}: ${(100 * right).toFixed(0)} % right</title></circle>`;
  });
  const ticks = TICKS.map(
    (tick) =>
      `<text x="${x(tick)}" y="${HEIGHT - MARGIN.bottom + 18}" text-anchor="middle">${tick}</text><text x="${MARGIN.left - 8}" y="${y(tick) + 4}" text-anchor="end">${100 * tick} %</text><path d="M${x(0)} ${y(tick)}H${x(1)}" stroke="#ddd"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Share of foods with right macronutrients by confidence">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<g fill="#333">${ticks.join('\n')}
<text x="${x(0.5)}" y="${HEIGHT - 6}" text-anchor="middle">confidence</text>
<text transform="translate(14 ${y(0.5)}) rotate(-90)" text-anchor="middle">foods with every macro right</text></g>
<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#999" stroke-dasharray="4 4"/>
<path d="M${x(BANDS.complete.from)} ${y(0)}V${y(1)}" stroke="#999"/>
<g fill="#333"><text x="${x(BANDS.complete.from) + 6}" y="${y(0) - 8}">complete labels</text><text x="${x(BANDS.complete.from) - 6}" y="${y(0) - 8}" text-anchor="end">sparse entries</text></g>
<g fill-opacity="0.75">${circles.join('\n')}</g>
</svg>
`;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
