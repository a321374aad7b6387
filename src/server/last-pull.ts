import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from '@sinclair/typebox/value';
import { LastPullView } from '../site/dashboard/dashboard.ts';

/** Null when nothing was pulled into this data directory. */
export function findLastPull(dataDir: string): LastPullView | null {
  try {
    const outcome: unknown = JSON.parse(
      readFileSync(join(dataDir, 'pull', 'last-pull-outcome.json'), 'utf8'),
    );
    return Value.Check(LastPullView, outcome) ? outcome : null;
  } catch {
    return null;
  }
}
