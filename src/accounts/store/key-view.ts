import type { KeyView } from '../account-service.ts';
import type { KeyRow } from './key-store.ts';

/** A key as people and programs see it; never with its text. */
export function viewKey(row: KeyRow): KeyView {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    scope: row.scope,
    hint: row.hint,
    expires: isoOrNull(row.expires_ms),
    per_minute: row.per_minute,
    created: new Date(row.created_ms).toISOString(),
    last_used: isoOrNull(row.last_used_ms),
    revoked: isoOrNull(row.revoked_ms),
  };
}

function isoOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}
