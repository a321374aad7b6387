import { SETTINGS } from '../../server/config.ts';
import { findExposedSecrets } from '../../server/exposed-secrets.ts';
import { serve as runServer } from '../../server/serve.ts';
import type { Command } from '../command.ts';
import { secretConfigFile } from '../config-file.ts';

export const serve: Command<typeof SETTINGS> = {
  name: 'serve',
  usage: '[--catalog FILE] [--host 127.0.0.1] [--port 8080]',
  summary: 'Serve a catalogue over HTTP',
  details: [
    'Without --catalog, it serves catalog.db from the data directory or, if there is none, the built-in starter',
    'catalogue. Without --accounts, it uses accounts.db in the data directory, which is created by',
    '`larder account create` or the first sign-up. When the catalogue file is replaced, the server switches to the',
    'new one within a second, or immediately on SIGHUP. SIGTERM and SIGINT stop the server once the requests in',
    'flight have finished.',
  ],
  options: SETTINGS,
  async run({ values: config, given }, { stderr }) {
    const exposed = findExposedSecrets(config, secretConfigFile(given));
    await runServer(config, stderr.isTTY === true, exposed);
  },
};
