import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeStarter } from '../build/starter.ts';
import { openDisposable } from '../src/sqlite/driver.ts';
import { VERSION } from '../src/version.ts';
import { completions, documents, samples, units } from './archive-files.ts';
import { describeMaterials } from './bill-of-materials.ts';
import { DRAWN_FROM, findBundledPackages } from './bundled-packages.ts';
import { compile } from './compile.ts';
import { debName, isForDebian, packDeb } from './deb.ts';
import { findPlatformIn } from './executable-header.ts';
import { makePictures } from './pictures.ts';
import { PLATFORMS, type Platform } from './platforms.ts';
import { describeProvenance } from './provenance.ts';
import { signFile } from './sign.ts';
import { type ArchivedFile, packTar } from './tar.ts';
import { readTarget } from './target-flag.ts';
import { writeThirdPartyLicenses } from './third-party-licenses.ts';
import { packZip } from './zip.ts';

/**
 * `npm run release [-- --target NAME]` writes to `dist/release`: an archive for every platform, or for one of them, Debian
 * packages, the install script, the bill of materials, the licences, the provenance and the checksums. The same source always
 * gives the same bytes; only the signature of the checksums, where a key is named, is new each time.
 */
const ROOT = join(import.meta.dir, '..');
const RELEASE = join(ROOT, 'dist', 'release');
/** The best compression that does not take minutes. */
const GZIP_LEVEL = 6;

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

async function release(platforms: readonly Platform[]): Promise<void> {
  rmSync(RELEASE, { recursive: true, force: true });
  mkdirSync(RELEASE, { recursive: true });
  await makeStarter();
  makePictures();
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as Manifest;
  const bunVersion = devDependencies.bun!;
  if (Bun.version !== bunVersion)
    throw new Error(`this is Bun ${Bun.version}, but package.json pins ${bunVersion}; run npm ci`);
  const packages = await findBundledPackages(ROOT);
  const materials = describeMaterials({
    version: VERSION,
    bunVersion,
    sqliteVersion: sqliteVersion(),
    packages,
    direct: [...Object.keys(dependencies), ...DRAWN_FROM],
  });
  write(`larder-${VERSION}.cdx.json`, `${JSON.stringify(materials, null, 2)}\n`);
  const licenses = writeThirdPartyLicenses(packages, bunVersion);
  write('THIRD-PARTY-LICENSES.txt', licenses);
  const extras = [...documents(licenses), ...completions(), ...samples()];
  for (const platform of platforms) await writeArchive(platform, extras);
  write('install.sh', readFileSync(join(import.meta.dir, 'install.sh')));
  const provenance = describeProvenance({
    version: VERSION,
    commit: findCommit(),
    lockDigest: digestOf(join(ROOT, 'package-lock.json')),
    bunVersion,
    files: released(),
  });
  write(`larder-${VERSION}.provenance.json`, `${JSON.stringify(provenance, null, 2)}\n`);
  write('SHA256SUMS', checksums());
  const signer = signFile(join(RELEASE, 'SHA256SUMS'), process.env);
  console.log(signer === null ? 'not signed: no key was named' : `SHA256SUMS was signed by ${signer}`);
}

/** Null when this is not a git checkout, or differs from its commit. */
function findCommit(): string | null {
  if (Bun.which('git') === null) return null;
  const git = (...args: string[]) =>
    Bun.spawnSync(['git', ...args], { cwd: ROOT })
      .stdout.toString()
      .trim();
  return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') || null : null;
}

/** Writes the archive of a platform, and the Debian package where there is one. */
async function writeArchive(platform: Platform, extras: readonly ArchivedFile[]): Promise<void> {
  const unpacked = join(RELEASE, platform.executable);
  await compile(platform, unpacked);
  const made = findPlatformIn(unpacked);
  if (made !== platform.name) throw new Error(`the executable for ${platform.name} is made for ${made}`);
  const executable = readFileSync(unpacked);
  rmSync(unpacked);
  const isWindows = platform.name.startsWith('windows');
  const isLinux = platform.name.startsWith('linux');
  const files = [
    { path: isWindows ? 'larder.exe' : 'larder', bytes: executable, isExecutable: true },
    ...extras,
    ...(isLinux ? units() : []),
  ].map((file) => ({ ...file, path: `${folderOf(platform)}/${file.path}` }));
  write(
    archiveOf(platform),
    isWindows ? packZip(files) : Bun.gzipSync(packTar(files), { level: GZIP_LEVEL }),
  );
  if (isForDebian(platform.name)) {
    const contents = { version: VERSION, platform: platform.name, executable };
    write(debName(contents), packDeb({ ...contents, extras: [...extras, ...units()] }));
  }
}

function folderOf({ name }: Platform): string {
  return `larder-${VERSION}-${name}`;
}

function archiveOf(platform: Platform): string {
  return `${folderOf(platform)}.${platform.name.startsWith('windows') ? 'zip' : 'tar.gz'}`;
}

/** In the format of `sha256sum --check`. */
function checksums(): string {
  return released()
    .map(({ name, sha256 }) => `${sha256}  ${name}\n`)
    .join('');
}

/** The files of the release so far. */
function released(): { name: string; sha256: string }[] {
  return readdirSync(RELEASE)
    .sort()
    .map((name) => ({ name, sha256: digestOf(join(RELEASE, name)) }));
}

function digestOf(file: string): string {
  return new Bun.CryptoHasher('sha256').update(readFileSync(file)).digest('hex');
}

function sqliteVersion(): string {
  const db = openDisposable(':memory:', 0);
  const version = db.prepare('SELECT sqlite_version()').pluck().get() as string;
  db.close();
  return version;
}

function write(name: string, content: string | Uint8Array): void {
  const bytes = Buffer.from(content as Uint8Array);
  writeFileSync(join(RELEASE, name), bytes);
  console.log(`dist/release/${name}  ${(bytes.length / 1e6).toFixed(1)} MB`);
}

if (import.meta.main) {
  const target = readTarget('release', process.argv.slice(2)) ?? 'all';
  try {
    await release(PLATFORMS.filter(({ name }) => target === 'all' || name === target));
  } catch (error) {
    console.error(`release: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
