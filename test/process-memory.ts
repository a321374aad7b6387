import { readFileSync } from 'node:fs';

/** Memory of another process as Linux counts it. */

/** Without the pages of mapped files, which the system takes back when it needs them. */
export function ownMb(pid: number): number {
  return statusMb(pid, 'RssAnon');
}

/** The peak so far. */
export function peakResidentMb(pid: number): number {
  return statusMb(pid, 'VmHWM');
}

function statusMb(pid: number, field: string): number {
  const kib = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  )?.[1];
  return (Number(kib) * 1024) / 1e6;
}
