import { copyFileSync, existsSync, linkSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { COMMUNITY_CSV, ESTIMATES_CSV, exportedProducts } from './fixture-foods.ts';

let built: Promise<string> | null = null;

/**
 * The fixture as `larder build` makes it: the path of a file that is removed after the tests, with their temporary directory.
 * The first file of a run that asks for it builds it for all (`LARDER_TEST_RUN`, see test/run.ts).
 */
export function fixtureCatalog(): Promise<string> {
  built ??= sharedInRun('fixture.db', build);
  return built;
}

/** A catalogue for all test files of a run. It is never replaced once it is there, since a server would notice. */
export async function sharedInRun(name: string, make: () => Promise<string>): Promise<string> {
  const { LARDER_TEST_RUN: folder } = process.env;
  if (folder === undefined) return make();
  const shared = join(folder, name);
  if (existsSync(shared)) return shared;
  const own = `${shared}.${process.pid}`;
  copyFileSync(await make(), own);
  try {
    linkSync(own, shared);
  } catch (error) {
    // Another file has made the same at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return shared;
}

async function build(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-contract-'));
  const write = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const file = join(directory, 'catalog.db');
  const sources = [
    { source: 'off' as const, path: write('export.tsv', exportedProducts()) },
    { source: 'community' as const, path: write('community.csv', COMMUNITY_CSV) },
    { source: 'ai_estimate' as const, path: write('estimates.csv', ESTIMATES_CSV) },
  ];
  await buildCatalog({ base: null, sources, out: file, force: false }, () => {});
  return file;
}
