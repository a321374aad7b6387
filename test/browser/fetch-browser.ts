import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { InstalledBrowser } from './find-browser.ts';

/**
 * A browser from npm for machines that have none: Chromium as it is packed for AWS Lambda, which brings its own shared
 * libraries and runs on any x64 Linux with glibc. It is not a dependency, since it would add 65 MB to every `npm ci`.
 */
const VERSION = '147.0.2';
const PACKAGE = `@sparticuz/chromium@${VERSION}`;
const SHA512 =
  'a2a5f23c094642e4fdc1d64085cc789e685e855804b0373669d2fff85957f2ab' +
  '0b87f6323a097d190a7c74f30320146692dc6003d735412349210523d9478785';
const CACHE = join(import.meta.dir, '..', '..', '.cache');
const FOLDER = join(CACHE, `chromium-${VERSION}`);
/** A machine without a network should not spend a minute finding out. */
const NPM_FLAGS = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=1000'];

/** The browser in `.cache`, downloaded on first use; null where it cannot run or be had. */
export function fetchBrowser(): InstalledBrowser | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  if (!existsSync(FOLDER)) {
    console.error(`downloading ${PACKAGE} (65 MB) for the browser tests`);
    const problem = download();
    if (problem !== null) {
      console.error(`cannot download a browser: ${problem}`);
      return null;
    }
  }
  return {
    executablePath: join(FOLDER, 'chromium'),
    env: { LD_LIBRARY_PATH: join(FOLDER, 'lib'), FONTCONFIG_FILE: join(FOLDER, 'fonts.conf') },
    isFetched: true,
  };
}

/** Unpacks beside the target and renames, so that whoever finds the folder finds it whole. Returns what went wrong. */
function download(): string | null {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(`${FOLDER}.`);
  try {
    const pack = spawnSync('npm', ['pack', PACKAGE, '--pack-destination', folder, ...NPM_FLAGS], {
      encoding: 'utf8',
    });
    if (pack.status !== 0) return lastError(pack.stderr) ?? pack.error?.message ?? 'npm pack failed';
    const archive = join(folder, `sparticuz-chromium-${VERSION}.tgz`);
    if (createHash('sha512').update(readFileSync(archive)).digest('hex') !== SHA512)
      return 'the archive is not the one whose hash is pinned';
    unpack(folder, archive);
    if (!existsSync(FOLDER)) renameSync(folder, FOLDER);
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function lastError(text: string | null): string | undefined {
  return text
    ?.split('\n')
    .findLast((line) => /^npm (error|ERR!)/.test(line) && !line.includes('A complete log'));
}

function unpack(folder: string, archive: string): void {
  extract(archive, folder);
  const packed = join(folder, 'package', 'bin');
  writeFileSync(join(folder, 'chromium'), brotliDecompressSync(readFileSync(join(packed, 'chromium.br'))));
  chmodSync(join(folder, 'chromium'), 0o755);
  for (const name of ['al2023.tar', 'fonts.tar']) {
    writeFileSync(join(folder, name), brotliDecompressSync(readFileSync(join(packed, `${name}.br`))));
    extract(join(folder, name), folder);
    rmSync(join(folder, name));
  }
  writeFileSync(join(folder, 'fonts.conf'), FONTS_CONF);
  rmSync(join(folder, 'package'), { recursive: true });
  rmSync(archive);
}

function extract(archive: string, folder: string): void {
  const tar = spawnSync('tar', ['-xf', archive, '-C', folder], { encoding: 'utf8' });
  if (tar.status !== 0) throw new Error(`cannot unpack ${archive}: ${tar.stderr}`);
}

/** The package's own file looks for fonts where Lambda keeps them. */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
