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
