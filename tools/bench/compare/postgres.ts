import pg from 'pg';
import { findPostgres, startPostgres } from '../../../test/postgres-server.ts';
import { ANSWERS, type Engine, type NamedFood, type Place, plainWords } from './engine.ts';

/** What its documentation advises where memory is there. */
const SETTINGS = [
  ['shared_buffers', '1GB'],
  ['work_mem', '32MB'],
  ['maintenance_work_mem', '512MB'],
] as const;
const CONNECTIONS = 4;
const ROWS_AT_ONCE = 10_000;
/** Divides the rank by the length of the name, so that the plain food comes first. */
const BY_LENGTH = 2;

export const POSTGRES: Engine = {
  name: 'PostgreSQL',
  manner:
    'full text over all words, the last as a prefix; where that finds none, names alike by pg_trgm, then names with a part alike',
  async findVersion() {
    const program = findPostgres('postgres');
    if (program === null || findPostgres('initdb') === null) return null;
    return /[\d.]+/.exec(await Bun.$`${program} --version`.text())?.[0] ?? null;
  },
  async startService() {
    const server = await startPostgres(SETTINGS);
    return { url: await server.createDatabase(), pids: server.pids, stop: server.stop };
  },
  async fill({ url }, foods) {
    const client = new pg.Client(url!);
    await client.connect();
    await client.query(`
      CREATE EXTENSION pg_trgm;
      CREATE EXTENSION unaccent;
      CREATE TEXT SEARCH CONFIGURATION names (COPY = simple);
      ALTER TEXT SEARCH CONFIGURATION names ALTER MAPPING FOR hword, hword_part, word WITH unaccent, simple;
      CREATE FUNCTION plain(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
        AS $$ SELECT lower(unaccent('unaccent', $1)) $$;
      CREATE TABLE foods (id bigint NOT NULL, name text NOT NULL)`);
    for (let at = 0; at < foods.length; at += ROWS_AT_ONCE) {
      const rows = foods.slice(at, at + ROWS_AT_ONCE);
      await client.query('INSERT INTO foods SELECT * FROM unnest($1::bigint[], $2::text[])', [
        rows.map(({ id }) => id),
        rows.map(({ name }) => name),
      ]);
    }
    await client.query(`
      ALTER TABLE foods ADD COLUMN words tsvector GENERATED ALWAYS AS (to_tsvector('names', name)) STORED;
      CREATE UNIQUE INDEX ON foods (id);
      CREATE INDEX ON foods USING gin (words);
      CREATE INDEX ON foods USING gin (plain(name) gin_trgm_ops)`);
    await client.query('VACUUM ANALYZE foods');
    await client.end();
  },
  async open({ url }) {
    const pool = new pg.Pool({ connectionString: url!, max: CONNECTIONS });
    const ask = async (name: string, text: string, values: unknown[]) =>
      (await pool.query<{ id: string; name: string }>({ name, text, values })).rows.map(readFood);
    return {
      async search(q) {
        const words = plainWords(q);
        if (words.length === 0) return [];
        const found = await ask('words', BY_WORDS, [`${words.map((word) => `'${word}'`).join(' & ')}:*`]);
        if (found.length > 0) return found;
        const alike = await ask('alike', BY_LIKENESS, [q]);
        return alike.length > 0 ? alike : ask('part', BY_PART, [q]);
      },
      food: async (id) => (await ask('food', 'SELECT id, name FROM foods WHERE id = $1', [id]))[0] ?? null,
    };
  },
  async countBytes({ url }: Place) {
    const client = new pg.Client(url!);
    await client.connect();
    const { rows } = await client.query<{ bytes: string }>(`SELECT pg_total_relation_size('foods') AS bytes`);
    await client.end();
    return Number(rows[0]!.bytes);
  },
};

const BY_WORDS = `
  SELECT id, name FROM foods, to_tsquery('names', $1) AS asked
  WHERE words @@ asked ORDER BY ts_rank(words, asked, ${BY_LENGTH}) DESC LIMIT ${ANSWERS}`;
const BY_LIKENESS = `
  SELECT id, name FROM foods WHERE plain(name) % plain($1)
  ORDER BY similarity(plain(name), plain($1)) DESC LIMIT ${ANSWERS}`;
const BY_PART = `
  SELECT id, name FROM foods WHERE plain($1) <% plain(name)
  ORDER BY word_similarity(plain($1), plain(name)) DESC LIMIT ${ANSWERS}`;

function readFood({ id, name }: { id: string; name: string }): NamedFood {
  return { id: Number(id), name };
}
