import type { FoodSource } from '../../src/food/food.ts';
import { openUsda } from '../usda/read.ts';
import type { Progress } from './input.ts';
import { openInput } from './open-input.ts';
import { openOwnCsv } from './own-csv.ts';
import type { RawBatch } from './raw-batch.ts';

/** A file of a build, and what its foods come from. */
export interface BuildSource {
  source: FoodSource;
  /** `-` for standard input. */
  path: string;
}

export interface OpenedSource {
  path: string;
  kind: string;
  batches: AsyncIterable<RawBatch>;
  progress(): Progress;
  sha256(): string;
}

/** Opens any input of a build by the reader for its source. */
export async function openSource({ source, path }: BuildSource): Promise<OpenedSource> {
  switch (source) {
    case 'off':
      return { path, ...(await openInput(path)) };
    case 'usda':
      return { path, kind: 'usda', ...(await openUsda(path)) };
    case 'community':
    case 'ai_estimate':
      return { path, kind: source, ...(await openOwnCsv(path, source)) };
  }
}
