import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { GENERIC_SOURCES, isGenericSource } from '../../food/food.ts';
import { memberOf } from '../../member-of.ts';
import { syncToDisk } from '../../system.ts';
import { checkOutput, removeLeftovers, workingFile } from '../../working-files.ts';
import { CatalogError, isCatalogFile } from '../catalog-file.ts';
import type { Manifest } from '../manifest.ts';
import { openCatalog } from '../open.ts';

/** Where a build writes, and when what it wrote takes the place of the catalogue before. */
export interface Target {
  readonly catalogPath: string;
  readonly stagePath: string;
  /** Puts the finished catalogue in place, so that it survives a power failure. */
  commit(): void;
  /** Removes the working files; does nothing after a commit. */
  discard(): void;
}

/** A catalogue that has lost more than a tenth of its foods or values comes from a broken dump. */
const MIN_REMAINING_SHARE = 0.9;
export const WATCHED_NUTRIENTS = ['calories_kcal', 'protein_g', 'fat_g', 'carbs_g'] as const;
const WORKING_FILES = ['new', 'stage'] as const;

export function openTarget(out: string): Target {
  const path = resolve(out);
  checkTarget(out, path);
  removeLeftovers(path, WORKING_FILES);
  const working = (file: (typeof WORKING_FILES)[number]) => workingFile(path, file);
  const catalogPath = working('new');
  const stagePath = working('stage');
  createEmpty(stagePath, out);
  return {
    catalogPath,
    stagePath,
    commit() {
      rmSync(stagePath, { force: true });
      renameSync(catalogPath, path);
      syncToDisk(dirname(path));
    },
    discard() {
      for (const file of WORKING_FILES) rmSync(working(file), { force: true });
    },
  };
}

/** Creating the first file shows whether any can be created: SQLite would not say why it cannot. */
function createEmpty(path: string, out: string): void {
  try {
    writeFileSync(path, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw error;
    throw new CatalogError(out, `no file can be created in its folder (${code})`, 'check its permissions');
  }
}

/** The manifest of the catalogue that a build would replace; null if there is none that can be read. */
export function findReplaced(out: string): Manifest | null {
  if (!existsSync(out)) return null;
  try {
    const catalog = openCatalog(out);
    catalog.close();
    return catalog.manifest;
  } catch (error) {
    if (error instanceof CatalogError) return null;
    throw error;
  }
}

/** Sources that are taken over whole. The others are the operator's own, who may remove some of those foods. */
const DUMPED_SOURCES: ReadonlySet<string> = new Set(['off', ...GENERIC_SOURCES]);

/** How many foods of a source somebody added; the dishes that come with larder are not among them, unlike its tables. */
export function countOwn({ foods_by_source, sources }: Manifest, source: string): number {
  const count = memberOf(foods_by_source, source) ?? 0;
  if (isGenericSource(source)) return count;
  const builtIn = sources.filter((one) => one.kind === source && one.built_in === true);
  return Math.max(0, count - builtIn.reduce((sum, { rows }) => sum + rows, 0));
}

/**
 * Why a new catalogue must not replace the current one without `--force`; null if it may. Each source counts by itself:
 * beside thousands of generic foods, half of a small dump could vanish unnoticed. A source that is left out on purpose
 * does not count.
 */
export function findCollapse(
  current: Manifest,
  next: Manifest,
  leftOut: ReadonlySet<string> = new Set(),
): string | null {
  const sources = Object.keys(current.foods_by_source)
    .filter((source) => !leftOut.has(source))
    .map((source): [string, number] => [source, countOwn(current, source)]);
  const foods = sources.reduce((sum, [, count]) => sum + count, 0);
  if (next.foods < foods * MIN_REMAINING_SHARE) {
    return `it has ${next.foods} foods, and the current catalogue has ${foods}`;
  }
  for (const [source, before] of sources) {
    const after = countOwn(next, source);
    const isLost = DUMPED_SOURCES.has(source)
      ? after < before * MIN_REMAINING_SHARE
      : before > 0 && after === 0;
    if (isLost) {
      return `it has ${after} foods from the source ${source}, and the current catalogue has ${before}`;
    }
  }
  for (const [source] of sources) {
    for (const nutrient of WATCHED_NUTRIENTS) {
      const [was, is] = [knownShare(current, nutrient, source), knownShare(next, nutrient, source)];
      if (is >= was * MIN_REMAINING_SHARE) continue;
      return `${nutrient} is known for ${percent(is)} of its foods from the source ${source}, down from ${percent(was)}`;
    }
  }
  return null;
}

/** The share of the foods of a source for which a nutrient is known. */
function knownShare(manifest: Manifest, nutrient: string, source: string): number {
  const fill = memberOf(manifest.fill_by_source, source);
  const foods = memberOf(manifest.foods_by_source, source);
  return (memberOf(fill, nutrient) ?? 0) / Math.max(1, foods ?? 0);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** A typo must not cost anyone their dump or their accounts. */
function checkTarget(out: string, path: string): void {
  checkOutput(out);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0 && !isCatalogFile(path)) {
    throw new CatalogError(
      out,
      'is not a catalogue and would be overwritten',
      'choose another name or remove it first',
    );
  }
}
