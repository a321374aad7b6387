import { beforeAll, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCTS, temporaryFolder, writeExport } from '../build/export-file.ts';
import { argumentsOf, type CommandLine, LARDER, larder } from '../contract/server-process.ts';
import { runIn, runLarder } from './captured-run.ts';

const folder = temporaryFolder();
writeExport(join(folder, 'export.tsv'), PRODUCTS);
mkdirSync(join(folder, 'directory'));
writeFileSync(join(folder, 'empty'), '');
writeFileSync(join(folder, 'page.html'), '<!doctype html><title>404</title>');
const packed = Bun.gzipSync(readFileSync(join(folder, 'export.tsv')));
writeFileSync(join(folder, 'cut.gz'), packed.subarray(0, packed.length / 2));
writeFileSync(join(folder, 'no-codes.tsv'), 'name\tbrands\nMilk\tFarm\n');
writeFileSync(join(folder, 'no-names.tsv'), 'code\tbrands\n3017620422003\tFarm\n');
writeFileSync(join(folder, 'typo.csv'), 'name,protien_g\nMilk,3\n');

runIn(() => folder);

/** In a process of its own, as a user runs it. */
const larderProcess = (line: CommandLine, input?: Buffer) =>
  larder(line, { cwd: folder, env: { HOME: folder, XDG_DATA_HOME: '' }, ...(input && { input }) });

describe('larder build', () => {
  test('builds a catalogue, shows what became of the rows, and writes the report', async () => {
    const args = ['build', 'export.tsv', '--out', 'a.db', '--report', 'a.json', '--without', 'generic'];
    const { status, stdout, stderr } = larderProcess(args);
    expect({ status, failed: /error/i.test(stderr) }).toEqual({ status: 0, failed: false });
    expect(stdout).toContain('a.db: 10 foods');
    expect(stdout).toMatch(/refused +1/);
    expect(stdout).not.toContain('generic');
    expect(stdout).toMatch(/no_name +1 +export\.tsv:9: 3222477066045/);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const report = JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8'));
    expect(report).toMatchObject({
      rows_read: 11,
      foods: 10,
      merged: 0,
      generic_rows: 0,
      refused: { no_name: 1 },
    });
  });

  test('adds the generic foods that come with larder, and says so', async () => {
    const usda = JSON.parse((await runLarder('info --json')).stdout).foods_by_source.usda as number;
    expect(usda).toBeGreaterThan(8000);
    const community = 100;
    const generic = usda + community;
    const { status, stdout } = await runLarder('build export.tsv --generic usda --out g.db --report g.json');
    expect(status).toBe(0);
    expect(stdout).toContain(`g.db: ${(generic + 10).toLocaleString('en')} foods`);
    expect(stdout).toMatch(/generic +8,\d{3} +of the rows are built in; see --generic none/);
    const report = JSON.parse(readFileSync(join(folder, 'g.json'), 'utf8'));
    expect(report).toMatchObject({
      rows_read: generic + 11,
      foods: generic + 10,
      merged: 0,
      generic_rows: generic,
      refused: { no_name: 1 },
      foods_by_source: { off: 10, usda, community },
    });
    // Foods that come with larder are in no line of a file.
    expect(stdout).toMatch(/ {2}usda-sr28\.tsv: \S/);
    const [example] = Object.values(report.found_examples).flat() as { file: string; line: number | null }[];
    expect(example).toMatchObject({ file: 'usda-sr28.tsv', line: null });
    const info = JSON.parse((await runLarder('info g.db --json')).stdout);
    expect(info.foods_by_source).toEqual({ off: 10, usda, community });
    expect(info.credit).toMatch(/Open Food Facts.*USDA SR28/);
    expect(info.sources.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'community',
      'community',
      'export-csv',
      'usda',
    ]);
    expect((await runLarder('search apple --catalog g.db')).stdout).toMatch(/Apples?, raw/);
  });

  test('takes the file of --usda in place of the built-in generic foods', async () => {
    const rows = readFileSync(join(import.meta.dir, '..', '..', 'data', 'usda-sr28.tsv'), 'utf8').split('\n');
    writeFileSync(join(folder, 'few.tsv'), `${rows.slice(0, 4).join('\n')}\n`);
    expect((await runLarder('build export.tsv --usda few.tsv --out few.db')).status).toBe(0);
    const info = JSON.parse((await runLarder('info few.db --json')).stdout);
    expect(info.foods_by_source).toEqual({ off: 10, usda: 3 });
  });

  test('does not pass generic foods off as those of a dump that has none', async () => {
    writeExport(join(folder, 'nameless.tsv'), [{ code: '3017620422003', product_name: '' }]);
    const { status, stderr } = await runLarder('build nameless.tsv --out none.db');
    expect([status, existsSync(join(folder, 'none.db'))]).toEqual([1, false]);
    expect(stderr).toContain(
      'none.db: not replaced, because the inputs have no foods at all (nameless.tsv:2 is refused as no_name',
    );
  });

  test('reads standard input, compressed or plain', async () => {
    const plain = readFileSync(join(folder, 'export.tsv'));
    for (const input of [plain, Buffer.from(Bun.gzipSync(plain))]) {
      expect(larderProcess(['build', '-', '--out', 'stdin.db', '--without', 'generic'], input).status).toBe(
        0,
      );
    }
  });

  test('adds the operator’s own foods and labelled estimates', async () => {
    writeFileSync(join(folder, 'own.csv'), 'name,brand,calories_kcal\n"Granny\'s soup, hot",,45\n');
    writeFileSync(join(folder, 'guess.csv'), 'name,calories_kcal\nPoké bowl,120\n');
    const flags = '--community own.csv --estimates guess.csv --out b.db --without generic';
    const { status } = await runLarder(`build export.tsv ${flags}`);
    expect(status).toBe(0);
    const info = JSON.parse((await runLarder('info b.db --json')).stdout);
    expect(info.foods_by_source).toEqual({ ai_estimate: 1, community: 1, off: 10 });
  });

  test.each([
    ['a missing file', 'missing.tsv', /missing\.tsv: no such file; check the path/],
    ['a directory', 'directory', /directory: is a directory/],
    ['an empty file', 'empty', /empty: is empty/],
    ['a web page', 'page.html', /page\.html: .*; /],
    ['a truncated download', 'cut.gz', /cut\.gz.*truncated.*download it again/],
    ['a header without codes', 'no-codes.tsv', /no-codes\.tsv:1.*code/],
    ['a header without names', 'no-names.tsv', /no-names\.tsv:1.*product_name/],
    [
      'a report in a missing folder',
      'export.tsv --report no/r.json',
      /no\/r\.json: its directory does not exist; create/,
    ],
    [
      'a directory as the report',
      'export.tsv --report directory',
      /directory: is a directory; give a file name/,
    ],
    [
      'another file as the report',
      'export.tsv --report page.html',
      /page\.html: is not a report and would be overwritten; change --report/,
    ],
    ['a misspelt column in our own CSV', 'export.tsv --community typo.csv', /typo\.csv:1.*protien_g/],
  ])('refuses %s in one line and writes nothing', async (_, args, said) => {
    const { status, stdout, stderr } = await runLarder(`build ${args} --out none.db --without generic`);
    const last = stderr.trimEnd().split('\n').at(-1)!;
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(last).toMatch(said);
    expect(stderr).not.toContain('    at ');
    expect(existsSync(join(folder, 'none.db'))).toBe(false);
  });
});

describe('a wrong command', () => {
  test.each([
    ['bild', "unknown command 'bild' (did you mean 'build'?)"],
    ['acount list', "unknown command 'acount' (did you mean 'account'?)"],
    ['account lst', "unknown command 'account lst' (did you mean 'account list'?)"],
    ['account foo', "unknown command 'account foo'; "],
    ['build', '--out FILE is missing'],
    ['build --out x.db', 'no INPUT'],
    ['build export.tsv --out', '--out needs a value'],
    ['build export.tsv --ouf x.db', 'unknown flag --ouf'],
    ['build - - --out x.db', 'only one input can be standard input (-)'],
    [
      'build export.tsv --out x.db --report ./x.db',
      '--report ./x.db would replace a file that this command uses',
    ],
    [
      'build export.tsv --out x.db --report export.tsv',
      '--report export.tsv would replace a file that this command uses',
    ],
    ['verify', 'give one catalogue FILE'],
    ['serve --accounts mysql://db/larder', '--accounts takes a file, or a URL such as postgres://'],
    ['info a b', 'give at most one catalogue FILE'],
    ['info a --catalog b', 'give FILE or --catalog, not both'],
    ['serve --port 99999', '--port takes a whole number'],
    ['serve --public-url food.example', '--public-url takes an address'],
    ['reload now', "unexpected argument 'now'"],
    ['version x', "unexpected argument 'x'"],
    ['help build x', "unexpected argument 'x'"],
    ['config --print --example', 'give --print or --example, not both'],
    ['publish a.db --to foo', 'give --to s3://BUCKET/KEY'],
    ['publish a.db --to s3://a/b', '--to s3://a/b: is not an address of the form s3://bucket/key'],
    ['pull --from s3://a/b', '--from s3://a/b: is not an address of the form s3://bucket/key'],
    ['pull --from ftp://x/y', '--from ftp://x/y: is not an http, https or s3 address'],
  ])('%j exits with status 2 and says why', async (args, said) => {
    const { status, stderr } = await runLarder(args);
    expect(status).toBe(2);
    expect(stderr).toContain(said);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

test('larder serve names a host that does not exist, without the code of the system', async () => {
  expect(await runLarder('serve --host 300.1.1.1 --port 0')).toMatchObject({
    status: 1,
    stderr: 'larder: 300.1.1.1: no such address; check --host\n',
  });
});

describe('a full disk', () => {
  const onFull = (line: string) => {
    const [program = '', ...first] = LARDER;
    const full = openSync('/dev/full', 'w');
    const run = spawnSync(program, [...first, ...line.split(' ')], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    return [run.status, run.stderr];
  };

  test.skipIf(!existsSync('/dev/full'))('fails every command whose output it loses, in one line', () => {
    const said = 'larder: standard output: the disk is full (ENOSPC); the output is incomplete\n';
    for (const args of ['info', 'help', 'version', 'search milk --json', 'completions bash'])
      expect([args, ...onFull(args)]).toEqual([args, 1, said]);
  });

  test('is not what a reader reports that has read enough', async () => {
    const [program = '', ...first] = LARDER;
    const script = 'set -o pipefail; "$@" | head -c 1';
    const args = ['search', 'milk', '--full', '--limit', '50'];
    const run = spawnSync('bash', ['-c', script, 'bash', program, ...first, ...args], { encoding: 'utf8' });
    expect([run.status, run.stderr]).toEqual([0, '']);
  });
});

describe('larder verify', () => {
  test('distinguishes an intact catalogue from an altered one', async () => {
    await runLarder('build export.tsv --out v.db --without generic');
    const whole = await runLarder('verify v.db');
    expect(whole).toMatchObject({ status: 0, stderr: '' });
    expect(whole.stdout).toMatch(/^v\.db: intact, 10 foods, sha256 [0-9a-f]{64}\n$/);
    const bytes = readFileSync(join(folder, 'v.db'));
    bytes[bytes.length - 100]! ^= 4;
    writeFileSync(join(folder, 'v.db'), bytes);
    const altered = await runLarder('verify v.db');
    expect(altered).toMatchObject({ status: 1, stdout: '' });
    expect(altered.stderr).toMatch(/^larder: v\.db: has been altered: .*; copy it again/);
  });

  test('does not advise to run itself', async () => {
    await runLarder('build export.tsv --out w.db --without generic');
    const bytes = readFileSync(join(folder, 'w.db'));
    writeFileSync(join(folder, 'cut.db'), bytes.subarray(0, bytes.length / 2));
    const { status, stderr } = await runLarder('verify cut.db');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^larder: cut\.db: .*; copy it again/);
    expect(stderr).not.toContain('larder verify');
  });
});

describe('lookups in the terminal', () => {
  beforeAll(async () => {
    await runLarder('build export.tsv --out look.db --without generic');
  });
  const look = (line: CommandLine) => runLarder([...argumentsOf(line), '--catalog', 'look.db']);

  test('larder search prints a table that fits 80 columns, without colours outside a terminal', async () => {
    const { status, stdout, stderr } = larderProcess('search nutela --catalog look.db');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/3017620422003 +539 +6\.3 +30\.9 +57\.5 +0\.\d\d +Nutella \(Ferrero\)/);
    expect(stdout).not.toContain('\u001b');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test('larder search --explain shows how the query was interpreted, in 80 columns', async () => {
    const { status, stdout } = await look('search nutela --explain');
    expect(status).toBe(0);
    expect(stdout).toContain('read as    nutella');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test('larder find lists foods by their values, in the order asked for', async () => {
    const { status, stdout } = await look('find --min protein_g=4 --max fat_g=31 --sort -fat_g --json');
    expect(status).toBe(0);
    const foods = JSON.parse(stdout) as { protein_g: number; fat_g: number }[];
    expect(foods.length).toBeGreaterThan(1);
    for (const { protein_g, fat_g } of foods) expect([protein_g >= 4, fat_g <= 31]).toEqual([true, true]);
    expect(foods.map(({ fat_g }) => fat_g)).toEqual(foods.map(({ fat_g }) => fat_g).sort((a, b) => b - a));
    expect((await look('find nutella --brand FERRERO')).stdout).toContain('Nutella (Ferrero)');
    expect(await look('find --brand nobody')).toMatchObject({
      status: 0,
      stdout: '',
      stderr: 'nothing found\n',
    });
  });

  test('lookups show the own foods that the configuration puts on top, as the server does', async () => {
    writeFileSync(
      join(folder, 'own.csv'),
      'name,barcode,calories_kcal,protein_g,fat_g,carbs_g\nXyzzy pie,20000011,210,6,11,20\n',
    );
    writeFileSync(join(folder, 'own.toml'), `overlay = ${JSON.stringify(join(folder, 'own.csv'))}\n`);
    writeFileSync(join(folder, 'own.txt'), '100 g Xyzzy pie\n');
    for (const line of [
      'search xyzzy',
      'search xyzzy --explain',
      'find xyzzy',
      'suggest xyzz',
      'barcode 20000011',
      'food 20000011',
      'recipe own.txt',
      'meal 100 g Xyzzy pie',
    ]) {
      const { status, stdout } = await look(`${line} --config own.toml`);
      expect({ line, status, isShown: stdout.includes('Xyzzy pie') }).toEqual({
        line,
        status: 0,
        isShown: true,
      });
    }
    // The other foods are still there.
    expect((await look('search nutella --config own.toml')).stdout).toContain('Nutella (Ferrero)');
    expect(await look('search xyzzy --overlay none.csv')).toMatchObject({ status: 1, stdout: '' });
  });

  test('larder find takes no allergen that it does not know', async () => {
    expect(await look('find --allergen-free Milch --allergen-free nuts,egg')).toMatchObject({
      status: 0,
    });
    for (const name of ['xyz', 'milk,xyz', '__proto__', '']) {
      const { status, stdout, stderr } = await look(['find', '--allergen-free', name]);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toMatch(/--allergen-free '.*': unknown allergen; known are en:gluten, /);
    }
  });

  test('larder recipe adds up a file, in 80 columns, and lists what it does not count', async () => {
    writeFileSync(join(folder, 'cake.txt'), '30 g Nutella\n\n2 nutella\nnutella to taste\n1 zzqxkkw\n');
    const { status, stdout } = await look('recipe cake.txt --servings 2');
    expect(status).toBe(0);
    expect(stdout).toMatch(/30 g Nutella +30 +162 +weight +Nutella/);
    expect(stdout).toMatch(/Energy +323 kcal +162 kcal/);
    expect(stdout).toContain('2 lines not counted:\n- nutella to taste: no amount given\n');
    expect(stdout).toMatch(/Fibre +≥ 0 g +≥ 0 g/);
    for (const line of stdout.split('\n')) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(80);
    const { lines, unresolved } = JSON.parse((await look('recipe cake.txt --json')).stdout);
    expect(lines.map(({ grams }: { grams: number | null }) => grams)).toEqual([30, 30, null, null]);
    expect(unresolved).toEqual([2, 3]);
  });

  test('larder recipe says what it leaves out of a line', async () => {
    writeFileSync(join(folder, 'two.txt'), '30 g nutella and 20 g butter\n');
    const { stdout } = await look('recipe two.txt');
    expect(stdout).toContain(
      'Words that are not counted:\n- 30 g nutella and 20 g butter: 20 g butter (confidence 0.5)\n',
    );
  });

  test('larder meal adds up a sentence, in 80 columns, and lists what it does not know', async () => {
    const { status, stdout } = await look(['meal', 'for breakfast', '30 g Nutella with a zzqxkkw']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^30 g Nutella +30 +162 +weight +Nutella/m);
    expect(stdout).toMatch(/^Energy +162 kcal$/m);
    expect(stdout).toContain('1 item not counted:\n- a zzqxkkw: no food found for “zzqxkkw”\n');
    for (const line of stdout.split('\n')) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(80);
    expect((await look(['meal', 'this morning'])).stdout).toBe('No food is named.\n');
    const { items } = JSON.parse((await look(['meal', '30 g nutella', '--json'])).stdout);
    expect(items).toMatchObject([{ text: '30 g nutella', grams: 30 }]);
    expect(await look('meal')).toMatchObject({ status: 2, stdout: '' });
    expect(await look(['meal', 'a'.repeat(501)])).toMatchObject({ status: 2, stdout: '' });
  });

  test('larder recipe says which foods merely stand in for others', async () => {
    writeFileSync(join(folder, 'cheese.txt'), '50 g manchego\n100 g gouda\n');
    const { stdout } = await runLarder('recipe cheese.txt');
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'Not the very food: - 50 g manchego: Cheese, gouda stands in for it, being the nearest food',
    );
    expect(stdout).not.toContain('- 100 g gouda');
  });

  test('larder recipe shows no totals when no line counts', async () => {
    writeFileSync(join(folder, 'nothing.txt'), '1 zzqxkkw\n');
    const { status, stdout } = await look('recipe nothing.txt --servings 2');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Energy +– +–$/m);
    expect(stdout).not.toMatch(/\b0 (kcal|g|mg)\b/);
    const { total } = JSON.parse((await look('recipe nothing.txt --json')).stdout);
    expect(total.calories_kcal).toBe(0);
  });

  test('larder find names the category that was probably meant', async () => {
    expect((await look(['find', '--category', 'Hazelnut spraeds'])).stderr).toBe(
      "nothing found: no category 'Hazelnut spraeds' (did you mean 'Hazelnut spreads'?)\n",
    );
    expect((await look('find --category zzqxkkw')).stderr).toBe("nothing found: no category 'zzqxkkw'\n");
    expect((await look(['find', '--category', 'Hazelnut spreads', '--min', 'fat_g=99'])).stderr).toBe(
      'nothing found\n',
    );
  });

  test('larder info takes the catalogue as its argument or with --catalog', async () => {
    const named = larderProcess('info look.db');
    expect(named).toMatchObject({ status: 0, stderr: '' });
    expect(named).toEqual(await look('info'));
  });

  test.each([
    ['missing.txt', 'missing.txt: no such file; check the path'],
    ['directory', 'directory: is a directory; name a file'],
    ['empty.txt', 'empty.txt: has no lines; give one ingredient per line'],
    ['long.txt', 'long.txt: has 51 lines; give at most 50'],
    ['wide.txt', 'wide.txt: ingredient 2 is too long; give at most 200 characters per line'],
  ])('larder recipe refuses %s', async (file, said) => {
    writeFileSync(join(folder, 'empty.txt'), '\n \n');
    writeFileSync(join(folder, 'long.txt'), '1 g salt\n'.repeat(51));
    writeFileSync(join(folder, 'wide.txt'), `1 g salt\n${'a'.repeat(201)}\n`);
    const { status, stderr } = await look(['recipe', file]);
    expect(status).toBe(1);
    expect(stderr).toContain(said);
  });

  test('larder search says that nothing was found, or prints an empty JSON list', async () => {
    expect(await look('search zzqxkkw')).toEqual({
      status: 0,
      stdout: '',
      stderr: "nothing found for 'zzqxkkw'\n",
    });
    expect((await look('search zzqxkkw --json')).stdout).toBe('[]\n');
  });

  test.each(['search zzqxkkw', 'find zzqxkkw', 'find --brand nobody', 'barcode 3017620422010'])(
    'larder %s says that the starter catalogue has few brands, and what to do',
    async (line) => {
      const { stdout, stderr } = await runLarder(line.split(' '));
      expect(stdout).toBe('');
      expect(stderr).toContain('; the starter catalogue has few brands: `larder pull` gets all products\n');
    },
  );

  test('larder barcode and larder food show one food, with unknown values marked as such', async () => {
    const { status, stdout } = await look('barcode 3017620 422003');
    expect(status).toBe(0);
    expect(stdout).toContain('Nutella (Ferrero)');
    expect(stdout).toMatch(/Energy +539 kcal +80\.9 kcal/);
    expect(stdout).toMatch(/Fibre +– +–/);
    expect((await look('food 3017620422003')).stdout).toBe(stdout);
    expect(JSON.parse((await look('food 3017620422003 --json')).stdout)).toMatchObject({
      id: 3017620422003,
      fiber_g: null,
    });
  });

  test('portions, languages and full records can be asked for, as a label or as JSON', async () => {
    const label = await look('food 3017620422003 --grams 50 --full --explain');
    expect(label.status).toBe(0);
    expect(label.stdout).toMatch(/100 g +serving \(15 g\) +50 g/);
    expect(label.stdout).toMatch(/Energy +539 kcal +80\.9 kcal +270 kcal/);
    // Rounded as on the pages, and one column for one weight.
    const once = (await look('food 3017620422003 --servings 1')).stdout;
    expect(once).toMatch(/^ +100 g {2}serving \(15 g\)$/m);
    expect(once).toMatch(/^Fat +30\.9 g +4\.64 g$/m);
    expect(once).toMatch(/^Sodium +42\.8 mg +6\.4 mg$/m);
    expect(label.stdout).toMatch(/^confidence 0\.\d+: complete$/m);
    // What the record does not know is left out.
    expect(label.stdout).not.toMatch(/^[^:\n]+: –$/m);
    expect(label.stdout).not.toContain('allergens');
    expect(label.stdout).toMatch(/^picture: https:/m);
    expect(label.stdout).toMatch(/^categories: en:breakfasts, /m);
    // An address stays whole, so that it can be opened.
    const lines = label.stdout.split('\n').filter((line) => !line.startsWith('picture: https:'));
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    expect(JSON.parse((await look('barcode 3017620422003 --servings 2 --json')).stdout)).toMatchObject({
      portion: { grams: 30, calories_kcal: 161.7 },
    });
    const list = await look('search nutella --grams 200');
    expect(list.stdout).toMatch(/food, per 200 g/);
    expect(list.stdout).toMatch(/3017620422003 +1078 +12\.6/);
    expect((await look('find nutella --servings 1 --lang fr')).stdout).toMatch(/food, per serving/);
    expect((await look('find nutella --full')).stdout).toMatch(/^kind: /m);
    const [found] = JSON.parse((await look('find nutella --full --json')).stdout) as [{ full: object }];
    expect(Object.keys(found.full)).toContain('allergens');
  });

  test('a full record has the names of its nutrients in words, and no picture that only a server has', async () => {
    const [{ id }] = JSON.parse((await runLarder(['search', 'whole milk', '--limit', '1', '--json'])).stdout);
    const { stdout } = await runLarder(['food', String(id), '--full']);
    expect(stdout).toMatch(/^Vitamin A \(RAE\) +[\d.]+ µg$/m);
    expect(stdout).toMatch(/^Vitamin B12 +[\d.]+ µg$/m);
    expect(stdout).not.toContain('/pictures/');
    expect((await runLarder('food 3017620422003 --full')).stdout).toEndWith(
      '\n\nnothing more is known about it\n',
    );
  });

  test('--explain --json prints the explanation of each food as the API does', async () => {
    for (const command of ['search', 'find']) {
      const [first] = JSON.parse((await look([command, 'nutela', '--explain', '--json'])).stdout) as [
        { explanation: { match: { read_as: string; score: number; parts: Record<string, number> } } },
      ];
      const { read_as, score, parts } = first.explanation.match;
      expect(read_as).toBe('nutella');
      expect(Object.values(parts).reduce((sum, points) => sum + points)).toBe(score);
    }
  });

  test('larder suggest completes a text', async () => {
    const { status, stdout, stderr } = await look('suggest nut');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^food +3017620422003 {2}Nutella$/m);
    const suggestions = JSON.parse((await look('suggest nut --limit 1 --json')).stdout);
    expect(suggestions).toEqual([{ text: 'Nutella', kind: 'food', id: 3017620422003 }]);
    expect(await look('suggest zzqxkkw')).toEqual({
      status: 0,
      stdout: '',
      stderr: "no suggestions for 'zzqxkkw'\n",
    });
  });

  test.each([
    ['food 1 --grams 5 --servings 1', 2, /give --grams or --servings, not both/],
    ['food 1 --grams 0', 2, /--grams takes a number above 0, at most 100000, not '0'/],
    ['search milk --servings 1001', 2, /--servings takes a number above 0, at most 1000/],
    ['search milk --lang french', 2, /takes a two-letter language code/],
    ['find milk --explain', 2, /--explain needs --json/],
    ['suggest', 2, /give a TEXT of 1 to 100 characters/],
    ['suggest milk --limit 21', 2, /--limit takes a whole number from 1 to 20/],
    ['food 12', 1, /12: no such food in this catalogue; /],
    ['barcode 3017620422010', 1, /3017620422010: no such food in this catalogue; /],
    ['barcode 123', 1, /123: is not a barcode; give the 8 to 14 digits of one/],
    ['barcode abc', 1, /abc: is not a barcode; /],
    ['barcode 3017620422004', 1, /3017620422004: its check digit is wrong; /],
    ['food milk', 2, /give one ID/],
    ['find --min protein=20', 2, /with one of calories_kcal, .* \(did you mean protein_g\?\)/],
    ['find --max calories=20', 2, /\(did you mean calories_kcal\?\)/],
    ['find --sort -protien_g', 2, /\(did you mean -protein_g\?\)/],
    ['find --max fat_g=much', 2, /with a number, not 'fat_g=much'/],
    ['find --sort price', 2, /takes calories_kcal, .* or relevance, not 'price'/],
    ['find --sort relevance', 2, /--sort relevance needs a QUERY/],
    ['find --country france', 2, /two-letter country code/],
    ['search a', 2, /give a QUERY of 2 to 200 characters/],
    ['search milk --source usda', 2, /takes off or ai_estimate/],
  ])('larder %j exits with status %d', async (args, status, said) => {
    const run = await look(args);
    expect({ status: run.status, stdout: run.stdout }).toEqual({ status, stdout: '' });
    expect(run.stderr).toMatch(said);
  });
});

test('larder --version says the version and nothing else', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dir, '..', '..', 'package.json'), 'utf8'));
  for (const word of ['--version', 'version', '-v', '-V']) {
    expect(larderProcess([word])).toEqual({ status: 0, stdout: `larder ${version}\n`, stderr: '' });
  }
});

describe('help', () => {
  test('lists the commands and their flags in 80 columns', async () => {
    const all = await runLarder('help');
    expect(all.status).toBe(0);
    for (const args of [[], ['--help'], ['help', '--help'], ['help', 'help'], ['version', '--help']]) {
      expect((await runLarder(args)).stdout).toBe(all.stdout);
    }
    const commands = [...all.stdout.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2,}/gm)].map(([, name]) => name!);
    for (const command of [
      'serve',
      'build',
      'verify',
      'info',
      'search',
      'find',
      'suggest',
      'food',
      'barcode',
      'key create',
    ]) {
      expect(commands).toContain(command);
    }
    // Only the path of the data directory is as long as it is.
    const lines = all.stdout.split('\n').filter((line) => !line.includes(folder));
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    for (const command of commands) {
      const { status, stdout } = await runLarder([...command.split(' '), '--help']);
      expect(status).toBe(0);
      expect(stdout).toContain(`Usage: larder ${command}`);
      // A value in parentheses is an example unless it says that it is the default.
      expect(stdout).not.toMatch(/\((?:default\)|0s|read|accounts\.db)/);
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    }
  });

  test('larder info fits 80 columns as well', async () => {
    const { stdout } = await runLarder('info');
    const wide = stdout.split('\n').filter((line) => line.length > 80);
    expect(wide).toEqual([]);
  });
});
