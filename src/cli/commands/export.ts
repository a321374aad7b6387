import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { exportFoods } from '../../../build/export/export-foods.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../../build/export/row-writer.ts';
import { isCatalogFile } from '../../catalog/catalog-file.ts';
import { findCatalog } from '../../catalog/locate-catalog.ts';
import { openCatalog } from '../../catalog/open.ts';
import { formatCounted } from '../../counts.ts';
import { choice, flag, type OptionTable, text, UsageError, withInitial } from '../../options.ts';
import { checkOutput } from '../../working-files.ts';
import type { Command } from '../command.ts';
import { FILTER_OPTIONS, readFilters, refuseUnknownTags } from '../filter-options.ts';
import { formatBytes } from '../format.ts';
import { namedCatalog } from '../named-catalog.ts';
import { openBuildProgress } from '../progress.ts';

const OPTIONS = {
  format: withInitial<ExportFormat | null>(
    choice(EXPORT_FORMATS, 'parquet', 'the format (default: that of the name of --out)'),
    null,
  ),
  out: text('FILE', 'the file to write (required)'),
  full: flag('add nutrients, tags and the other members of full records'),
  ...FILTER_OPTIONS,
  catalog: text('FILE', 'the catalogue to export, instead of FILE'),
  data: text('DIR', 'the data directory, which may hold catalog.db'),
} as const satisfies OptionTable;

export const exportCommand: Command<typeof OPTIONS> = {
  name: 'export',
  usage: '[FILE] --out FILE [--format parquet|csv|jsonl] [--full] [filters]',
  summary: 'Write foods as a table for DuckDB, pandas or R',
  details: [
    'One row for each food, the best first, with the 22 fields of the API as columns. With --full, also a column for',
    'each further nutrient, list of tags and other member of its full record. Unknown values are null; in CSV, nothing.',
    'The filters are those of `larder find`.',
  ],
  options: OPTIONS,
  async run(line, { stdout, stderr }) {
    const { values } = line;
    const { out } = values;
    if (out === null) throw new UsageError('give --out FILE');
    checkOutput(out);
    const format = values.format ?? formatOfName(out);
    if (existsSync(out) && isCatalogFile(out)) {
      throw new UsageError(`--out ${out} is a catalogue: choose another name`);
    }
    const { file, name } = await findCatalog(namedCatalog(line), values.data);
    const catalog = openCatalog(file, name);
    const progress = openBuildProgress(stderr);
    try {
      const filters = readFilters(values);
      refuseUnknownTags(catalog, values);
      const written = exportFoods(catalog, { format, out, isFull: values.full, filters }, progress.show);
      progress.end();
      stdout.write(`${out}: ${formatCounted(written.foods, 'food')}, ${formatBytes(written.bytes)}\n`);
    } finally {
      progress.end();
      catalog.close();
    }
  },
};

function formatOfName(out: string): ExportFormat {
  const ending = extname(out).slice(1).toLowerCase();
  const format = EXPORT_FORMATS.find((known) => known === ending);
  if (format !== undefined) return format;
  throw new UsageError(
    `give --format: the name ${out} does not end with ${EXPORT_FORMATS.map((known) => `.${known}`).join(', ')}`,
  );
}
