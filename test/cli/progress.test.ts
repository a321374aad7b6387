import { expect, test } from 'bun:test';
import { openBuildProgress, openDownloadProgress } from '../../src/cli/progress.ts';

const HALF_BUILT = { step: 'reading', rows: 9090, bytesRead: 50, bytesTotal: 100 };
const HALF_LOADED = { step: 'downloading', bytesDone: 1500, bytesTotal: 3000, bytesMoved: 1500 };

function shownOn(isTTY: boolean): string[] {
  const written: string[] = [];
  const screen = { isTTY, write: (text: string) => written.push(text) };
  openBuildProgress(screen).show(HALF_BUILT);
  openDownloadProgress(screen).show(HALF_LOADED);
  return written;
}

test('Progress is a plain line outside a terminal', () => {
  const [built, loaded] = shownOn(false);
  expect(built).toMatch(/^reading 50 % 9,090 rows( \d+ s left)?\n$/);
  expect(loaded).toBe('downloading 50 % 1.5 kB of 3.0 kB\n');
});

test('Progress is a bar on a terminal', () => {
  const [built, loaded] = shownOn(true);
  expect(built).toContain(`reading ${'█'.repeat(12)}${'░'.repeat(12)} 50 % 9,090 rows`);
  expect(loaded).toContain(`downloading ${'█'.repeat(9)}${'░'.repeat(9)} 50 % 1.5 kB of 3.0 kB`);
});

test('Outside a terminal a step that is done does not seem to have stopped half way', () => {
  const written: string[] = [];
  const progress = openBuildProgress({ write: (text: string) => written.push(text) });
  for (const rows of [11, 60, 100])
    progress.show({ step: 'reading', rows, bytesRead: rows, bytesTotal: 100 });
  for (const rows of [100, 100]) progress.show({ step: 'sorting', rows, bytesRead: 100, bytesTotal: 100 });
  progress.show({ step: 'reading', rows: 120, bytesRead: 20, bytesTotal: 40 });
  progress.show({ step: 'reading', rows: 140, bytesRead: 40, bytesTotal: 40 });
  progress.end();
  progress.end();
  expect(written.map((line) => line.replace(/ \d+ s left/, ''))).toEqual([
    'reading 11 % 11 rows\n',
    'reading 100 % 100 rows\n',
    'sorting… 100 rows\n',
    'reading 50 % 120 rows\n',
    'reading 100 % 140 rows\n',
  ]);
});
