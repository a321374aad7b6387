import { MEAL } from '../../operations/operations.ts';
import type { OptionTable } from '../../options.ts';
import { analyzeMeal } from '../../recipe/analyze.ts';
import { MAX_MEAL_LENGTH, MIN_MEAL_LENGTH } from '../../recipe/meal.ts';
import { type Command, readTyped } from '../command.ts';
import { LOOKUP_OPTIONS, queryCatalog } from '../lookup.ts';
import { flagsOf } from '../parameter-flags.ts';
import { renderMeal } from '../recipe-table.ts';

const OPTIONS = {
  ...LOOKUP_OPTIONS,
  ...flagsOf({ lang: MEAL.query.properties.lang }),
} as const satisfies OptionTable;

export const meal: Command<typeof OPTIONS> = {
  name: 'meal',
  usage: 'TEXT [--json]',
  summary: 'Add up the nutrients of a meal in words',
  details: [
    'TEXT is a sentence of a diary, such as "two eggs and a slice of toast with butter".',
    'English, German, French, Spanish and Italian are understood. Where no amount is said,',
    'a usual portion is counted; what is no known food is listed and not counted.',
  ],
  options: OPTIONS,
  async run({ values, positionals }, { stdout }) {
    const text = readTyped('TEXT', [positionals.join(' ').trim()], MIN_MEAL_LENGTH, MAX_MEAL_LENGTH);
    const analyzed = await queryCatalog(values, (catalog) =>
      analyzeMeal(catalog, text, { language: values.lang }),
    );
    stdout.write(`${values.json ? JSON.stringify(analyzed.meal) : renderMeal(analyzed, stdout)}\n`);
  },
};
