/** A food as every engine gets it: the name that a catalogue of larder has for it, best foods first. */
export interface NamedFood {
  id: number;
  name: string;
}

/** Where an engine keeps what it has built: a folder of its own, and the address of its server if it has one. */
export interface Place {
  folder: string;
  url: string | null;
}

/** A program that an engine consists of, started once for all that ask it. */
export interface Service {
  url: string;
  pids(): number[];
  stop(): Promise<void>;
}

export interface Opened {
  /** At most ten, best first. */
  search(q: string): NamedFood[] | Promise<NamedFood[]>;
  food(id: number): NamedFood | null | Promise<NamedFood | null>;
}

/** What larder is compared with. Each is asked as its own documentation suggests for a search that forgives. */
export interface Engine {
  name: string;
  /** How it is asked, for the reader of the comparison. */
  manner: string;
  /** Measured beside the others, without being one of them. */
  isYardstick?: true;
  /** Its version, or null where it is not installed. */
  findVersion(): Promise<string | null>;
  startService?(folder: string): Promise<Service>;
  /** Builds what is kept; an engine that keeps nothing builds in `open`. */
  fill?(place: Place, foods: readonly NamedFood[]): Promise<void>;
  open(place: Place, readFoods: () => NamedFood[]): Promise<Opened>;
  /** Null for an engine that keeps nothing. */
  countBytes(place: Place): Promise<number | null>;
}

export const ANSWERS = 10;

/** For engines that do not take accents and case apart themselves. */
export function plainWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
