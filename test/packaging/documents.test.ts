import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseNetwork } from '../../src/admission/address.ts';
import { clientOf } from '../../src/admission/client.ts';
import { LARDER } from '../contract/server-process.ts';
import { findUnknownVariables, findWrong } from './command-flags.ts';

const ROOT = join(import.meta.dir, '..', '..');
const DOCUMENTS = [
  ...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];
/** Commands of one word: `larder account --help` lists the flags of none of its commands. */
const COMMAND_LINE =
  /(?:^|[\s`/])larder ((?:serve|build|pull|rollback|slice|reload|verify|info|search|food|barcode|mcp|health)(?: [^`\n|#;]*)?)/g;

describe.each(DOCUMENTS)('%s', (file) => {
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll('\\\n', ' ');

  test('uses only flags that exist', () => {
    const lines = [...text.matchAll(COMMAND_LINE)].map(([, line]) => line!.split(/[\s\]]+/));
    const wrong = lines.flatMap((words) => {
      const args = words.map((word) => word.replace(/^\[/, '').replace(/=.*|[.,:)…]+$/g, ''));
      return findWrong(args).map((flag) => `larder ${args[0]} ${flag}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('The guide for operators', () => {
  const guide = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8').replaceAll('\\\n', ' ');
  const findIn = (pattern: RegExp) => pattern.exec(guide)?.[1] ?? '';

  test('mentions only variables that the server has', () => {
    const named = [...new Set(guide.match(/LARDER_[A-Z_]+/g))];
    expect(named.length).toBeGreaterThan(3);
    expect(findUnknownVariables('serve', named)).toEqual([]);
  });

  const trusted = findIn(/^LARDER_TRUST_PROXY=(\S+)$/m)
    .split(',')
    .map((text) => parseNetwork(text)!);
  const CLIENT = '198.51.100.7';
  const FORGED = '203.0.113.9';

  test.each([
    ['Caddy', /reverse_proxy ([\d.]+):\d+/],
    ['nginx', /^\s*server ([\d.]+):\d+;/m],
  ])('has limits count the clients of %s, and believes nobody else', (_, address) => {
    // A proxy on the same machine comes from the address that it connects to.
    expect(clientOf({ clientAddress: findIn(address), header: () => CLIENT }, trusted)).toBe(CLIENT);
    expect(clientOf({ clientAddress: CLIENT, header: () => FORGED }, trusted)).toBe(CLIENT);
  });

  test('has nginx pass on the client that it saw, whatever that client claims to be', () => {
    const header = findIn(/^\s*proxy_set_header X-Forwarded-For (.+);$/m)
      .replace('$proxy_add_x_forwarded_for', `${FORGED}, ${CLIENT}`)
      .replace('$http_x_forwarded_for', FORGED)
      .replace('$remote_addr', CLIENT);
    expect(clientOf({ clientAddress: '127.0.0.1', header: () => header }, trusted)).toBe(CLIENT);
  });

  test('sends the proxies and the container to the port that larder listens on there', () => {
    const image = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
    const inside = /^EXPOSE (\d+)$/m.exec(image)?.[1];
    const volume = /^VOLUME (\S+)$/m.exec(image)?.[1];
    expect(findIn(/--publish [\d.:]+:(\d+) /)).toBe(inside!);
    expect(findIn(/--volume \w+:(\S+) /)).toBe(volume!);
    const port = String(readPort());
    expect([findIn(/reverse_proxy [\d.]+:(\d+)/), findIn(/^\s*server [\d.]+:(\d+);/m)]).toEqual([port, port]);
  });
});

/** The port in the help of `larder serve`. */
function readPort(): number {
  const [program = '', ...first] = LARDER;
  const help = spawnSync(program, [...first, 'serve', '--help'], { encoding: 'utf8' }).stdout;
  return Number(/--port (\d+)/.exec(help)?.[1]);
}
