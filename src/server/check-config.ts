import { dataDirectory } from '../data-directory.ts';
import { UsageError } from '../options.ts';
import type { Config } from './config.ts';
import { readOpenIdSettings } from './openid-provider.ts';
import { readPlans } from './plans-file.ts';
import { checkTls } from './tls.ts';
import { checkUnlimitedUse } from './unlimited-use.ts';

/**
 * Fails if a server cannot start with these settings, whatever the catalogue and the accounts are. `larder config` and
 * a starting server run the same checks, so that neither accepts what the other refuses.
 */
export async function checkConfig(config: Config): Promise<void> {
  refuseContradictions(config);
  await checkUnlimitedUse(config);
  dataDirectory(config.data);
  checkTls(config);
  readPlans(config.plans);
  readOpenIdSettings(config);
}

function refuseContradictions(config: Config): void {
  if (config.limits === 'off' && config['limits-store'] !== null)
    throw new UsageError('--limits-store has no effect with --limits off; remove one of them');
  if (config.pictures === null) return;
  if (config.compat === 'off')
    throw new UsageError(
      '--pictures has no effect without --compat openfoodfacts; add it, or remove --pictures',
    );
  if (config['public-url'] === null)
    throw new UsageError('--pictures needs --public-url, the address that apps reach this server by');
}
