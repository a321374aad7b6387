import { findAllergen } from '../../src/food/allergens.ts';
import {
  formatBarcode,
  isInStore,
  readGtin,
  readSearchedBarcode,
  readTypedBarcode,
} from '../../src/food/barcode.ts';
import { readCountries } from '../../src/food/countries.ts';
import { readHouseholdMeasures } from '../../src/food/household-measures.ts';
import { packImage } from '../../src/food/image.ts';
import { ownPicturePath } from '../../src/food/own-picture.ts';
import { slugOf } from '../../src/food/static-url.ts';
import { testFunctions } from '../table-of-cases.ts';
import table from './texts.tsv' with { type: 'text' };

/** What pictures of Open Food Facts in the table are of. */
const NUTELLA = 3017620422003;

testFunctions(table, {
  readGtin,
  printed: (code: string) => formatBarcode(readGtin(code)!),
  readTypedBarcode,
  readSearchedBarcode,
  isInStore: (code: string) => isInStore(readGtin(code)!),
  findAllergen,
  readCountries,
  slugOf,
  readHouseholdMeasures,
  packImage: (url: string) => packImage(NUTELLA, url, null),
  ownPicturePath,
});
