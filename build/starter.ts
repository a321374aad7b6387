import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BuildRequest, buildCatalog } from './pipeline.ts';

/**
 * Makes the starter catalogue from `data/`, the one that goes into the executable, unless it is there already and
 * newer than everything it is made of. Run by `npm start`, `npm test` and `npm run compile`.
 */
const ROOT = join(import.meta.dir, '..');
export const STARTER = join(ROOT, 'dist', 'starter.db');
const DATA = join(ROOT, 'data');
/** What decides its content: the data, and all code that a build runs. */
const MADE_FROM = [DATA, join(ROOT, 'build'), join(ROOT, 'src', 'food'), join(ROOT, 'src', 'catalog')];

export function starterRequest(out: string): BuildRequest {
  return {
    base: null,
    sources: [
      { source: 'usda', path: join(DATA, 'usda-sr28.tsv') },
      { source: 'community', path: join(DATA, 'branded.csv') },
      { source: 'community', path: join(DATA, 'community.csv') },
      { source: 'ai_estimate', path: join(DATA, 'estimates.csv') },
    ],
    out,
    force: true,
  };
}

export async function makeStarter(): Promise<void> {
  if (existsSync(STARTER) && statSync(STARTER).mtimeMs > newestChangeMs(MADE_FROM)) return;
  mkdirSync(dirname(STARTER), { recursive: true });
  const report = await buildCatalog(starterRequest(STARTER), () => {});
  console.error(`made the starter catalogue: ${report.foods} foods, ${report.bytes} bytes`);
}

function newestChangeMs(folders: string[]): number {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

if (import.meta.main) await makeStarter();
