import { type ArchivedFile, packTar, plainFile, withFolders } from './tar.ts';

/** What a Debian package is made of: the executable, and the files that every archive has. */
export interface DebContents {
  version: string;
  /** The name of the platform, such as `linux-x64`. */
  platform: string;
  executable: Uint8Array;
  extras: readonly ArchivedFile[];
}

/** Debian's names of the platforms that it runs on. */
const ARCHITECTURES: Readonly<Record<string, string>> = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' };
const MAINTAINER = 'The larder maintainers <larder@localhost>';
const CONFIG = 'etc/larder/larder.toml';
/** Where files of an archive go, by the beginning of their path. What is not listed stays out. */
const PLACES: readonly (readonly [from: string, to: string])[] = [
  ['completions/larder.bash', 'usr/share/bash-completion/completions/larder'],
  ['completions/_larder', 'usr/share/zsh/vendor-completions/_larder'],
  ['completions/larder.fish', 'usr/share/fish/vendor_completions.d/larder.fish'],
  ['systemd/', 'usr/lib/systemd/system/'],
  ['sample/larder.toml', CONFIG],
  ['sample/', 'usr/share/doc/larder/sample/'],
  ['docs/', 'usr/share/doc/larder/docs/'],
  ['data/', 'usr/share/doc/larder/data/'],
  ['LICENSE', 'usr/share/doc/larder/copyright'],
  ['', 'usr/share/doc/larder/'],
];
const AR_MAGIC = '!<arch>\n';
/** Higher ones need more memory to unpack than a small machine has. */
const ZSTD_LEVEL = 19;

export function isForDebian(platform: string): boolean {
  return Object.hasOwn(ARCHITECTURES, platform);
}

export function debName({ version, platform }: Pick<DebContents, 'version' | 'platform'>): string {
  return `larder_${version}_${ARCHITECTURES[platform]}.deb`;
}

/**
 * Packs a Debian package without dpkg-deb and without root; the same contents give the same bytes. Every dpkg of a system that
 * has the C++ library that it depends on reads Zstandard.
 */
export function packDeb(contents: DebContents): Uint8Array<ArrayBuffer> {
  const files = placeFiles(contents);
  return packAr([
    ['debian-binary', Buffer.from('2.0\n')],
    ['control.tar.zst', compressed(controlFiles(contents, files))],
    ['data.tar.zst', compressed(files)],
  ]);
}

function compressed(files: readonly ArchivedFile[]): Uint8Array {
  const inFolder = files.map((file) => ({ ...file, path: `./${file.path}` }));
  return Bun.zstdCompressSync(packTar(withFolders(inFolder)), { level: ZSTD_LEVEL });
}

function placeFiles({ executable, extras }: DebContents): ArchivedFile[] {
  const placed = extras.map((file) => ({ ...adapted(file), path: placeOf(file.path) }));
  const own = { path: 'usr/bin/larder', bytes: executable, isExecutable: true };
  return [own, ...placed].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function placeOf(path: string): string {
  const [from, to] = PLACES.find(([start]) => path.startsWith(start))!;
  return to.endsWith('/') ? to + path.slice(from.length) : to;
}

/** A package installs the executable in another folder, and its configuration file always exists. */
function adapted(file: ArchivedFile): ArchivedFile {
  if (!file.path.endsWith('.service')) return file;
  const text = Buffer.from(file.bytes)
    .toString()
    .replaceAll('/usr/local/bin/larder', '/usr/bin/larder')
    .replace(/^ExecStart=.*$/m, `$&\nEnvironment=LARDER_CONFIG=/${CONFIG}`);
  return plainFile(file.path, text);
}

function controlFiles(contents: DebContents, files: readonly ArchivedFile[]): ArchivedFile[] {
  const script = (name: string, text: string) => ({ ...plainFile(name, text), isExecutable: true });
  return [
    plainFile('conffiles', `/${CONFIG}\n`),
    plainFile('control', describePackage(contents, files)),
    plainFile('md5sums', files.map(({ path, bytes }) => `${md5(bytes)}  ${path}\n`).join('')),
    script('postinst', POSTINST),
    script('postrm', POSTRM),
    script('prerm', PRERM),
  ];
}

function describePackage(
  { version, platform, executable }: DebContents,
  files: readonly ArchivedFile[],
): string {
  const kilobytes = Math.ceil(files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1024);
  return `Package: larder
Version: ${version}
Architecture: ${ARCHITECTURES[platform]}
Maintainer: ${MAINTAINER}
Installed-Size: ${kilobytes}
Depends: libc6 (>= ${neededLibc(executable)}), libgcc-s1, libstdc++6 (>= 11)
Section: web
Priority: optional
Description: food and nutrition lookup service in one executable
 Answers searches, barcodes and nutrition values over HTTP from one read-only
 file, built from Open Food Facts, USDA SR28 and your own foods.
 .
 The service is not started by itself: systemctl enable --now larder
`;
}

/** The newest version of the C library whose symbols the executable needs. */
function neededLibc(executable: Uint8Array): string {
  const text = Buffer.from(executable.buffer, executable.byteOffset, executable.byteLength).toString(
    'latin1',
  );
  const minors = [...text.matchAll(/GLIBC_2\.(\d+)/g)].map(([, minor]) => Number(minor));
  return `2.${minors.reduce((most, minor) => Math.max(most, minor), 0)}`;
}

/** Where systemd does not run, as in a container or a foreign root, there is nothing to do. */
const ONLY_WITH_SYSTEMD = `#!/bin/sh
set -e
[ -d "$DPKG_ROOT/run/systemd/system" ] && [ -z "$DPKG_ROOT" ] || exit 0
`;
const POSTINST = `${ONLY_WITH_SYSTEMD}systemctl daemon-reload
# After an upgrade, a running server becomes the new one.
[ -z "$2" ] || systemctl try-restart larder.service
`;
const PRERM = `${ONLY_WITH_SYSTEMD}[ "$1" != remove ] || systemctl disable --now larder.service larder-pull.timer
`;
/** Accounts and catalogue in /var/lib/larder are left to the operator. */
const POSTRM = `${ONLY_WITH_SYSTEMD}systemctl daemon-reload
`;

function md5(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('md5').update(bytes).digest('hex');
}

/** The ar format of System V: a line of fixed width before each file, which begins at an even offset. */
function packAr(files: readonly (readonly [name: string, bytes: Uint8Array])[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [Buffer.from(AR_MAGIC)];
  for (const [name, bytes] of files) {
    const fields = [name.padEnd(16), '0'.padEnd(12), '0'.padEnd(6), '0'.padEnd(6), '100644'.padEnd(8)];
    parts.push(Buffer.from(`${fields.join('')}${String(bytes.length).padEnd(10)}\`\n`), bytes);
    if (bytes.length % 2 === 1) parts.push(Buffer.from('\n'));
  }
  return new Uint8Array(Buffer.concat(parts));
}
