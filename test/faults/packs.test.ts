import { describe, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packFaults } from '../../tools/faults/packs.ts';
import { usePackScene } from '../cli/pack-scene.ts';
import { inNamespaces } from '../namespaces.ts';
import { needingNamespaces } from '../outside-programs.ts';

/** Real faults of packs; `npm run faults -- pack` has more of each. */
const MAIN = join(import.meta.dir, '..', '..', 'src', 'main.ts');
const TIMES = { kills: 4, cuts: 4, flips: 8, rows: 300 };

test('a pack that is killed, cut or tampered with is the whole old or the whole new one', async () => {
  const { kills, unusable, litter, cuts, accepted } = await packFaults(TIMES);
  expect({ broken: kills.broken, unusable, litter, failed: cuts.failed, accepted }).toEqual({
    broken: [],
    unusable: [],
    litter: [],
    failed: [],
    accepted: [],
  });
  expect(kills.old + kills.new).toBe(TIMES.kills);
});

describe('a disk that is too small for a pack', () => {
  const { test } = needingNamespaces('mount');
  const scene = usePackScene();

  test.each([
    ['for the download', 0.2],
    ['for what it unpacks to', 1.1],
  ])('%s is reported in one line, and the catalogue stays as it was', async (_, share) => {
    await scene.offer(2);
    mkdirSync(scene.data);
    const [former, after] = [scene.versions[0]!, join(scene.work, 'after.db')];
    const room = statSync(former).size + Math.ceil(share * statSync(scene.versions[1]!).size);
    const script = `
      mount -t tmpfs -o size=${room} tmpfs "$1" && cp '${former}' "$1/catalog.db" &&
      '${process.execPath}' '${MAIN}' pull --data "$1" --from '${scene.folder}' --pack fr --trust '${scene.key}.pub'
      echo "status $?"; cat "$1/catalog.db" > '${after}'`;
    const { stdout, stderr } = await run(inNamespaces(['mount'], script, scene.data));
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^larder: .*; free some space/);
    expect(stdout).toBe('status 1\n');
    expect(readFileSync(after).equals(readFileSync(former))).toBe(true);
  });

  async function run([command, ...args]: string[]): Promise<{ stdout: string; stderr: string }> {
    const child = spawn(command!, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (said.stdout += chunk));
    child.stderr.on('data', (chunk) => (said.stderr += chunk));
    await new Promise((resolve) => child.once('close', resolve));
    return said;
  }
});
