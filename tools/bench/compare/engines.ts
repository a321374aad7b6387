import type { Engine } from './engine.ts';
import { FTS5 } from './fts5.ts';
import { MINISEARCH, ORAMA } from './in-memory.ts';
import { POSTGRES } from './postgres.ts';
import { REDISEARCH } from './redisearch.ts';
import { XAPIAN } from './xapian.ts';

/** Finds nothing: what the client and a front cost by themselves. */
const NOTHING: Engine = {
  name: 'a route that finds nothing',
  manner: 'what the client and the route themselves cost',
  isYardstick: true,
  findVersion: async () => Bun.version,
  open: async () => ({ search: () => [], food: (id) => ({ id, name: '' }) }),
  countBytes: async () => null,
};

/** By the names that `--engines` takes. larder itself is not one of them: it needs no front. */
export const ENGINES: Readonly<Record<string, Engine>> = {
  postgres: POSTGRES,
  fts5: FTS5,
  xapian: XAPIAN,
  redisearch: REDISEARCH,
  minisearch: MINISEARCH,
  orama: ORAMA,
  nothing: NOTHING,
};
