import { openCatalog } from '../../src/catalog/open.ts';
import { formatBarcode } from '../../src/food/barcode.ts';
import { gtinOf } from '../../src/food/identity.ts';
import { staticUrl } from '../../src/food/static-url.ts';

/** Far more than the response cache can hold. */
const SAMPLE = 100_000;

/** The paths under which a food is served. */
export interface Sampled {
  food: string;
  barcode: string;
  page: string;
}

export interface SampledFoods {
  /** The number of foods in the catalogue. */
  foods: number;
  /** Every food equally likely. */
  anyFood: Sampled[];
  /** Each as likely as its share of all scans, so that popular foods appear many times. */
  scanned: Sampled[];
}

export function sampleFoods(file: string): SampledFoods {
  const catalog = openCatalog(file);
  const anyFood = catalog.db
    .prepare('SELECT id, name FROM foods WHERE id < 1e14 ORDER BY random() LIMIT ?')
    .raw()
    .all(SAMPLE) as [number, string][];
  const known = catalog.db
    .prepare('SELECT id, name, scans FROM foods WHERE id < 1e14 AND scans > 0')
    .raw()
    .all() as [number, string, number][];
  const foods = catalog.size;
  catalog.close();
  return { foods, anyFood: anyFood.map(sampledOf), scanned: drawByScans(known).map(sampledOf) };
}

function sampledOf([id, name]: [id: number, name: string, ...rest: unknown[]]): Sampled {
  return {
    food: `/food/${id}`,
    barcode: `/barcode/${formatBarcode(gtinOf(id) as number)}`,
    page: staticUrl(id, name),
  };
}

function drawByScans<Row extends [number, string, number]>(rows: readonly Row[]): Row[] {
  let sum = 0;
  const upTo = Float64Array.from(rows, ([, , scans]) => (sum += scans));
  return Array.from({ length: rows.length === 0 ? 0 : SAMPLE }, () => {
    const drawn = Math.random() * sum;
    let low = 0;
    for (let high = upTo.length - 1; low < high; ) {
      const middle = (low + high) >>> 1;
      if (upTo[middle]! > drawn) high = middle;
      else low = middle + 1;
    }
    return rows[low] as Row;
  });
}
