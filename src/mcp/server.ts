import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { VERSION } from '../version.ts';
import type { Tool, ToolResult } from './tool.ts';

const INSTRUCTIONS =
  'larder looks up foods and their nutrition in a catalogue. Search first, then use the id. If you show the data, also show the credit that comes with it.';

/** Calls a tool by its name; a text says why there is no answer. */
export type CallTool = (name: string, input: unknown) => ToolResult | string | Promise<ToolResult | string>;

/** A Model Context Protocol server for tools. It starts answering when it is connected to a transport. */
export function createMcpServer(tools: readonly Tool[], callTool: CallTool): Server {
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
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const answer = await callTool(params.name, params.arguments ?? {});
    return typeof answer === 'string'
      ? { content: [{ type: 'text', text: answer }], isError: true }
      : { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
  });
  return server;
}
