// Makes the Bun that `npm ci` brought runnable. Its package leaves that to an install script, and install scripts are
// off here (see .npmrc), so it is done before the first script that needs Bun. Runs on Node, the one thing there is.
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
      `bun cannot run: ${(install.stderr || 'run `npm ci` first').trim().split('\n').at(-1)}\n`,
    );
    process.exit(1);
  }
}
