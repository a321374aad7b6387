import { join } from 'node:path';
import { compile } from '../../packaging/compile.ts';
import { findOwnPlatform } from '../../packaging/platforms.ts';

/** The executable that `npm test` has just compiled, or else one that is compiled into the folder. */
export async function findOrCompile(folder: string): Promise<string> {
  if (process.env.LARDER_EXECUTABLE !== undefined) return process.env.LARDER_EXECUTABLE;
  const path = join(folder, 'larder');
  await compile(findOwnPlatform()!, path);
  return path;
}
