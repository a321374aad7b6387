import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCatalog } from '../../build/pipeline.ts';
import { temporaryFolder, writeExport, writeGenericFoods } from '../build/export-file.ts';
import { soldFoods } from '../build/sold-foods.ts';
import { type CommandLine, larder as runProcess } from '../contract/server-process.ts';

const folder = temporaryFolder();
const rows = soldFoods(120, 5).map((row) => ({
  ...row,
  countries_tags: row.countries_tags || 'en:belgium',
}));
const path = writeExport(join(folder, 'export.tsv'), rows);
const sources = [{ source: 'off' as const, path }];
await buildCatalog({ base: null, sources, out: join(folder, 'whole.db'), force: false }, () => {});
symlinkSync('whole.db', join(folder, 'link.db'));
writeFileSync(join(folder, 'letter.txt'), 'dear all');

const larder = (line: CommandLine, env: Record<string, string> = {}) =>
  runProcess(line, { cwd: folder, env: { HOME: folder, XDG_DATA_HOME: '', ...env } });

describe('larder slice', () => {
  test('estimates and cuts a catalogue that verify, info and search accept', () => {
    const { status, stdout, stderr } = larder(
      'slice whole.db --country FR,be --lang fr,en --top 20 --out small.db',
    );
    expect(status).toBe(0);
    const [estimate, filters] = stderr.split('\n');
    expect(estimate).toMatch(/^whole\.db: keeps 20 of 120 foods, about \d+ kB$/);
    expect(filters).toBe('  sold in be or fr, labelled in en or fr, the 20 most popular');
    for (const line of stderr.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/^small\.db: 20 foods, \d+ kB \(\d+ bytes per food\), cut in \d+ s\n$/);
    expect(larder('verify small.db')).toMatchObject({ status: 0 });
    const info = larder('info small.db').stdout;
    expect(info).toMatch(
      /cut from +120 foods of [0-9a-f]{12}, keeping those\n +sold in be or fr, labelled in/,
    );
    expect(info).toMatch(/sold in +\w\w \d+, /);
    expect(info).toMatch(/labelled in +\w\w \d+/);
    const facts = JSON.parse(larder('info small.db --json').stdout);
    expect(facts).toMatchObject({
      foods: 20,
      cut_from: [{ parent_foods: 120, countries: ['be', 'fr'], top: 20 }],
    });
    expect(Object.keys(facts.foods_by_country)).toContain('fr');
    expect(larder('search bread --catalog small.db').status).toBe(0);
  });

  test('shows with --dry-run how large it would be, and writes nothing', () => {
    const { status, stdout, stderr } = larder('slice --catalog whole.db --top 7 --dry-run --out dry.db');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toStartWith('whole.db: keeps 7 of 120 foods, about ');
    expect(existsSync(join(folder, 'dry.db'))).toBe(false);
  });

  test.each([
    ['--generic', 'none'],
    ['--without', 'generic'],
  ])('counts no generic foods with %s %s', (flag, value) => {
    const { stdout } = larder(['slice', '--data', 'none', '--top', '5', '--dry-run', flag, value]);
    expect(stdout).toMatch(
      /^starter: keeps 5 of 29,\d{3} foods, about .*\n {2}the 5 most popular, without generic foods\n/,
    );
    expect(stdout).toMatch(/\n {2}5 of \d+ products, 0 of 29,\d{3} generic foods\n/);
  });

  test('does not pass generic foods off as those of a country', () => {
    writeGenericFoods(join(folder, 'usda.tsv'), 150);
    larder('build export.tsv --usda usda.tsv --out mixed.db');
    expect(larder('slice mixed.db --country va --dry-run')).toMatchObject({
      status: 1,
      stderr: 'larder: mixed.db: has no products that are sold in va; loosen the filters\n',
    });
    const { stdout } = larder('slice mixed.db --country fr --top 20 --dry-run');
    expect(stdout).toMatch(/\n {2}20 of 120 products, 150 of 150 generic foods\n/);
  });

  test('cuts FILE rather than the catalogue that the environment names', () => {
    const { status, stdout } = larder('slice whole.db --top 7 --dry-run', { LARDER_CATALOG: 'gone.db' });
    expect(status).toBe(0);
    expect(stdout).toStartWith('whole.db: keeps 7 of 120 foods, about ');
  });

  test('cuts the catalogue in the data directory by default', () => {
    const data = join(folder, 'data');
    expect(larder('build export.tsv --out catalog.db --without generic').status).toBe(0);
    const { stderr } = larder('slice --data . --top 5 --out five.db');
    expect(stderr).toStartWith('catalog.db: keeps 5 of 120 foods');
    const { stdout } = larder(['slice', '--data', data, '--top', '5', '--dry-run']);
    expect(stdout).toMatch(/^starter: keeps 29,\d{3} of 29,\d{3} foods, about /);
    expect(stdout).toMatch(/\n {2}5 of \d+ products, (29,\d{3}) of \1 generic foods\n/);
  });

  test.each([
    ['a command without filters', '', /give at least one of --country, --lang and --top, or --generic/],
    ['an unknown country', '--country fr,zz', /--country takes two-letter country codes .* not 'zz'/],
    ['the name of a country', '--country france', /not 'france' \(use fr\)/],
    ['an unknown language', '--lang xx', /--lang takes two-letter language codes .* not 'xx'/],
    ['zero foods', '--top 0', /--top takes a whole number from 1 .* not '0'/],
    ['half a food', '--top 1.5', /--top takes a whole number/],
    [
      'an unknown table',
      '--generic tcf',
      /--generic takes all, none or tables among usda, .*bls.*, not 'tcf'/,
    ],
    ['two catalogues', 'whole.db --top 5', /give at most one catalogue FILE/],
    ['a catalogue and --catalog', '--catalog link.db --top 5', /give FILE or --catalog, not both/],
    ['a slice over its own parent', '--top 5 --out whole.db', /is the catalogue to be cut/],
    ['the same by another name', '--top 5 --out link.db', /is the catalogue to be cut/],
  ])('refuses %s with status 2, in one line', (_, args, said) => {
    const { status, stdout, stderr } = larder(`slice whole.db --out none.db ${args}`);
    expect({ status, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({
      status: 2,
      stdout: '',
      lines: 1,
    });
    expect(stderr).toMatch(said);
    expect(existsSync(join(folder, 'none.db'))).toBe(false);
  });

  test('requires --out', () => {
    for (const filters of [['--top', '5'], []]) {
      expect(larder(['slice', 'whole.db', ...filters])).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('--out FILE is missing; --dry-run shows what would be in it'),
      });
    }
  });

  test.each([
    [
      'nothing is left',
      'whole.db --country va',
      /whole\.db: has no foods that are sold in va; loosen the filters/,
    ],
    ['there is no such catalogue', 'gone.db --top 5', /gone\.db: no such file; check the path/],
    ['it is not a catalogue', 'letter.txt --top 5', /letter\.txt: is not a larder catalogue/],
    ['another file is in its place', 'whole.db --top 5 --out letter.txt', /would be overwritten/],
  ])('fails if %s, and says so in its last line', (_, args, said) => {
    const { status, stdout, stderr } = larder(`slice --out none.db ${args}`);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(said);
    expect(existsSync(join(folder, 'none.db'))).toBe(false);
    expect(readFileSync(join(folder, 'letter.txt'), 'utf8')).toBe('dear all');
  });
});
