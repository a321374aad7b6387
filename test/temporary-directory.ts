import { afterAll } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findQuickFolder } from './quick-folder.ts';

/**
 * Loaded before every test file (see bunfig.toml): all temporary files of a test file, also those of libraries such as
 * Playwright, go into one folder that is removed after its last test.
 */
const outer = process.env.TMPDIR;
const directory = mkdtempSync(join(outer ?? findQuickFolder(), 'larder-test-'));
process.env.TMPDIR = directory;

afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
  if (outer === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = outer;
});
