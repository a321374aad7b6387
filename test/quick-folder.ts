import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, as most Linux systems have it. */
const IN_MEMORY = '/dev/shm';
/** Several times as much as all tests together write before they remove it. */
const MAX_BYTES = 2 * 1024 ** 3;

/**
 * Where everybody may create temporary files, in memory if there is room: tests write thousands of small files, and a
 * disk makes them wait for each.
 */
export function findQuickFolder(otherwise = tmpdir()): string {
  try {
    return hasRoom() && mayRunPrograms() ? IN_MEMORY : otherwise;
  } catch {
    // There is none, or nothing may be written there.
    return otherwise;
  }
}

function hasRoom(): boolean {
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= MAX_BYTES && freemem() >= MAX_BYTES;
}

/** Containers mount it so that no program in it can be run. */
function mayRunPrograms(): boolean {
  const folder = mkdtempSync(join(IN_MEMORY, 'larder-try-'));
  try {
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n');
    chmodSync(program, 0o755);
    return spawnSync(program).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
