import { beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PictureStore } from '../../../src/compat/pictures/picture-store.ts';
import { keyOf } from '../../../src/compat/pictures/product-pictures.ts';
import { until } from '../../until.ts';
import { jpeg } from './picture-host.ts';

const HOUR_MS = 3_600_000;
/** Room for three pictures, since each counts for at least a block of the disk. */
const THREE = 3 * 4096;

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'larder-pictures-'));
});

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map(keyOf) as [string, string, string, string];
const files = () => readdirSync(directory).sort();

function open(mostBytes = THREE) {
  const clock = { nowMs: Date.parse('2026-11-15T12:00:00Z') };
  const errors: Error[] = [];
  const onError = (error: Error) => errors.push(error);
  return {
    store: new PictureStore({ directory, mostBytes, nowMs: () => clock.nowMs, onError }),
    clock,
    errors,
  };
}

describe('Pictures on disk', () => {
  test('are there again after a restart', async () => {
    await open().store.write(A, jpeg('a'));
    const { store } = open();
    expect(await store.read(A)).toEqual(jpeg('a'));
    expect(await store.read(B)).toBeNull();
  });

  test('are dropped when there are too many, the least used first', async () => {
    const { store } = open();
    for (const key of [A, B, C]) await store.write(key, jpeg(key));
    await store.read(A);
    await store.write(D, jpeg('d'));
    await until(() => files().length === 3);
    expect(files()).toEqual([A, C, D].map((key) => `${key}.picture`).sort());
    expect(await store.read(B)).toBeNull();
    expect(await store.read(A)).toEqual(jpeg(A));
  });

  test('are remembered in the order of their use over a restart', async () => {
    const first = open();
    for (const key of [A, B, C]) {
      await first.store.write(key, jpeg(key));
      utimesSync(join(directory, `${key}.picture`), first.clock.nowMs / 1000, first.clock.nowMs / 1000);
      first.clock.nowMs += 2 * HOUR_MS;
    }
    const changedMs = () => statSync(join(directory, `${A}.picture`)).mtimeMs;
    await first.store.read(A);
    await until(() => changedMs() === first.clock.nowMs);
    const { store } = open();
    await store.write(D, jpeg('d'));
    await until(() => files().length === 3);
    expect(await store.read(A)).toEqual(jpeg(A));
    expect(await store.read(B)).toBeNull();
  });

  test('are dropped at the start when less room is allowed', async () => {
    const first = open();
    for (const [at, key] of [A, B, C].entries()) {
      await first.store.write(key, jpeg(key));
      utimesSync(join(directory, `${key}.picture`), 1000 + at, 1000 + at);
    }
    const { store } = open(4096);
    await store.read(A);
    await until(() => files().length === 1);
    expect(await open().store.read(C)).toEqual(jpeg(C));
  });

  test('that are larger than all the room are not kept', async () => {
    const { store } = open();
    await store.write(A, Buffer.concat([jpeg(), Buffer.alloc(THREE)]));
    await until(() => files().length === 0);
    expect(await store.read(A)).toBeNull();
  });

  test('that were cut off are not shown', async () => {
    const { store } = open();
    await store.write(A, jpeg('a long picture'));
    truncateSync(join(directory, `${A}.picture`), 3);
    expect(await store.read(A)).toBeNull();
    await store.write(A, jpeg('again'));
    expect(await store.read(A)).toEqual(jpeg('again'));
  });

  test('leave other files alone, and clear up after an interrupted write', async () => {
    writeFileSync(join(directory, 'holiday.jpg'), 'mine');
    writeFileSync(join(directory, `${A}.0e8c1b2a-5b1e-4a57-9a3e-6d4f0a1b2c3d.part`), 'half');
    const { store } = open();
    for (const key of [A, B, C, D]) await store.write(key, jpeg(key));
    await until(() => files().length === 4);
    expect(files()).toContain('holiday.jpg');
    expect(files().filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('that cannot be written are reported, and nothing is left behind', async () => {
    const { store, errors } = open();
    await store.read(A);
    rmSync(directory, { recursive: true });
    await store.write(A, jpeg());
    expect(errors).toHaveLength(1);
    expect(await store.read(A)).toBeNull();
  });
});
