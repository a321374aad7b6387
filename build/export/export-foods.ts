import { renameSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OpenedCatalog } from '../../src/catalog/open.ts';
import { type FoodFilters, isFiltered } from '../../src/food/food-filters.ts';
import { fullRecordOf, NOTHING_STORED } from '../../src/food/full-record.ts';
import { syncToDisk } from '../../src/system.ts';
import { checkOutput, removeLeftovers, workingFile } from '../../src/working-files.ts';
import type { OnProgress } from '../pipeline.ts';
import { listColumns, valuesOf } from './columns.ts';
import { type ExportFormat, openRowWriter } from './row-writer.ts';

interface ExportRequest {
  format: ExportFormat;
  out: string;
  /** Whether to add the full records. */
  isFull: boolean;
  filters: FoodFilters;
}

const UNFINISHED = 'new';
/** Progress is reported after this many foods. */
const FOODS_PER_REPORT = 1000;

/** Writes the foods that meet the filters as a table, best first. The file appears as a whole or not at all. */
export function exportFoods(
  catalog: OpenedCatalog,
  { format, out, isFull, filters }: ExportRequest,
  onProgress: OnProgress,
): { foods: number; bytes: number } {
  checkOutput(out);
  const path = resolve(out);
  const unfinished = workingFile(path, UNFINISHED);
  const columns = listColumns(isFull);
  const { contentHash, facts } = catalog;
  const notes = { larder_catalog_sha256: contentHash, licence: facts.licence, credit: facts.credit };
  const ranks = findRanks(catalog, filters);
  removeLeftovers(path, [UNFINISHED]);
  const writer = openRowWriter(format, unfinished, columns, notes);
  try {
    let foods = 0;
    for (const rank of ranks) {
      const food = catalog.foodAt(rank);
      const full = isFull ? fullRecordOf(food, catalog.findRecord(food) ?? NOTHING_STORED) : null;
      writer.add(valuesOf({ food, full }, columns));
      if (++foods % FOODS_PER_REPORT === 0) {
        onProgress({ step: 'reading', rows: foods, bytesRead: foods, bytesTotal: ranks.length });
      }
    }
    writer.finish();
    syncToDisk(unfinished);
    const bytes = statSync(unfinished).size;
    renameSync(unfinished, path);
    return { foods, bytes };
  } catch (error) {
    writer.abandon();
    throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function findRanks({ size, finder }: OpenedCatalog, filters: FoodFilters): Uint32Array {
  if (!isFiltered(filters)) return Uint32Array.from({ length: size }, (_, at) => at + 1);
  const sort = { by: 'popularity', isDescending: true } as const;
  return Uint32Array.from(finder.find({ ...filters, sort, limit: size, offset: 0 }).ranks).sort();
}
