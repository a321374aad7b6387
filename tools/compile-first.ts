import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..');
const EXECUTABLE = join(ROOT, 'dist', 'larder');

/**
 * Compiles the executable, and the starter catalogue with it, unless LARDER_EXECUTABLE names one. To be called before anything
 * is imported that reads that variable. False if it cannot be compiled.
 */
export function compileFirst(): boolean {
  if (process.env.LARDER_EXECUTABLE !== undefined) return true;
  const compiled = spawnSync(process.execPath, ['packaging/compile.ts'], { cwd: ROOT, stdio: 'inherit' });
  if (compiled.status !== 0 || !existsSync(EXECUTABLE)) return false;
  process.env.LARDER_EXECUTABLE = EXECUTABLE;
  return true;
}
