import type { Catalog } from '../food/catalog.ts';
import { dataInJson, fromJson, type TaskFunctions } from '../http/task.ts';
import type { Tool, ToolResult } from '../mcp/tool.ts';
import { callOneOf } from '../mcp/tool.ts';
import { createTools } from '../mcp/tools.ts';
import type { Site } from '../site/site.ts';

/** The tools of agents as tasks, so that their searches run where other searches do. */

export const CALL_TOOL = 'call tool';

export interface ToolCall {
  name: string;
  input: unknown;
}
/** The text says why there is no answer. */
export type ToolOutcome = ToolResult | string;

export const TOOL_TASKS: TaskFunctions<Site> = {
  [CALL_TOOL]: fromJson((site, { name, input }: ToolCall) => {
    const outcome: ToolOutcome = callOneOf(toolsOf(site), name, input);
    // A text is JSON, too.
    return dataInJson(JSON.stringify(outcome));
  }),
};

/** Describing the tools takes longer than calling one. */
const known = new WeakMap<Catalog, readonly Tool[]>();

export function toolsOf({ catalog, publicUrl }: Site): readonly Tool[] {
  const tools = known.get(catalog) ?? createTools(catalog, publicUrl);
  known.set(catalog, tools);
  return tools;
}
