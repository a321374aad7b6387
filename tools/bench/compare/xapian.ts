import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readLines } from '../../../test/read-lines.ts';
import type { Engine, NamedFood, Place } from './engine.ts';

const SCRIPT = join(import.meta.dir, 'ask-xapian.py');
/** Debian's bindings (`python3-xapian`) are for Debian's Python, which may not be the first one. */
const PYTHONS = ['python3', '/usr/bin/python3'];

export const XAPIAN: Engine = {
  name: 'Xapian',
  manner: 'all words, the last as a prefix, its own spelling correction; then any of them',
  async findVersion() {
    return (await findPython())?.version ?? null;
  },
  async fill(place, foods) {
    const child = await startPython('fill', place);
    for (const food of foods) child.stdin.write(`${JSON.stringify(food)}\n`);
    await child.stdin.end();
    if ((await child.exited) !== 0) throw new Error('Xapian could not be filled');
  },
  async open(place) {
    const child = await startPython('serve', place);
    const waiting: ((answer: NamedFood[]) => void)[] = [];
    readLines(child.stdout, (line) => waiting.shift()?.(JSON.parse(line)));
    const ask = (asked: object) =>
      new Promise<NamedFood[]>((resolve) => {
        waiting.push(resolve);
        child.stdin.write(`${JSON.stringify(asked)}\n`);
        child.stdin.flush();
      });
    return { search: (q) => ask({ q }), food: async (id) => (await ask({ id }))[0] ?? null };
  },
  async countBytes(place) {
    const path = pathIn(place);
    return readdirSync(path).reduce((sum, file) => sum + statSync(join(path, file)).size, 0);
  },
};

async function startPython(mode: 'fill' | 'serve', place: Place) {
  const { python } = (await findPython())!;
  const command = [python, SCRIPT, mode, pathIn(place)];
  return Bun.spawn(command, { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' });
}

function pathIn({ folder }: Place): string {
  return join(folder, 'xapian');
}

async function findPython(): Promise<{ python: string; version: string } | null> {
  for (const python of PYTHONS) {
    if (Bun.which(python) === null) continue;
    const asked = await Bun.$`${python} -c "import xapian; print(xapian.version_string())"`.nothrow().quiet();
    if (asked.exitCode === 0) return { python, version: asked.text().trim() };
  }
  return null;
}
