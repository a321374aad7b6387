import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../../test/outside-programs.ts';
import { startRedis } from '../../../test/redis-server.ts';
import { ANSWERS, type Engine, type NamedFood, plainWords } from './engine.ts';

/** Where Debian has the module (`redis-redisearch`), and where Redis Stack has it. */
const MODULES = ['/usr/lib/redis/modules/redisearch.so', '/opt/redis-stack/lib/redisearch.so'];
const COMMANDS_AT_ONCE = 2000;
/** The module takes no number for a word with a typo. */
const IS_FUZZY = /^\p{L}{4,}$/u;
const SNAPSHOT = 'dump.rdb';

export const REDISEARCH: Engine = {
  name: 'RediSearch',
  manner: 'all words, the last as a prefix; then words one edit away; then any of the words',
  async findVersion() {
    const module = findModule();
    if (module === null || findProgram('redis-server') === null) return null;
    const server = await startRedis(['--loadmodule', module]);
    const client = new Bun.RedisClient(server.url);
    try {
      // RESP3 and RESP2 answer in different shapes; the number is in both.
      const listed = JSON.stringify(await client.send('MODULE', ['LIST']));
      const version = Number(/"ver":? ?,?(\d+)/.exec(listed)?.[1]);
      return `${Math.floor(version / 10_000)}.${Math.floor(version / 100) % 100}.${version % 100}`;
    } finally {
      client.close();
      await server.stop();
    }
  },
  async startService(folder) {
    const server = await startRedis(['--loadmodule', findModule()!, '--dir', folder]);
    return { url: server.url, pids: () => [server.pid()], stop: server.stop };
  },
  async fill({ url }, foods) {
    const client = new Bun.RedisClient(url!);
    await client.send('FT.CREATE', ['names', 'STOPWORDS', '0', 'SCHEMA', 'words', 'TEXT', 'NOSTEM']);
    for (let at = 0; at < foods.length; at += COMMANDS_AT_ONCE) {
      await Promise.all(
        foods.slice(at, at + COMMANDS_AT_ONCE).map(({ id, name }) => {
          const fields = ['words', plainWords(name).join(' '), 'name', name];
          return client.send('FT.ADD', ['names', String(id), '1.0', 'FIELDS', ...fields]);
        }),
      );
    }
    await client.send('SAVE', []);
    client.close();
  },
  async open({ url }) {
    const client = new Bun.RedisClient(url!);
    const ask = async (query: string) =>
      readFoods(
        await client.send('FT.SEARCH', [
          'names',
          query,
          'RETURN',
          '1',
          'name',
          'LIMIT',
          '0',
          String(ANSWERS),
        ]),
      );
    return {
      async search(q) {
        const words = plainWords(q);
        if (words.length === 0) return [];
        const last = words.at(-1)!;
        const prefix = last.length > 1 ? `(${last}|${last}*)` : last;
        const edited = words.map((word) => (IS_FUZZY.test(word) ? `(${word}|%${word}%)` : word));
        for (const query of [[...words.slice(0, -1), prefix].join(' '), edited.join(' '), words.join('|')]) {
          const found = await ask(query);
          if (found.length > 0) return found;
        }
        return [];
      },
      async food(id) {
        const name = (await client.send('HGET', [String(id), 'name'])) as string | null;
        return name === null ? null : { id, name };
      },
    };
  },
  async countBytes({ folder }) {
    return statSync(join(folder, SNAPSHOT)).size;
  },
};

function findModule(): string | null {
  return MODULES.find((path) => existsSync(path)) ?? null;
}

/** The number of matches, then an id and a list of fields for each. */
function readFoods(answer: unknown): NamedFood[] {
  const [, ...rest] = answer as [number, ...(string | string[])[]];
  const foods: NamedFood[] = [];
  for (let at = 0; at + 1 < rest.length; at += 2) {
    foods.push({ id: Number(rest[at]), name: rest[at + 1]![1] as string });
  }
  return foods;
}
