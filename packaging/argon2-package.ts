import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform } from './platforms.ts';

const ROOT = join(import.meta.dir, '..');

/**
 * The native code of argon2 for a platform. `npm ci` installs the one for this machine; for a release, npm fetches the
 * others, which are checked against the lock file and kept.
 */
export async function findArgon2({ argon2 }: Platform): Promise<string> {
  const name = `@node-rs/argon2-${argon2}`;
  const file = `argon2.${argon2}.node`;
  const installed = join(ROOT, 'node_modules', name, file);
  if (existsSync(installed)) return installed;
  const { version, integrity } = readLocked(name);
  const kept = join(ROOT, '.cache', `argon2-${version}-${argon2}`);
  const unpacked = join(kept, 'package', file);
  if (!existsSync(unpacked)) await fetchPackage(`${name}@${version}`, integrity, kept);
  return unpacked;
}

function readLocked(name: string): { version: string; integrity: string } {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const locked = lock.packages[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`${name} is not in package-lock.json; run npm ci`);
  return locked;
}

async function fetchPackage(spec: string, integrity: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const packed = await Bun.$`npm pack ${spec} --pack-destination ${folder}`.quiet().nothrow();
  if (packed.exitCode !== 0) throw new Error(`cannot fetch ${spec}: ${packed.stderr.toString().trim()}`);
  const archive = join(folder, packed.stdout.toString().trim());
  const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
  if (integrity !== `sha512-${digest}`) throw new Error(`${spec} is not the package of package-lock.json`);
  await Bun.$`tar -xzf ${archive} -C ${folder}`.quiet();
}
