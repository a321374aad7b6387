import packageJson from '../../../package.json';
import { ANSWERS, type Engine, type NamedFood, plainWords } from './engine.ts';

const DOCUMENTS_AT_ONCE = 5000;

/** Libraries that keep everything in the memory of one process, and are built again at every start. */
export const MINISEARCH: Engine = {
  name: 'MiniSearch',
  manner: 'prefixes and `fuzzy: 0.2` as in its introduction, all words; then any of them',
  findVersion: async () => packageJson.devDependencies.minisearch,
  async open(_, readFoods) {
    const { default: MiniSearch } = await import('minisearch');
    const foods = readFoods();
    const index = new MiniSearch<NamedFood>({
      fields: ['name'],
      processTerm: (term) => plainWords(term).join(''),
    });
    index.addAll(foods);
    const names = namesById(foods);
    const ask = (q: string, combineWith: 'AND' | 'OR') =>
      index.search(q, { prefix: true, fuzzy: 0.2, combineWith });
    return {
      search(q) {
        const all = ask(q, 'AND');
        const found = all.length > 0 ? all : ask(q, 'OR');
        return found.slice(0, ANSWERS).map(({ id }) => ({ id, name: names.get(id)! }));
      },
      food: (id) => foodOf(names, id),
    };
  },
  countBytes: async () => null,
};

export const ORAMA: Engine = {
  name: 'Orama',
  manner: 'all words; then with `tolerance: 1`; then any of them',
  findVersion: async () => packageJson.devDependencies['@orama/orama'],
  async open(_, readFoods) {
    const { create, insertMultiple, search } = await import('@orama/orama');
    const foods = readFoods();
    const index = create({ schema: { name: 'string' } as const });
    const documents = foods.map(({ id, name }) => ({ id: String(id), name: plainWords(name).join(' ') }));
    await insertMultiple(index, documents, DOCUMENTS_AT_ONCE);
    const names = namesById(foods);
    const ask = async (term: string, asked: { tolerance?: number; threshold: number }) =>
      (await search(index, { term, limit: ANSWERS, ...asked })).hits.map(
        ({ id }) => foodOf(names, Number(id))!,
      );
    return {
      async search(q) {
        const term = plainWords(q).join(' ');
        for (const asked of [{ threshold: 0 }, { threshold: 0, tolerance: 1 }, { threshold: 1 }]) {
          const found = await ask(term, asked);
          if (found.length > 0) return found;
        }
        return [];
      },
      food: (id) => foodOf(names, id),
    };
  },
  countBytes: async () => null,
};

function namesById(foods: readonly NamedFood[]): Map<number, string> {
  return new Map(foods.map(({ id, name }) => [id, name]));
}

function foodOf(names: ReadonlyMap<number, string>, id: number): NamedFood | null {
  const name = names.get(id);
  return name === undefined ? null : { id, name };
}
