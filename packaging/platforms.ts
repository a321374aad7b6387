/** A supported platform: its name in file names, Bun's compile target, and the native files of the SQLite driver and of argon2. */
export interface Platform {
  readonly name: string;
  readonly target: Bun.Build.CompileTarget;
  readonly driver: string;
  readonly argon2: string;
  readonly executable: string;
}

export const PLATFORMS: readonly Platform[] = [
  platform('linux-x64', 'bun-linux-x64', 'linux-x64', 'linux-x64-gnu'),
  platform('linux-arm64', 'bun-linux-arm64', 'linux-arm64', 'linux-arm64-gnu'),
  platform('linux-x64-musl', 'bun-linux-x64-musl', 'linuxmusl-x64', 'linux-x64-musl'),
  platform('linux-arm64-musl', 'bun-linux-arm64-musl', 'linuxmusl-arm64', 'linux-arm64-musl'),
  platform('macos-x64', 'bun-darwin-x64', 'darwin-x64', 'darwin-x64'),
  platform('macos-arm64', 'bun-darwin-arm64', 'darwin-arm64', 'darwin-arm64'),
  platform('windows-x64', 'bun-windows-x64', 'win32-x64', 'win32-x64-msvc'),
];

/** The platform of this machine; null if it is not supported. */
export function findOwnPlatform(): Platform | null {
  const isMusl = process.platform === 'linux' && !hasGlibc();
  const driver = `${isMusl ? 'linuxmusl' : process.platform}-${process.arch}`;
  return PLATFORMS.find((candidate) => candidate.driver === driver) ?? null;
}

function platform(name: string, target: Bun.Build.CompileTarget, driver: string, argon2: string): Platform {
  return {
    name,
    target,
    driver,
    argon2,
    executable: `larder-${name}${name.startsWith('windows') ? '.exe' : ''}`,
  };
}

function hasGlibc(): boolean {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime !== undefined;
}
