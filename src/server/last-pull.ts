import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { LastPullView } from '../site/dashboard/dashboard.ts';

/** What `larder pull` wrote about the catalogue that it installed last (build/pull/pull-record.ts). */
const Outcome = Type.Object({
  time: Type.String(),
  from: Type.Union([Type.String(), Type.Null()]),
  content_sha256: Type.String(),
  report: Type.Union([
    Type.Object({
      rows_read: Type.Number(),
      foods: Type.Number(),
      merged: Type.Number(),
      refused: Type.Record(Type.String(), Type.Number()),
      seconds: Type.Number(),
    }),
    Type.Null(),
  ]),
  pack: Type.Optional(
    Type.Object({
      name: Type.String(),
      serial: Type.Number(),
      created: Type.String(),
      signer: Type.String(),
    }),
  ),
});

/** Null when nothing was pulled into this data directory, or only by an earlier release. */
export function findLastPull(dataDir: string): LastPullView | null {
  try {
    const outcome: unknown = JSON.parse(
      readFileSync(join(dataDir, 'pull', 'last-pull-outcome.json'), 'utf8'),
    );
    return Value.Check(Outcome, outcome) ? outcome : null;
  } catch {
    return null;
  }
}
