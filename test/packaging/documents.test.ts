import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findUnknownVariables, findWrong } from './command-flags.ts';

const ROOT = join(import.meta.dir, '..', '..');
const DOCUMENTS = [
  ...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs')).map((file) => join('docs', file)),
];
/** Commands of one word; those of two have their flags told by the first as a group. */
const COMMAND_LINE =
  /(?:^|[\s`/])larder ((?:serve|build|pull|rollback|slice|reload|verify|info|search|food|barcode|mcp|health)(?: [^`\n|#;]*)?)/g;

describe.each(DOCUMENTS)('%s', (file) => {
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll('\\\n', ' ');

  test('names no flag that its command does not have', () => {
    const lines = [...text.matchAll(COMMAND_LINE)].map(([, line]) => line!.split(/[\s\]]+/));
    const wrong = lines.flatMap((words) => {
      const args = words.map((word) => word.replace(/^\[/, '').replace(/=.*|[.,:)…]+$/g, ''));
      return findWrong(args).map((flag) => `larder ${args[0]} ${flag}`);
    });
    expect(wrong).toEqual([]);
  });

  test('leads nowhere that is not there', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) => path!);
    expect(links.filter((path) => !existsSync(join(ROOT, dirname(file), path)))).toEqual([]);
  });
});

test('The guide for operators names no variable that the server does not have', () => {
  const guide = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
  const named = [...new Set(guide.match(/LARDER_[A-Z_]+/g))];
  expect(named.length).toBeGreaterThan(3);
  expect(findUnknownVariables('serve', named)).toEqual([]);
});

describe('The guide for operators', () => {
  const guide = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');

  test('gives the proxies what limits rely on', () => {
    expect(guide).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(guide).toContain('reverse_proxy 127.0.0.1:8080');
    expect(guide).toContain('LARDER_TRUST_PROXY=127.0.0.1,::1');
  });

  test('starts the image with what its Dockerfile has', () => {
    const image = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
    expect(guide).toContain('--volume larder:/data');
    expect(image).toContain('VOLUME /data');
    expect(guide).toContain(':8080');
    expect(image).toContain('EXPOSE 8080');
  });
});
