import { hasValidCheckDigit, readTypedBarcode } from '../../food/barcode.ts';
import { UsageError } from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import type { Command } from '../command.ts';
import { FOOD_OPTIONS, noSuchFood, showFood } from '../lookup.ts';

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
    return showFood(
      (catalog) => catalog.findBarcode(code),
      (remedy) => explainMissing(code, remedy),
      values,
      console,
    );
  },
};

/** Only once it is not found, since some products are listed under codes that are wrong. */
function explainMissing(code: string, remedy: string | null): PlainError {
  const meant = readTypedBarcode(code);
  if (meant.length === 0) return new PlainError(code, 'is not a barcode', 'give the 8 to 14 digits of one');
  if (meant.some(hasValidCheckDigit)) return noSuchFood(code, remedy);
  return new PlainError(code, 'its check digit is wrong', 'compare the digits with those on the package');
}
