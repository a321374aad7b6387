/** Measures several servers by turns, so that what slows the machine down for a while meets all of them. */

export interface Pace {
  perSecond: number;
  /** What a request costs the server, whoever else is using the machine. */
  cpuUs: number;
}

/** Odd, so that there is a median; the machine is never quiet. */
const TURNS = 7;
/** Turns that do not count: the engine goes on rewriting its code for the first fifty thousand requests. */
const WARM_UP_TURNS = 3;

/** Measures one after the other, again and again; gives the paces of each. */
export async function takeTurns<Name extends string>(
  measures: Record<Name, () => Promise<Pace>>,
): Promise<Record<Name, Pace[]>> {
  const names = Object.keys(measures) as Name[];
  const paces = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Pace[]>;
  for (let turn = -WARM_UP_TURNS; turn < TURNS; turn++) {
    for (const name of names) {
      const pace = await measures[name]();
      if (turn >= 0) paces[name].push(pace);
    }
  }
  return paces;
}

/** The median of the shares of all turns: each pace is compared with the other of its own turn. */
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
