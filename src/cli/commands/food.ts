import { UsageError } from '../../options.ts';
import type { Command } from '../command.ts';
import { LOOKUP_OPTIONS, queryCatalog, showFood } from '../lookup.ts';

export const food: Command<typeof LOOKUP_OPTIONS> = {
  name: 'food',
  usage: 'ID [--json]',
  summary: 'Show the food with an id',
  options: LOOKUP_OPTIONS,
  async run({ values, positionals }, console) {
    const [id, ...rest] = positionals;
    if (id === undefined || rest.length > 0 || !/^\d+$/.test(id))
      throw new UsageError('give one ID, a whole number');
    return showFood(
      await queryCatalog(values, (catalog) => catalog.findFood(Number(id))),
      id,
      values,
      console,
    );
  },
};
