import type { Load } from '../load.ts';

/** What a comparison has measured: kept in `docs/performance.json`, from which the page and the plots are written. */
export interface Results {
  /** ISO date. */
  date: string;
  command: string;
  machine: Machine;
  foods: number;
  /** Whether the names are those of real products, or generated. */
  isReal: boolean;
  queries: number;
  engines: EngineResult[];
  missing: Missing[];
  growth: GrowthResult[];
}

export interface Machine {
  cpu: string;
  cores: number;
  memoryGb: number;
  /** How many programs wanted a core in the minute before. */
  load: number;
}

export interface EngineResult {
  name: string;
  version: string;
  manner: string;
  /** Null for what is measured beside the engines, without being one. */
  buildSeconds: number | null;
  /** Null for an engine that keeps nothing on the disk. */
  bytes: number | null;
  /** Null where the system does not tell. */
  memoryMb: number | null;
  /** How many of the queries were asked before the time was over. */
  asked: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** Null where processes cannot be bound to a core. */
  perSecondOneCore: number | null;
  perSecond: number;
  /** By class, and for all of them last. */
  right: Right[];
  lookups: { alone: Load; beside: Load };
}

/** An engine that could not be measured. */
export interface Missing {
  name: string;
  why: 'not installed' | 'failed';
}

/** Shares of queries that are answered right. */
export interface Right {
  class: string;
  first: number;
  firstTen: number;
}

export interface GrowthResult {
  name: string;
  foods: number;
  p50Ms: number;
  p95Ms: number;
}

/** What is measured beside the engines, without being one. */
export function isYardstick({ buildSeconds }: EngineResult): boolean {
  return buildSeconds === null;
}
