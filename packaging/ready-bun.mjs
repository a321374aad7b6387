// Finishes the installation of Bun. Its package leaves that to an install script, but install scripts are disabled here
// (see .npmrc), so every npm script that needs Bun runs this first. It runs on Node, since Bun may not work yet.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bunPackage = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', 'bun');

function isReady() {
  return spawnSync(join(bunPackage, 'bin', 'bun.exe'), ['--version']).status === 0;
}

if (!isReady()) {
  const install = spawnSync(process.execPath, ['install.js'], { cwd: bunPackage, encoding: 'utf8' });
  if (install.status !== 0 || !isReady()) {
    process.stderr.write(
      `cannot run bun: ${(install.stderr || 'run `npm ci` first').trim().split('\n').at(-1)}\n`,
    );
    process.exit(1);
  }
}
