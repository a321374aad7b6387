import { statSync } from 'node:fs';
import { sealFile } from '../src/catalog/checksum.ts';
import { findCollapse, findFormer, openTarget } from '../src/catalog/write/target.ts';
import { writeCatalog } from '../src/catalog/write/write.ts';
import { writeCuts } from '../src/catalog/write/write-cuts.ts';
import { InputError } from './read/input-error.ts';
import type { BuildSource } from './read/open-source.ts';
import { openFormer } from './read-catalog.ts';
import { type BuildReport, Tally } from './report.ts';
import { stageRecords } from './stage/records.ts';
import { openStage } from './stage/stage.ts';

export interface BuildRequest {
  /** A catalogue to build upon: its foods come first, and what the sources tell of them is newer. */
  base: string | null;
  sources: BuildSource[];
  /** A catalogue, as its bytes, whose generic foods are added: those without a brand, such as whole milk. */
  generic?: Buffer;
  /** Where the catalogue goes. */
  out: string;
  /** Replace a catalogue even by one that has lost much of it. */
  force: boolean;
}

/** How far a build is; rows are counted while reading, afterwards only the step has a name. */
export interface BuildProgress {
  step: string;
  rows: number;
  bytesRead: number;
  /** Null when an input does not tell its length. */
  bytesTotal: number | null;
}
export type OnProgress = (progress: BuildProgress) => void;

/** From dumps to one read-only file: read and normalize → stage → merge → write → seal → put in place. */
export async function buildCatalog(request: BuildRequest, onProgress: OnProgress): Promise<BuildReport> {
  const startedMs = performance.now();
  const target = openTarget(request.out);
  try {
    const former = request.base === null ? null : openFormer(request.base);
    const generic = request.generic === undefined ? null : openFormer(request.generic);
    const stage = openStage(target.stagePath);
    const tally = new Tally();
    const files = await stageRecords(former, generic, request.sources, stage, tally, (progress) =>
      onProgress({ step: 'reading', rows: tally.rowsRead, ...progress }),
    ).finally(() => {
      former?.close();
      generic?.close();
    });
    const step = (name: string) =>
      onProgress({ step: name, rows: tally.rowsRead, bytesRead: 0, bytesTotal: null });
    step('merging');
    const merged = stage.merge();
    stage.close();
    const manifest = await writeCatalog(target, files, step);
    writeCuts(target.catalogPath, former?.manifest.cut_from);
    refuseCollapse(request, manifest.foods === 0 ? 'it has no foods at all' : null);
    const replaced = findFormer(request.out);
    refuseCollapse(request, replaced === null ? null : findCollapse(replaced, manifest));
    step('sealing');
    const content_sha256 = sealFile(target.catalogPath);
    const bytes = statSync(target.catalogPath).size;
    target.commit();
    return tally.report(manifest, merged, { content_sha256, bytes, seconds: secondsSince(startedMs) });
  } finally {
    target.discard();
  }
}

function refuseCollapse(request: BuildRequest, reason: string | null): void {
  if (reason === null || request.force) return;
  throw new InputError(request.out, `not replaced, since ${reason}`, 'check the dump, or give --force');
}

function secondsSince(startedMs: number): number {
  return Math.round((performance.now() - startedMs) / 100) / 10;
}
