import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What this process may use of the machine, as its control groups on Linux say; without a limit, infinitely much. */
export interface CgroupLimits {
  memoryBytes: number;
  cores: number;
}

/** Files with limits of memory, of version 2 and 1. The kernel slows down what is above `memory.high`. */
const MEMORY_FILES = ['memory.max', 'memory.high', 'memory.limit_in_bytes'];
const CGROUP_FILE_SYSTEMS = new Set(['cgroup', 'cgroup2']);

/**
 * Reads both versions, which a system may have side by side. A group is bound by all groups above it, and a container
 * often sees its own group as the topmost one, so every folder up to the mount point counts. `root` is for tests.
 */
export function readCgroupLimits(root = '/'): CgroupLimits {
  const folders = findFolders(root);
  const memory = folders.flatMap((folder) => MEMORY_FILES.map((file) => readNumber(join(folder, file))));
  return { memoryBytes: Math.min(...memory), cores: Math.min(...folders.map(readCores)) };
}

/** Every folder of this process's groups and of those above them. */
function findFolders(root: string): string[] {
  // Lines such as `4:memory:/docker/7f` and, in version 2, `0::/system.slice/larder.service`.
  const groups = readText(join(root, 'proc/self/cgroup'))
    .split('\n')
    .map((line) => line.split(':').slice(2).join(':'));
  const mounts = readText(join(root, 'proc/self/mountinfo')).split('\n').flatMap(readMountPoint);
  const folders = new Set<string>();
  for (const mount of mounts)
    for (const group of groups) {
      const names = group.split('/').filter((name) => name !== '');
      for (let depth = 0; depth <= names.length; depth++)
        folders.add(join(root, mount, ...names.slice(0, depth)));
    }
  return [...folders];
}

/** The mount point, the fifth field, if the file system that comes after ` - ` is one of control groups. */
function readMountPoint(line: string): string[] {
  const [mount = '', source = ''] = line.split(' - ');
  const point = mount.split(' ')[4];
  return point !== undefined && CGROUP_FILE_SYSTEMS.has(source.split(' ')[0]!) ? [point] : [];
}

/** The share of time that a group may run, divided by the period: `150000 100000` is one and a half cores. */
function readCores(folder: string): number {
  const [quota, period] = readText(join(folder, 'cpu.max')).split(' ').map(Number);
  if (quota !== undefined && period !== undefined && quota > 0) return quota / period;
  const quotaUs = readNumber(join(folder, 'cpu.cfs_quota_us'));
  // Version 1 writes -1 for no limit.
  if (quotaUs <= 0 || quotaUs === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  return quotaUs / readNumber(join(folder, 'cpu.cfs_period_us'));
}

/** Infinity for a file that is missing, empty or says `max`. */
function readNumber(file: string): number {
  const number = Number.parseInt(readText(file), 10);
  return Number.isNaN(number) ? Number.POSITIVE_INFINITY : number;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
