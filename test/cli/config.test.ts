import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '../../src/server/config.ts';
import { temporaryFolder } from '../build/export-file.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';
import { type CommandLine, larder as runProcess, startServer } from '../contract/server-process.ts';

const folder = temporaryFolder();

const larder = (line: CommandLine, env: Record<string, string> = {}) =>
  runProcess(line, { cwd: folder, env: { HOME: folder, XDG_DATA_HOME: '', ...env } });

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

function printed(args: string[], environment: Record<string, string> = {}): string[] {
  const { status, stdout, stderr } = larder(['config', '--print', ...args], environment);
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n');
}

describe('A configuration file', () => {
  test.each([
    ['toml', 'port = 9001\nhost = "::1"\nimages = false\ntrust-proxy = ["10.0.0.0/8", "::1"]\n'],
    ['json', '{"port": 9001, "host": "::1", "images": false, "trust-proxy": ["10.0.0.0/8", "::1"]}'],
  ])('in %s sets what flags would set', (kind, text) => {
    const lines = printed(['--config', write(`some.${kind}`, text)]);
    const settings = lines
      .filter((line) => line.includes(`# some.${kind}`))
      .map((line) => line.split(' # ')[0]);
    expect(settings).toEqual([
      'host = "::1"',
      'port = 9001',
      'trust-proxy = ["10.0.0.0/8","::1"]',
      'images = "off"',
    ]);
  });

  test('gives way to the environment, and that to flags', () => {
    const file = write('order.toml', 'port = 1\nreplicas = 3\nlimits = "off"\n');
    const lines = printed(['--port', '3'], { LARDER_PORT: '2', LARDER_REPLICAS: '5', LARDER_CONFIG: file });
    expect(lines).toEqual(
      expect.arrayContaining([
        'port = 3 # --port',
        'replicas = 5 # LARDER_REPLICAS',
        'limits = "off" # order.toml',
        'sign-up = "closed" # default',
      ]),
    );
  });

  test('knows every setting of the server', () => {
    const lines = printed([]);
    for (const name of Object.keys(SETTINGS)) {
      expect(
        lines.filter((line) => line.startsWith(`${name} = `) || line === `# ${name} is not set`),
      ).toHaveLength(1);
    }
  });

  test('can be what --print wrote', () => {
    const flags = [
      '--port',
      '81',
      '--metrics',
      '[::1]:9',
      '--oidc-name',
      'Öur "own" #1',
      '--threads',
      '2',
      '--access-log',
      'sample=9',
    ];
    const first = printed(flags);
    const second = printed(['--config', write('saved.toml', first.join('\n'))]);
    const values = (lines: string[]) => lines.map((line) => line.replace(/ # \S+$/, ''));
    expect(values(second)).toEqual(values(first));
    expect(first).toContain('oidc-name = "Öur \\"own\\" #1" # --oidc-name');
  });

  test('can be what --print wrote, with the table of the pull', () => {
    const text =
      'data = "kept"\n[pull]\nfrom = "https://me:hush@food.example"\ncontact = "me"\ndelta = true\n';
    const first = printed(['--config', write('pulled.toml', text)]);
    expect(first.slice(first.indexOf('[pull]') + 1)).toEqual([
      '# from is hidden; from pulled.toml. LARDER_FROM keeps it out of the file',
      'contact = "me" # pulled.toml',
      'delta = "on" # pulled.toml',
      '',
    ]);
    const second = printed(['--config', write('pulled-again.toml', first.join('\n'))]);
    expect(second).toEqual(expect.arrayContaining([expect.stringMatching(/^contact = "me" # pulled-again/)]));
  });

  test('is used by a server', async () => {
    const config = join(folder, write('served.toml', 'limits = "off"\n'));
    const server = await startServer(['--catalog', await fixtureCatalog(), '--config', config]);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => fetch(new URL('/foods/popular', server.origin))),
    );
    await server.stop();
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
  });

  test('names the accounts for the commands about them', () => {
    const config = write('accounts.toml', `accounts = "${join(folder, 'elsewhere.db')}"\n`);
    expect(larder(['account', 'create', 'ada', '--config', config]).status).toBe(0);
    expect(larder('account list --accounts elsewhere.db').stdout).toContain('ada');
  });

  test('has a table for larder pull', () => {
    const config = write(
      'pull.toml',
      'data = "kept"\n[pull]\nfrom = "nowhere"\ncontact = "me@food.example"\n',
    );
    expect(larder(['pull', '--config', config]).stderr).toContain('nowhere: ');
    expect(larder(['config', '--config', config]).stdout).toBe(
      'pull.toml: 3 settings given, all of them valid\n',
    );
    expect(larder(['config', '--config', write('one.toml', 'port = 1\n')]).stdout).toBe(
      'one.toml: 1 setting given, and it is valid\n',
    );
    expect(larder(['config', '--config', write('pull.json', '{\n"pull": {\n"form": 1}}')])).toEqual({
      status: 1,
      stdout: '',
      stderr: "larder: pull.json: unknown setting 'form'; did you mean 'from'?\n",
    });
  });

  test('hides secrets', () => {
    const text =
      'oidc-client-secret = "hush-1"\nlimits-store = "redis://me:hush-2@host"\n[pull]\nfrom = "https://host/f?hush-3"\n';
    const output = printed(['--config', write('secret.toml', text)]).join('\n');
    expect(output).not.toContain('hush');
    expect(output).toMatch(/^# oidc-client-secret is hidden; from secret.toml\. LARDER_OIDC_CLIENT_SECRET /m);
    expect(output).toMatch(/^# limits-store is hidden; from secret.toml/m);
  });

  test.each([
    ['port = 1\nprot = 2', ": unknown setting 'prot'; did you mean 'port'?"],
    ['limits_store = "redis://h"', ": unknown setting 'limits_store'; did you mean 'limits-store'?"],
    ['\nxylophone = 2', ": unknown setting 'xylophone'; `larder serve --help` lists them all"],
    [
      '# ports\nport = 99999',
      ": port takes a whole number from 0 to 65535, not '99999'; correct it and try again",
    ],
    ['sign-up = true', ": sign-up takes open or closed, not 'true'; correct it and try again"],
    ['threads = "many"', ": threads takes auto or a whole number from 0 to 64, not 'many'; correct it"],
    [
      'access-log = "sample=0"',
      ": access-log takes on, off or sample=N with N from 1 to 1000000, not 'sample=0'; correct it",
    ],
    [
      'cors-origin = ["https://a.example", "b.example"]',
      ": cors-origin takes origins such as https://app.example, * or none, not 'b.example'; ",
    ],
    ['cors-origin = []', ": cors-origin takes origins such as https://app.example, * or none, not ''; "],
    ['port = [1, 2]', ': port takes one text, number, or true or false; see `larder serve --help`'],
    ['[port]\nx = 1', ': port takes one text, number, or true or false; see `larder serve --help`'],
    ['limits = "off"\n\nport = 1 2\nhost = "h"', ':3: Expected a newline'],
    ['[pull]\nport = 1', ": unknown setting 'port'; "],
    ['port = 1\nport = 2', ":2: Cannot redefine key 'port'"],
  ])('is refused with its place: %j', (text, said) => {
    const { status, stdout, stderr } = larder(['config', '--config', write('wrong.toml', text)]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toStartWith(`larder: wrong.toml${said}`);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  test.each([
    [['limits = "off"', 'host = "0.0.0.0"'], 2, '--limits off needs a private address'],
    [['limits-store = "redis://host/x"'], 1, 'only the number of a database may follow the host; correct it'],
    [['limits = "off"', 'limits-store = "redis://h"'], 2, '--limits-store has no effect with --limits off'],
    [['plans = "typo.json"'], 1, 'typo.json: prp is invalid: '],
    [['tls-cert = "cert.pem"'], 2, '--tls-cert and --tls-key belong together'],
    [['tls-cert = "a.pem"', 'tls-key = "b.pem"'], 1, 'a.pem: cannot be read (ENOENT)'],
    [['oidc-client-id = "me"'], 2, '--oidc-client-id needs --oidc-issuer'],
    [['pictures = "kept"'], 2, '--pictures has no effect without --compat openfoodfacts'],
    [['data = "typo.json"'], 1, 'typo.json: is not a directory; name one with --data'],
  ])('is refused by larder config as by the server: %j', (lines, status, said) => {
    write('typo.json', '{"prp": {"per_minute": 1}}');
    const config = write('refused.toml', lines.join('\n'));
    for (const command of ['config', 'serve']) {
      const run = larder([command, '--config', config]);
      expect([command, run.status, run.stdout]).toEqual([command, status, '']);
      expect(run.stderr).toContain(said);
      expect(run.stderr.trimEnd()).not.toContain('\n');
    }
  });

  test.each([
    ['missing.toml', null, 'no such file'],
    ['missing', null, 'no such file'],
    ['larder.conf', 'port = 1', 'is not a .toml or .json file'],
    ['list.json', '[]', 'is not a JSON object'],
    ['broken.json', '{"port": }', 'is not valid JSON'],
  ])('%s is refused by every command that takes one', (name, text, said) => {
    if (text !== null) write(name, text);
    for (const command of [['serve'], ['config'], ['health'], ['account', 'list']]) {
      const { status, stderr } = larder([...command, '--config', name]);
      expect([status, stderr]).toEqual([1, expect.stringContaining(`larder: ${name}: ${said}; `)]);
    }
  });
});

test('The example has every setting and means nothing until it is changed', () => {
  const { stdout } = larder('config --example');
  for (const name of Object.keys(SETTINGS)) expect(stdout).toContain(`\n#${name} = `);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  const config = write('example.toml', stdout);
  expect(larder(['config', '--config', config]).stdout).toBe(
    'example.toml: no settings given; the defaults apply\n',
  );
  const changed = stdout.replace('#[pull]', '[pull]').replace(/^#(contact|port) = .*$/gm, '$1 = "1"');
  expect(larder(['config', '--config', write('changed.toml', changed)]).stdout).toContain(
    ': 2 settings given',
  );
});

test('An unknown flag or command is answered with the nearest name', () => {
  expect(larder('serve --prot 1').stderr).toContain('unknown flag --prot (did you mean --port?)');
  expect(larder('sevre').stderr).toContain("unknown command 'sevre' (did you mean 'serve'?)");
  expect(larder('serve --xylophone').stderr).toContain('unknown flag --xylophone; ');
});
