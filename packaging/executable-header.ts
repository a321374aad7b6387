import { closeSync, openSync, readSync } from 'node:fs';

/** More than any header takes, up to and including the name of the loader. */
const HEAD_BYTES = 64 * 1024;

/** The platform of an executable according to its first bytes, as platforms.ts names it; null for any other file. */
export function findPlatformIn(path: string): string | null {
  const head = Buffer.alloc(HEAD_BYTES);
  const file = openSync(path, 'r');
  readSync(file, head, 0, head.length, 0);
  closeSync(file);
  if (head.toString('latin1', 0, 4) === '\u007fELF') return linuxPlatform(head);
  if (head.readUInt32LE(0) === 0xfeedfacf) return `macos-${MACHO_CPU[head.readUInt32LE(4)] ?? 'unknown'}`;
  if (head.toString('latin1', 0, 2) === 'MZ')
    return `windows-${PE_MACHINE[head.readUInt16LE(head.readUInt32LE(0x3c) + 4)] ?? 'unknown'}`;
  return null;
}

const ELF_MACHINE: Record<number, string> = { 62: 'x64', 183: 'arm64' };
const MACHO_CPU: Record<number, string> = { 16777223: 'x64', 16777228: 'arm64' };
const PE_MACHINE: Record<number, string> = { 34404: 'x64', 43620: 'arm64' };

/** Only the name of the loader shows which C library the file is linked with. */
function linuxPlatform(head: Buffer): string {
  const machine = ELF_MACHINE[head.readUInt16LE(18)] ?? 'unknown';
  return `linux-${machine}${head.includes('/lib/ld-musl-') ? '-musl' : ''}`;
}
