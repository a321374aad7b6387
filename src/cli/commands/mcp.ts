import { findCatalog } from '../../catalog/find.ts';
import { openCatalog } from '../../catalog/open.ts';
import { type Command, refuseArguments } from '../command.ts';
import { LOOKUP_OPTIONS } from '../lookup.ts';

const { catalog: CATALOG, data: DATA } = LOOKUP_OPTIONS;
const OPTIONS = { catalog: CATALOG, data: DATA } as const;

export const mcp: Command<typeof OPTIONS> = {
  name: 'mcp',
  usage: '[--catalog FILE]',
  summary: 'Serve the lookups to AI agents (Model Context Protocol)',
  details: ['Speaks the protocol on standard input and output, and exits when its input ends.'],
  options: OPTIONS,
  async run({ values, positionals }) {
    refuseArguments(positionals);
    const { file, name } = await findCatalog(values.catalog, values.data);
    const catalog = openCatalog(file, name);
    // Loaded on demand: the SDK takes longer to load than any other command takes to start.
    const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
    const { createMcpServer } = await import('../../mcp/server.ts');
    const server = createMcpServer(catalog);
    const closed = new Promise<void>((resolve) => {
      server.onclose = resolve;
      process.stdin.once('end', resolve);
      process.stdin.once('close', resolve);
    });
    await server.connect(new StdioServerTransport());
    await closed;
    await server.close();
    catalog.close();
    return 0;
  },
};
