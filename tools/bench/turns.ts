/** Measures several servers in turns, so that whatever slows the machine down affects all of them. */

export interface Pace {
  perSecond: number;
  /** CPU time of the server per request, which does not depend on other load. */
  cpuUs: number;
}

/** Odd, so that there is a median; the machine is never quiet. */
const TURNS = 7;
/** Not counted: the engine keeps optimizing its code for the first ten seconds. */
const WARM_UP_TURNS = 5;

/** Measures one after the other, several times; returns the paces of each. */
export async function takeTurns<Name extends string>(
  measures: Record<Name, () => Promise<Pace>>,
  warmUpTurns = WARM_UP_TURNS,
): Promise<Record<Name, Pace[]>> {
  const names = Object.keys(measures) as Name[];
  const paces = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Pace[]>;
  for (let turn = -warmUpTurns; turn < TURNS; turn++) {
    for (const name of names) {
      const pace = await measures[name]();
      if (turn >= 0) paces[name].push(pace);
    }
  }
  return paces;
}

/** The median of the ratios: each pace is compared with the other one of the same turn. */
export function medianShare(paces: readonly Pace[], others: readonly Pace[]): number {
  return median(paces.map(({ perSecond }, turn) => perSecond / (others[turn] as Pace).perSecond));
}

export function medianPace(paces: readonly Pace[]): Pace {
  return {
    perSecond: median(paces.map(({ perSecond }) => perSecond)),
    cpuUs: median(paces.map(({ cpuUs }) => cpuUs)),
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
