import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { normalize } from '../../../build/normalize/normalize.ts';
import { emptyRawFood } from '../../../build/raw/raw-food.ts';
import { emptyRawRecord } from '../../../build/raw/raw-record.ts';
import { openStage } from '../../../build/stage/stage.ts';
import { stagedRowOf } from '../../../build/stage/staged-row.ts';
import { packHere, packInThread } from '../../../src/catalog/write/packing-thread.ts';
import { openWritable, SqliteError } from '../../../src/sqlite/driver.ts';
import { temporaryFolder } from '../../build/export-file.ts';

let folder: string;
let stagePath: string;
beforeAll(() => {
  folder = temporaryFolder();
  stagePath = join(folder, 'stage');
  writeStage();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Sorted foods with records, as the writer of a catalogue leaves them. */
function writeStage(): void {
  const stage = openStage(stagePath);
  for (let line = 1; line <= 300; line++) {
    const raw = emptyRawFood('off', line);
    raw.code = String(3_000_000_000_000 + line);
    raw.names = [`Soup ${line % 40} with ${line} noodles`];
    raw.brand = `Brand ${line % 7}, Other ${line % 3}`;
    raw.record = { ...emptyRawRecord(), ingredients: `water, noodles (${line} %), salt`, nutriscore: 'b' };
    const food = normalize(raw);
    if (typeof food === 'string') throw new Error(food);
    stage.add(stagedRowOf(food));
  }
  stage.merge();
  stage.close();
  const db = openWritable(stagePath);
  db.exec('CREATE TABLE sorted AS SELECT * FROM staged ORDER BY quality DESC, id');
  db.close();
}

async function pack(open: typeof packHere, name: string, stage = stagePath) {
  const recordsPath = join(folder, `${name}.records`);
  const file = open({ stagePath: stage, recordsPath, without: [] });
  try {
    const counts = await file.finish();
    return { counts, records: readFileSync(recordsPath) };
  } finally {
    file.end();
  }
}

describe('a thread that packs the full records', () => {
  test('writes what packing them in this thread gives, byte for byte', async () => {
    const here = await pack(packHere, 'here');
    const inThread = await pack(packInThread, 'thread');
    expect(here.counts).toEqual({ full_record: 300, ingredients_text: 300 });
    expect(inThread.counts).toEqual(here.counts);
    expect(inThread.records.equals(here.records)).toBe(true);
  });

  test('fails with the same error of SQLite', async () => {
    for (const open of [packHere, packInThread]) {
      const failing = pack(open, 'failed', join(folder, 'nowhere'));
      await expect(failing).rejects.toThrow(SqliteError);
      await expect(failing).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
    }
  });
});
