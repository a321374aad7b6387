/** A plot of how long a query takes as a catalogue grows, as SVG; both axes are logarithmic. */
export interface GrowthPoint {
  foods: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
}

const WIDTH = 640;
const HEIGHT = 400;
const MARGIN = 60;
const SERIES = [
  { key: 'p50Ms', name: 'p50', color: '#2a7f62' },
  { key: 'p95Ms', name: 'p95', color: '#b8651b' },
  { key: 'p99Ms', name: 'p99', color: '#9b2c4d' },
] as const;
const MARKS_MS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

export function plotGrowth(points: readonly GrowthPoint[]): string {
  const times = points.flatMap((point) => [point.p50Ms, point.p95Ms, point.p99Ms]);
  const x = logScale(points[0]!.foods, points.at(-1)!.foods, MARGIN, WIDTH - MARGIN);
  const y = logScale(Math.min(...times) / 1.5, Math.max(...times) * 1.5, HEIGHT - MARGIN, MARGIN);
  const lines = SERIES.map(({ key, name, color }) => {
    const path = points.map((point) => `${x(point.foods).toFixed(1)},${y(point[key]).toFixed(1)}`).join(' ');
    const end = points.at(-1)!;
    return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>
<text x="${WIDTH - MARGIN + 6}" y="${(y(end[key]) + 4).toFixed(1)}" fill="${color}">${name}</text>`;
  });
  const low = Math.min(...times) / 1.5;
  const high = Math.max(...times) * 1.5;
  const across = MARKS_MS.filter((ms) => ms >= low && ms <= high).map((ms) => {
    const at = y(ms).toFixed(1);
    return `<line x1="${MARGIN}" y1="${at}" x2="${WIDTH - MARGIN}" y2="${at}" stroke="#ddd"/>
<text x="${MARGIN - 8}" y="${at}" text-anchor="end" dominant-baseline="middle">${ms} ms</text>`;
  });
  const down = points.map(
    ({ foods }) =>
      `<text x="${x(foods).toFixed(1)}" y="${HEIGHT - MARGIN + 20}" text-anchor="middle">${foods.toLocaleString('en-US')}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">
<title>Time of a query by number of foods</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${[...across, ...down, ...lines].join('\n')}
<text x="${WIDTH / 2}" y="${HEIGHT - 14}" text-anchor="middle">foods in the catalogue</text>
</svg>
`;
}

function logScale(from: number, to: number, start: number, end: number): (value: number) => number {
  const span = Math.log(to / from) || 1;
  return (value) => start + ((end - start) * Math.log(value / from)) / span;
}
