import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FollowedFile, fileIdentity } from '../../src/catalog/follow.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { CurrentCatalog } from '../../src/food/current-catalog.ts';
import { buildFrom, PRODUCTS, temporaryFolder } from '../build/export-file.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = temporaryFolder();
  path = await buildFrom(folder, PRODUCTS.slice(0, 4));
});
afterEach(() => rmSync(folder, { recursive: true }));

function follow(pause?: () => Promise<void>) {
  const refusals: string[] = [];
  const seen = fileIdentity(path);
  const catalog = new CurrentCatalog(openCatalog(path));
  const followed = new FollowedFile({
    path,
    seen,
    currentHash: () => catalog.contentHash,
    open: (found) => openCatalog(found),
    onNext: (next) => catalog.replaceBy(next),
    onRefused: ({ message }) => refusals.push(message),
    ...(pause && { pause }),
  });
  return { catalog, followed, refusals };
}

/** Replaces the followed catalogue as a build does: written next to it, then renamed. */
async function replace(products = PRODUCTS): Promise<void> {
  renameSync(await buildFrom(folder, products, 'next'), path);
}

describe('a followed catalogue', () => {
  test('stays the same while the file is not replaced', async () => {
    const { catalog, followed, refusals } = follow();
    expect(await followed.look()).toBe('unchanged');
    expect(await followed.lookAgain()).toBe('unchanged');
    expect(catalog.size).toBe(4);
    expect(refusals).toEqual([]);
    catalog.close();
  });

  test('switches to the new file once it is in place', async () => {
    const { catalog, followed } = follow();
    const before = catalog.contentHash;
    await replace();
    expect(catalog.size).toBe(4);
    expect(await followed.look()).toBe('replaced');
    expect(catalog.size).toBeGreaterThan(4);
    expect(catalog.contentHash).not.toBe(before);
    expect(catalog.findFood(catalog.listBest(1)[0]!.id)).not.toBeNull();
    expect(await followed.look()).toBe('unchanged');
    catalog.close();
  });

  test('stays as it was if the new file is altered, truncated, foreign or empty, and reports that once', async () => {
    const good = await buildFrom(folder, PRODUCTS, 'good');
    const bytes = Buffer.from(await Bun.file(good).arrayBuffer());
    const altered = Buffer.from(bytes);
    altered[bytes.length - 3000]! ^= 1;
    for (const [wrong, words] of [
      [altered, /altered/],
      [bytes.subarray(0, bytes.length - 4096), /altered/],
      [Buffer.from('not a catalogue at all'), /not a larder catalogue/],
      [Buffer.alloc(0), /empty/],
    ] as const) {
      const { catalog, followed, refusals } = follow();
      const former = catalog.contentHash;
      const next = join(folder, 'wrong.db');
      writeFileSync(next, wrong);
      renameSync(next, path);
      expect(await followed.look()).toBe('refused');
      expect(await followed.look()).toBe('unchanged');
      expect(refusals).toEqual([expect.stringMatching(words)]);
      expect(catalog.contentHash).toBe(former);
      expect(catalog.listBest(1)).toHaveLength(1);
      catalog.close();
      rmSync(path);
      await buildFrom(folder, PRODUCTS.slice(0, 4));
    }
  });

  test('keeps working if the file is missing, and takes the one that replaces it', async () => {
    const { catalog, followed } = follow();
    rmSync(path);
    expect(await followed.look()).toBe('missing');
    expect(await followed.lookAgain()).toBe('missing');
    expect(catalog.listBest(1)).toHaveLength(1);
    mkdirSync(path);
    expect(await followed.lookAgain()).toBe('missing');
    rmSync(path, { recursive: true });
    await replace();
    expect(await followed.look()).toBe('replaced');
    catalog.close();
  });

  test('that is replaced while it is being read is taken at the next look', async () => {
    const third = await buildFrom(folder, PRODUCTS.slice(0, 6), 'third');
    let isPending = true;
    const { catalog, followed } = follow(async () => {
      if (isPending) copyFileSync(third, join(folder, 'copy.db'));
      if (isPending) renameSync(join(folder, 'copy.db'), path);
      isPending = false;
    });
    await replace();
    expect(await followed.lookAgain()).toBe('superseded');
    expect(catalog.size).toBe(4);
    expect(await followed.look()).toBe('replaced');
    expect(catalog.contentHash).toBe(openHash(third));
    catalog.close();
  });
});

function openHash(file: string): string {
  const catalog = openCatalog(file);
  catalog.close();
  return catalog.contentHash;
}
