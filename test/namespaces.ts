/** Linux namespaces give a test a disk, a network or processes of its own, which are gone when its command ends. */
export type Namespace = 'mount' | 'net' | 'pid';

/**
 * The command that runs a shell script as root of new namespaces; `args` are its `$1`, `$2` and so on. An ordinary user
 * gets a user namespace too, and is root only there.
 */
export function inNamespaces(kinds: readonly Namespace[], script: string, ...args: string[]): string[] {
  const isRoot = process.getuid?.() === 0;
  const flags = [
    ...kinds.map((kind) => `--${kind}`),
    ...(kinds.includes('pid') ? ['--fork'] : []),
    ...(isRoot ? [] : ['--user', '--map-root-user']),
  ];
  return ['unshare', ...flags, 'sh', '-c', `PATH="$PATH:/usr/sbin:/sbin"\n${script}`, 'sh', ...args];
}
