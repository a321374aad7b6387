import { closeSync, openSync, writeSync } from 'node:fs';
import type { SchemaElement } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { Column, ColumnType } from './columns.ts';

export const EXPORT_FORMATS = ['parquet', 'csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Writes rows to a file, as they come. */
export interface RowWriter {
  add(values: readonly unknown[]): void;
  /** Writes what is left and closes the file. */
  finish(): void;
  /** Closes the file without finishing it. */
  abandon(): void;
}

/** What a file says about where its rows come from. */
export type Notes = Readonly<Record<string, string>>;

export function openRowWriter(
  format: ExportFormat,
  path: string,
  columns: readonly Column[],
  notes: Notes,
): RowWriter {
  if (format === 'parquet') return openParquet(path, columns, notes);
  const lines = openLines(path);
  if (format === 'csv') {
    lines.add(columns.map(({ name }) => name).join(','));
    return {
      ...lines,
      add: (values) => lines.add(values.map((value, at) => csvField(columns[at]!, value)).join(',')),
    };
  }
  const names = columns.map(({ name }) => `${JSON.stringify(name)}:`);
  const object = (values: readonly unknown[]) => values.map((value, at) => names[at] + JSON.stringify(value));
  return { ...lines, add: (values) => lines.add(`{${object(values).join(',')}}`) };
}

const FLUSHED_LENGTH = 1 << 20;

function openLines(path: string) {
  const file = openSync(path, 'w');
  let text = '';
  const flush = () => {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    text = '';
  };
  return {
    add(line: string) {
      text += `${line}\n`;
      if (text.length >= FLUSHED_LENGTH) flush();
    },
    finish() {
      flush();
      closeSync(file);
    },
    abandon: () => closeSync(file),
  };
}

/** Unknown is nothing at all, and an empty list is an empty text in quotes. */
function csvField({ type }: Column, value: unknown): string {
  if (value === null) return '';
  const text = type === 'object' ? JSON.stringify(value) : String(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** So many values are in memory at a time. A reader skips whole groups of rows, so they should not be small. */
const VALUES_PER_GROUP = 500_000;

const ELEMENTS: Readonly<Record<Exclude<ColumnType, 'list'>, Omit<SchemaElement, 'name'>>> = {
  int64: { type: 'INT64' },
  int32: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  date: { type: 'INT32', converted_type: 'DATE' },
  object: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
};

function openParquet(path: string, columns: readonly Column[], notes: Notes): RowWriter {
  const schema = [{ name: 'root', num_children: columns.length }, ...columns.flatMap(elementsOf)];
  const kvMetadata = Object.entries(notes).map(([key, value]) => ({ key, value }));
  const writer = new ParquetWriter({ writer: fileWriter(path), schema, kvMetadata, createdBy: 'larder' });
  let data = columns.map((): unknown[] => []);
  const rowsPerGroup = Math.floor(VALUES_PER_GROUP / columns.length);
  let rows = 0;
  const flush = () => {
    const columnData = columns.map(({ name }, at) => ({ name, data: data[at]! }));
    writer.write({ columnData, rowGroupSize: rowsPerGroup });
    data = columns.map(() => []);
    rows = 0;
    // The engine lets garbage grow with the memory of the machine.
    Bun.gc(true);
  };
  return {
    add(values) {
      for (let at = 0; at < columns.length; at++) data[at]!.push(parquetValue(columns[at]!, values[at]));
      if (++rows === rowsPerGroup) flush();
    },
    finish() {
      if (rows > 0) flush();
      writer.finish();
    },
    abandon() {},
  };
}

function elementsOf({ name, type, isRequired }: Column): SchemaElement[] {
  const repetition_type = isRequired ? 'REQUIRED' : 'OPTIONAL';
  if (type !== 'list') return [{ name, repetition_type, ...ELEMENTS[type] }];
  return [
    { name, repetition_type, num_children: 1, converted_type: 'LIST' },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'REQUIRED', ...ELEMENTS.text },
  ];
}

function parquetValue({ type }: Column, value: unknown): unknown {
  if (value === null) return null;
  if (type === 'int64') return BigInt(value as number);
  return type === 'date' ? new Date(value as string) : value;
}
