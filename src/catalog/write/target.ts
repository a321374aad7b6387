import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isAlive, syncFolder } from '../../system.ts';
import { CatalogError } from '../catalog-error.ts';
import { isCatalogFile } from '../kind.ts';
import type { Manifest } from '../manifest.ts';
import { openCatalog } from '../open.ts';

/**
 * The files of a build while it runs, beside the target so that the last step is a rename. Their names carry the
 * number of the process, so that the next build can tell litter of a dead one from the work of a live one.
 */
export interface Target {
  readonly catalogPath: string;
  readonly stagePath: string;
  readonly shelvesPath: string;
  /** For what waits while words are indexed. */
  readonly scratchPath: string;
  /** Puts the finished catalogue in its place, for certain even if the power fails right after. */
  commit(): void;
  /** Removes what is left of the build; does nothing after a commit. */
  discard(): void;
}

/** A catalogue that lost more than a tenth of its foods or values comes from a broken dump, not from progress. */
const LEAST_SHARE = 0.9;
const LITTER = /^(\d+)\.(?:new|stage|shelves|scratch)$/;
const WATCHED = ['calories_kcal', 'protein_g', 'fat_g', 'carbs_g'] as const;

export function openTarget(out: string): Target {
  const path = resolve(out);
  checkPlace(out, path);
  removeLitter(path);
  const catalogPath = workingName(path, process.pid, 'new');
  const stagePath = workingName(path, process.pid, 'stage');
  const shelvesPath = workingName(path, process.pid, 'shelves');
  const scratchPath = workingName(path, process.pid, 'scratch');
  return {
    catalogPath,
    stagePath,
    shelvesPath,
    scratchPath,
    commit() {
      for (const file of [stagePath, shelvesPath, scratchPath]) rmSync(file, { force: true });
      renameSync(catalogPath, path);
      syncFolder(dirname(path));
    },
    discard() {
      for (const file of [catalogPath, stagePath, shelvesPath, scratchPath]) rmSync(file, { force: true });
    },
  };
}

/** The manifest of the catalogue that a build would replace, or null when there is none that can be read. */
export function findFormer(out: string): Manifest | null {
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

/** Why a new catalogue must not replace the former without `--force`, or null when it may. */
export function findCollapse(former: Manifest, next: Manifest): string | null {
  if (next.foods < former.foods * LEAST_SHARE) {
    return `it has ${next.foods} foods where the present catalogue has ${former.foods}`;
  }
  for (const nutrient of WATCHED) {
    const before = (former.fill[nutrient] ?? 0) / Math.max(1, former.foods);
    const after = (next.fill[nutrient] ?? 0) / Math.max(1, next.foods);
    if (after < before * LEAST_SHARE) {
      return `${nutrient} is known for ${percent(after)} of its foods, before for ${percent(before)}`;
    }
  }
  return null;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function checkPlace(out: string, path: string): void {
  const folder = statSync(dirname(path), { throwIfNoEntry: false });
  if (!folder?.isDirectory())
    throw new CatalogError(out, 'its folder does not exist', 'make the folder first');
  const present = statSync(path, { throwIfNoEntry: false });
  if (present?.isDirectory())
    throw new CatalogError(out, 'is a directory', 'give the name of a file for the catalogue');
  // A slip of the keyboard must not cost somebody their dump, or their accounts.
  if (present && present.size > 0 && !isCatalogFile(path)) {
    throw new CatalogError(
      out,
      'is not a catalogue and would be overwritten',
      'choose another name or remove it first',
    );
  }
}

function workingName(path: string, pid: number, part: 'new' | 'stage' | 'shelves' | 'scratch'): string {
  return join(dirname(path), `.${basename(path)}.${pid}.${part}`);
}

/** What builds of this target left behind that were killed. */
function removeLitter(path: string): void {
  const prefix = `.${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    const pid = name.startsWith(prefix) ? LITTER.exec(name.slice(prefix.length))?.[1] : undefined;
    // A number of our own is of a process before us that had it.
    const isLitter = pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid)));
    if (isLitter) rmSync(join(dirname(path), name), { force: true });
  }
}
