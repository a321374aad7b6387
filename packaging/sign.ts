/** The variables that name a key; set one of them to make a release for others. */
export const SSH_KEY = 'LARDER_RELEASE_SSH_KEY';
const MINISIGN_KEY = 'LARDER_RELEASE_MINISIGN_KEY';
/** What the signature is for, so that it cannot be passed off as one for something else. */
export const NAMESPACE = 'larder-release';

/**
 * Signs a file with the key that the environment names: `FILE.sig` by SSH, `FILE.minisig` by minisign. Returns the name
 * of the program, or null when no key is named.
 */
export function signFile(file: string, env: Readonly<Record<string, string | undefined>>): string | null {
  const [sshKey, minisignKey] = [env[SSH_KEY], env[MINISIGN_KEY]];
  if (sshKey !== undefined)
    return run(['ssh-keygen', '-q', '-Y', 'sign', '-f', sshKey, '-n', NAMESPACE, file]);
  return minisignKey === undefined ? null : run(['minisign', '-S', '-s', minisignKey, '-m', file]);
}

function run([program = '', ...args]: string[]): string {
  const { success, stderr } = Bun.spawnSync([program, ...args], { stdin: 'inherit' });
  if (!success) throw new Error(`${program} could not sign: ${stderr.toString().trim()}`);
  return program;
}
