import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Catalog } from '../food/catalog.ts';
import { VERSION } from '../version.ts';
import { createTools } from './tools.ts';

const INSTRUCTIONS =
  'larder looks up foods and their nutrition in a local catalogue. Search first, then use the id. If you show the data, also show the credit that comes with it.';

/**
 * A Model Context Protocol server for a catalogue. It starts answering when it is connected to a transport. With a
 * public address, foods have the addresses of their pages.
 */
export function createMcpServer(catalog: Catalog, publicUrl: string | null): Server {
  const tools = createTools(catalog, publicUrl);
  const server = new Server(
    { name: 'larder', title: 'larder', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ call: _, ...described }) => ({
      ...described,
      annotations: { readOnlyHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    const answer =
      tool === undefined ? `There is no tool ${params.name}.` : tool.call(params.arguments ?? {});
    return typeof answer === 'string'
      ? { content: [{ type: 'text', text: answer }], isError: true }
      : { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
  });
  return server;
}
