import { UsageError } from '../../options.ts';
import type { Command } from '../command.ts';
import { FOOD_OPTIONS, noSuchFood, showFood } from '../lookup.ts';

export const food: Command<typeof FOOD_OPTIONS> = {
  name: 'food',
  usage: 'ID [--grams N|--servings N] [--full] [--json]',
  summary: 'Show the food with an id',
  options: FOOD_OPTIONS,
  async run({ values, positionals }, console) {
    const [id, ...rest] = positionals;
    if (id === undefined || rest.length > 0 || !/^\d+$/.test(id))
      throw new UsageError('give one ID, a whole number');
    return showFood(
      (catalog) => catalog.findFood(Number(id)),
      (remedy) => noSuchFood(id, remedy),
      values,
      console,
    );
  },
};
