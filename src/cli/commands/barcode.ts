import { UsageError } from '../../options.ts';
import type { Command } from '../command.ts';
import { FOOD_OPTIONS, showFood } from '../lookup.ts';

export const barcode: Command<typeof FOOD_OPTIONS> = {
  name: 'barcode',
  usage: 'CODE [--grams N|--servings N] [--full] [--json]',
  summary: 'Show the food with a barcode',
  details: [
    'CODE has 8 to 14 digits: EAN-13, UPC-A, EAN-8, UPC-E or GTIN-14. Spaces and dashes are ignored.',
  ],
  options: FOOD_OPTIONS,
  async run({ values, positionals }, console) {
    if (positionals.length === 0) throw new UsageError('give a CODE');
    // A code with spaces arrives as several arguments.
    const code = positionals.join(' ');
    return showFood((catalog) => catalog.findBarcode(code), code, values, console);
  },
};
