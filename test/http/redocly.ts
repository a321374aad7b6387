import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LINTER = join(import.meta.dir, '..', '..', 'node_modules', '.bin', 'redocly');

/** The errors that the Redocly linter finds in an OpenAPI document. */
export async function findErrors(description: string): Promise<unknown[]> {
  const directory = mkdtempSync(join(tmpdir(), 'larder-openapi-'));
  try {
    const file = join(directory, 'openapi.json');
    await Bun.write(file, description);
    const linter = Bun.spawn(['node', LINTER, 'lint', '--format', 'json', file], {
      cwd: directory,
      stdout: 'pipe',
      stderr: 'ignore',
      // No telemetry, and no check for a newer version.
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
    });
    const { problems } = JSON.parse(await new Response(linter.stdout).text()) as {
      problems: { severity: string }[];
    };
    const errors = problems.filter(({ severity }) => severity === 'error');
    if ((await linter.exited) !== 0 && errors.length === 0) throw new Error('the linter failed');
    return errors;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
