import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  InitializeRequestSchema,
  LATEST_PROTOCOL_VERSION,
  ListToolsRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { VERSION } from '../version.ts';
import type { Tool, ToolResult } from './tool.ts';

const INSTRUCTIONS =
  'larder looks up foods and their nutrition in a catalogue. Search first, then use the id. If you show the data, also show the credit that came with the first answer.';
const CAPABILITIES = { tools: {} };
/** The first version of the protocol whose clients take structured content; versions are dates. */
const FIRST_STRUCTURED = '2025-06-18';
const PROTOCOL_HEADER = 'mcp-protocol-version';

/** Calls a tool by its name; a text says why there is no answer. */
export type CallTool = (name: string, input: unknown) => ToolResult | string | Promise<ToolResult | string>;

/**
 * A Model Context Protocol server for tools. It starts answering when it is connected to a transport. An answer is sent once, in the
 * form that the client takes, and the credit only where it is not that of an earlier answer.
 */
export function createMcpServer(tools: readonly Tool[], callTool: CallTool): Server {
  const serverInfo = { name: 'larder', title: 'larder', version: VERSION };
  const server = new Server(serverInfo, { capabilities: CAPABILITIES, instructions: INSTRUCTIONS });
  let negotiated: string | null = null;
  let credited: string | null = null;
  // As the SDK does it, which does not tell the version.
  server.setRequestHandler(InitializeRequestSchema, ({ params }) => {
    const isKnown = SUPPORTED_PROTOCOL_VERSIONS.includes(params.protocolVersion);
    negotiated = isKnown ? params.protocolVersion : LATEST_PROTOCOL_VERSION;
    return {
      protocolVersion: negotiated,
      capabilities: CAPABILITIES,
      serverInfo,
      instructions: INSTRUCTIONS,
    };
  });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ call: _, ...described }) => ({
      ...described,
      annotations: { readOnlyHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestInfo }) => {
    const answer = await callTool(params.name, params.arguments ?? {});
    if (typeof answer === 'string') return { content: [{ type: 'text', text: answer }], isError: true };
    const { credit, ...members } = answer;
    const sent = credit === credited ? members : answer;
    credited = credit;
    const version = negotiated ?? requestInfo?.headers[PROTOCOL_HEADER];
    return typeof version === 'string' && version >= FIRST_STRUCTURED ? structured(sent) : asText(sent);
  });
  return server;
}

function asText(answer: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
}

/** Some clients show the text to people, so that it says what there is. */
function structured(answer: Record<string, unknown>): CallToolResult {
  const members = Object.entries(answer).map(([name, value]) =>
    Array.isArray(value) ? `${value.length} ${name}` : name,
  );
  return {
    content: [{ type: 'text', text: `structuredContent: ${members.join(', ')}` }],
    structuredContent: answer,
  };
}
