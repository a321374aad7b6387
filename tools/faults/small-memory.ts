import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LARDER } from '../../test/contract/server-process.ts';
import { count, type Figure } from './figure.ts';
import { runMixedLoad } from './mixed-load.ts';

/** Where the memory of groups of processes is limited, in version 1 and 2; needs root. */
const VERSION_1 = '/sys/fs/cgroup/memory';
const VERSION_2 = '/sys/fs/cgroup';
const MB = 1024 * 1024;

/** A server with this much memory in all, the kernel's for it included, under mixed traffic. */
export async function smallMemory(catalog: string, megabytes: number, seconds: number): Promise<Figure[]> {
  const group = openGroup(megabytes);
  const command = ['sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$0" "$@"`, ...LARDER];
  try {
    const outcome = await runMixedLoad(catalog, seconds, { command });
    const { answered, wrong, faults, hasRestarted, ownMb } = outcome;
    return [
      {
        item: 36,
        done: `${count(seconds)} s of mixed traffic in ${megabytes} MB of memory`,
        figure: `${count(answered)} answered, ${wrong} wrong, ${faults} faults, own memory at most ${Math.max(...ownMb).toFixed(0)} MB`,
        toReach: 'none wrong, no fault, and it lives',
        isReached: wrong + faults === 0 && !hasRestarted,
      },
    ];
  } finally {
    rmdirSync(group);
  }
}

/** Makes a group of processes with a limit on their memory, and returns its folder. */
function openGroup(megabytes: number): string {
  const isFirst = existsSync(VERSION_1);
  const group = join(isFirst ? VERSION_1 : VERSION_2, `larder-memory-${process.pid}`);
  if (!isFirst) writeFileSync(join(VERSION_2, 'cgroup.subtree_control'), '+memory');
  mkdirSync(group);
  writeFileSync(join(group, isFirst ? 'memory.limit_in_bytes' : 'memory.max'), String(megabytes * MB));
  return group;
}
