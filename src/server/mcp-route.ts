import { isLoopback } from '../host-address.ts';
import { type Answer, Busy } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import type { CatalogAnswers } from '../http/catalog-answers.ts';
import { Body } from '../http/encoding.ts';
import { problem } from '../http/problems.ts';
import type { RouteDeclaration } from '../http/route.ts';
import type { CallTool } from '../mcp/server.ts';
import { memberOf } from '../member-of.ts';
import type { Site } from '../site/site.ts';
import type { ToolCall, ToolOutcome } from './mcp-tools.ts';

/**
 * The Model Context Protocol over HTTP ("streamable HTTP"), without sessions: every message is a separate request, with
 * the keys and limits of data requests, and is answered with JSON.
 */
export interface McpOptions {
  site: Site;
  answers: CatalogAnswers;
  /** Origins whose pages may call it; pages on this machine always may. */
  origins: readonly string[];
}

const BUSY = 'The server is busy. Try again in a second.';

export function createMcpRoute({ site, answers, origins }: McpOptions): RouteDeclaration {
  return {
    method: 'POST',
    path: '/mcp',
    area: 'data',
    onlyReads: true,
    costOfBody,
    requestHeaders: ['Mcp-Protocol-Version', 'Mcp-Session-Id', 'Last-Event-ID'],
    answer: (call) =>
      isFromElsewhere(call, origins) ? problem(403, 'This origin may not use the tools') : answer(call),
  };

  async function answer(call: Call): Promise<Answer> {
    // Loaded on demand: hardly any server needs the SDK, which takes a while to load.
    const [{ WebStandardStreamableHTTPServerTransport }, { createMcpServer }, tools] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
      import('../mcp/server.ts'),
      import('./mcp-tools.ts'),
    ]);
    const server = createMcpServer(tools.toolsOf(site), callAsTask(call, tools.CALL_TOOL));
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      const message = readMessage(call.body ?? '');
      const response = await transport.handleRequest(call.request, { parsedBody: message });
      const text = await response.text();
      const body = text === '' ? null : new Body(text);
      return { kind: 'uncached', status: response.status, body };
    } finally {
      await server.close();
    }
  }

  function callAsTask(call: Call, task: string): CallTool {
    return async (name, input) => {
      try {
        const { body } = await answers.run(call, task, { name, input } satisfies ToolCall);
        return JSON.parse(body.text) as ToolOutcome;
      } catch (error) {
        if (error instanceof Busy) return BUSY;
        throw error;
      }
    };
  }
}

/** The transport refuses what is not JSON, and several messages in one, as a message that it cannot read. */
function readMessage(body: string): unknown {
  try {
    const message: unknown = JSON.parse(body);
    return Array.isArray(message) ? null : message;
  } catch {
    return null;
  }
}

/** Lists cost what they cost elsewhere in the API: every ten foods or lines, or part of ten, count as one request. */
const COSTLY_LISTS = ['ids', 'barcodes', 'lines'];
const ITEMS_PER_REQUEST = 10;

function costOfBody(body: string): number {
  const message = readMessage(body) as { params?: { arguments?: Record<string, unknown> } } | null;
  const input = message?.params?.arguments ?? {};
  const lengths = COSTLY_LISTS.map((name) => {
    const list = memberOf(input, name);
    return Array.isArray(list) ? list.length : 1;
  });
  return Math.max(...lengths.map((length) => Math.ceil(length / ITEMS_PER_REQUEST)));
}

/**
 * Whether the call comes from a page that may not make it. A page can point its own name at an address in our network
 * (DNS rebinding); the name in its origin gives it away. Programs other than browsers send no origin.
 */
function isFromElsewhere(call: Call, origins: readonly string[]): boolean {
  const origin = call.header('origin');
  if (origin === null || origins.includes(origin)) return false;
  return !URL.canParse(origin) || !isLoopback(new URL(origin));
}
