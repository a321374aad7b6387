import { UsageError } from '../../options.ts';
import type { Command } from '../command.ts';
import { askCatalog, LOOKUP_OPTIONS, showFood } from '../lookup.ts';

export const barcode: Command<typeof LOOKUP_OPTIONS> = {
  name: 'barcode',
  usage: 'CODE [--json]',
  summary: 'Show the food with a barcode',
  details: [
    '8 to 14 digits in any printed form: EAN-13, UPC-A, EAN-8, UPC-E, GTIN-14; spaces and dashes are fine.',
  ],
  options: LOOKUP_OPTIONS,
  async run({ values, positionals }, console) {
    if (positionals.length === 0) throw new UsageError('give a CODE');
    // A code with spaces may come as several words.
    const code = positionals.join(' ');
    return showFood(await askCatalog(values, (catalog) => catalog.findBarcode(code)), code, values, console);
  },
};
