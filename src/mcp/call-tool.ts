import type { Tool, ToolResult } from './tool.ts';

/** Calls one of these tools; a text says why there is no answer. Not in server.ts, which loads the whole SDK. */
export function callOneOf(tools: readonly Tool[], name: string, input: unknown): ToolResult | string {
  const tool = tools.find((known) => known.name === name);
  return tool === undefined ? `There is no tool ${name}.` : tool.call(input);
}
