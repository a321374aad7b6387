import { type Log, silentLog } from '../../http/log.ts';
import { PlainError } from '../../plain-error.ts';
import { SETTINGS } from '../../server/config.ts';
import { openServedCatalog, type ServedCatalog } from '../../server/served-catalog.ts';
import type { Command, Screen } from '../command.ts';
import { followOverlay } from '../follow-overlay.ts';
import { LOOKUP_OPTIONS } from '../lookup.ts';

const { json: _, ...CATALOG_OPTIONS } = LOOKUP_OPTIONS;
const OPTIONS = {
  ...CATALOG_OPTIONS,
  lang: { ...SETTINGS.lang, help: 'the language of generic foods where none is asked for (default: en)' },
  'public-url': {
    ...SETTINGS['public-url'],
    help: 'the address of a larder server, so that answers link to the pages of foods',
  },
} as const;

export const mcp: Command<typeof OPTIONS> = {
  name: 'mcp',
  usage: '[--catalog FILE] [--overlay FILE.csv] [--public-url URL]',
  summary: 'Serve the lookups to AI agents (Model Context Protocol)',
  details: [
    'Speaks the protocol on standard input and output, and exits when its input ends. A new catalogue or',
    'overlay is used as soon as the file has been replaced.',
  ],
  options: OPTIONS,
  async run({ values }, { stderr }) {
    const publicUrl = values['public-url'];
    const served = await openServedCatalog(values, null, { publicUrl, language: values.lang });
    // Loaded on demand: the SDK takes longer to load than any other command takes to start.
    const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
    const { createMcpServer } = await import('../../mcp/server.ts');
    const { callOneOf } = await import('../../mcp/tool.ts');
    const { createTools } = await import('../../mcp/tools.ts');
    const tools = createTools(served.catalog, publicUrl);
    const server = createMcpServer(tools, (name, input) => callOneOf(tools, name, input));
    const closed = new Promise<void>((resolve) => {
      server.onclose = resolve;
      process.stdin.once('end', resolve);
      process.stdin.once('close', resolve);
    });
    const stopFollowing = followFiles(served, values.overlay, stderr);
    await server.connect(new StdioServerTransport());
    await closed;
    stopFollowing();
    await server.close();
    served.catalog.close();
  },
};

/** Standard output belongs to the protocol, so what happens to the files is reported on standard error. */
function followFiles(served: ServedCatalog, overlay: string | null, stderr: Screen): () => void {
  const report = (event: string, what: unknown) => stderr.write(`larder mcp: ${event}: ${what}\n`);
  const log: Log = {
    ...silentLog,
    event: (name, { error, version }) => report(name, error ?? version ?? ''),
  };
  const stops = [served.follow(log, { onReplaced() {}, onRefused() {} })];
  if (overlay !== null) {
    const reopen = async () => {
      try {
        await served.reopen();
        report('overlay replaced', overlay);
      } catch (error) {
        report('overlay refused', error instanceof PlainError ? error.message : error);
      }
    };
    stops.push(followOverlay(overlay, reopen));
  }
  return () => {
    for (const stop of stops) stop();
  };
}
