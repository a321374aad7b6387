import { describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readCgroupLimits } from '../../../src/server/threads/cgroup.ts';
import { countThreads } from '../../../src/server/threads/thread-count.ts';

const MB = 1024 * 1024;
const VERSION_2 = '30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate';
const UNLIMITED_IN_VERSION_1 = '9223372036854771712';

/** Reads the limits in a root directory with these files. */
function limitsWith(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'larder-cgroup-'));
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
  }
  return readCgroupLimits(root);
}

describe('The limits of a process are', () => {
  test('none where there are no control groups', () => {
    expect(limitsWith({})).toEqual({
      memoryBytes: Number.POSITIVE_INFINITY,
      cores: Number.POSITIVE_INFINITY,
    });
  });

  test('those of its own group, in version 2', () => {
    const limits = limitsWith({
      'proc/self/cgroup': '0::/system.slice/larder.service',
      'proc/self/mountinfo': VERSION_2,
      'sys/fs/cgroup/system.slice/larder.service/memory.max': String(256 * MB),
      'sys/fs/cgroup/system.slice/larder.service/cpu.max': '150000 100000',
      'sys/fs/cgroup/system.slice/memory.max': 'max',
      'sys/fs/cgroup/system.slice/cpu.max': 'max 100000',
    });
    expect(limits).toEqual({ memoryBytes: 256 * MB, cores: 1.5 });
  });

  test('those of a group above it, if they are lower', () => {
    const limits = limitsWith({
      'proc/self/cgroup': '0::/kubepods/pod1/container',
      'proc/self/mountinfo': VERSION_2,
      'sys/fs/cgroup/kubepods/pod1/container/memory.max': String(512 * MB),
      'sys/fs/cgroup/kubepods/pod1/container/cpu.max': 'max 100000',
      'sys/fs/cgroup/kubepods/pod1/memory.max': String(300 * MB),
      'sys/fs/cgroup/kubepods/cpu.max': '50000 100000',
    });
    expect(limits).toEqual({ memoryBytes: 300 * MB, cores: 0.5 });
  });

  test('where the kernel begins to slow it down, if that is lower', () => {
    const limits = limitsWith({
      'proc/self/cgroup': '0::/larder',
      'proc/self/mountinfo': VERSION_2,
      'sys/fs/cgroup/larder/memory.max': String(512 * MB),
      'sys/fs/cgroup/larder/memory.high': String(400 * MB),
    });
    expect(limits.memoryBytes).toBe(400 * MB);
  });

  test('those of a container, which sees its own group as the topmost', () => {
    const limits = limitsWith({
      'proc/self/cgroup': '0::/',
      'proc/self/mountinfo': VERSION_2,
      'sys/fs/cgroup/memory.max': String(128 * MB),
      'sys/fs/cgroup/cpu.max': '200000 100000',
    });
    expect(limits).toEqual({ memoryBytes: 128 * MB, cores: 2 });
  });

  test('those of version 1, with a folder for each kind', () => {
    const limits = limitsWith({
      'proc/self/cgroup': '4:memory:/apps/larder\n2:cpu,cpuacct:/apps\n0::/',
      'proc/self/mountinfo': [
        '34 33 0:31 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct',
        '37 33 0:34 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory',
        '43 33 0:40 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw',
      ].join('\n'),
      'sys/fs/cgroup/memory/memory.limit_in_bytes': UNLIMITED_IN_VERSION_1,
      'sys/fs/cgroup/memory/apps/memory.limit_in_bytes': String(150 * MB),
      'sys/fs/cgroup/memory/apps/larder/memory.limit_in_bytes': UNLIMITED_IN_VERSION_1,
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '-1',
      'sys/fs/cgroup/cpu,cpuacct/apps/cpu.cfs_quota_us': '300000',
      'sys/fs/cgroup/cpu,cpuacct/apps/cpu.cfs_period_us': '100000',
    });
    expect(limits).toEqual({ memoryBytes: 150 * MB, cores: 3 });
  });

  test('those of a container of version 1, whose group has the name it has outside', () => {
    const limits = limitsWith({
      'proc/self/cgroup': '4:memory:/docker/7f3a',
      'proc/self/mountinfo':
        '37 33 0:34 /docker/7f3a /sys/fs/cgroup/memory ro,relatime - cgroup cgroup rw,memory',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': String(200 * MB),
    });
    expect(limits.memoryBytes).toBe(200 * MB);
  });
});

describe('--threads auto is', () => {
  const threadsWith = (megabytes: number, cores: number) =>
    countThreads('auto', { memoryBytes: megabytes * MB, cores });

  test('one thread for each core, and at most sixteen', () => {
    expect([1, 2, 8, 16, 64].map((cores) => threadsWith(64_000, cores))).toEqual([1, 2, 8, 16, 16]);
  });

  test('rounded up where a group has part of a core', () => {
    expect([0.1, 1.5].map((cores) => threadsWith(64_000, cores))).toEqual([1, 2]);
  });

  test('fewer where memory is small, and none where there is hardly any', () => {
    expect([64, 128, 150, 256, 512, 1024].map((megabytes) => threadsWith(megabytes, 4))).toEqual([
      0, 0, 0, 1, 3, 4,
    ]);
  });

  test('at least one on any machine with a gigabyte, and a number that was set is kept', () => {
    expect(countThreads('auto')).toBeGreaterThanOrEqual(1);
    expect(countThreads(0)).toBe(0);
    expect(countThreads(40)).toBe(40);
  });
});
