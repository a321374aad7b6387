import { expect, test } from 'bun:test';
import { join } from 'node:path';

/** Besides custom properties, which both themes have under the same names. */
const COLOURS = ['background', 'color', 'border-color', 'fill', 'stroke'];
const SITE = join(import.meta.dir, '..', '..', 'src', 'site');

test('The dark theme changes nothing but colours', async () => {
  const changed: string[] = [];
  for (const path of new Bun.Glob('**/*.css').scanSync(SITE)) {
    const style = await Bun.file(join(SITE, path)).text();
    for (const [, rules = ''] of style.matchAll(/@media \(prefers-color-scheme: dark\) \{(.*?)\n\}/gs)) {
      changed.push(...[...rules.matchAll(/^\s*([\w-]+):/gm)].map(([, property]) => property!));
    }
  }
  expect(changed.length).toBeGreaterThan(10);
  expect(changed.filter((name) => !name.startsWith('--') && !COLOURS.includes(name))).toEqual([]);
});
