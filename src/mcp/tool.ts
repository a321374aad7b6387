import type { Static, TObject, TSchema } from '@sinclair/typebox';
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value';
import { type Json, toJsonSchema } from '../json-schema.ts';
import { nearestName } from '../nearest-name.ts';

/** A tool, described for a model: when to use it, and what it returns. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Json & { type: 'object' };
  /** The answer, or a text that says why there is none. */
  call(input: unknown): ToolResult | string;
}

/** Every answer carries the credit, so that a model that shows the data can give it. */
export interface ToolResult {
  [member: string]: unknown;
  credit: string;
}

export function describeTool<Input extends TObject>(
  name: string,
  title: string,
  inputSchema: Input,
  {
    description,
    call,
    prepare = (sent) => sent,
  }: {
    description: string;
    call: (input: Static<Input>) => ToolResult | string;
    /** Puts what models write in another way where the schema has it. */
    prepare?: (sent: unknown) => unknown;
  },
): Tool {
  return {
    name,
    title,
    description,
    inputSchema: { ...toJsonSchema(inputSchema), type: 'object' },
    call(sent) {
      const input = prepare(sent);
      const wrong = Value.Errors(inputSchema, input).First();
      return wrong === undefined ? call(input as Static<Input>) : `${name}: ${explain(wrong, inputSchema)}`;
    },
  };
}

/** A model corrects its call by this, so it has to say what is allowed. */
function explain({ type, path, message, schema }: ValueError, { properties }: TObject): string {
  const where = path.slice(1) || 'input';
  if (type === ValueErrorType.ObjectAdditionalProperties) {
    const meant = nearestName(where, Object.keys(properties));
    const others = `; there are ${Object.keys(properties).join(', ')}`;
    return `${where}: there is no such argument${meant === null ? others : `; did you mean ${meant}?`}`;
  }
  const options = schema.anyOf as TSchema[] | undefined;
  if (options === undefined) return `${where}: ${message}`;
  const words = options.map((option) => option.const as string | undefined);
  return words.includes(undefined)
    ? `${where}: this does not fit: ${schema.description}`
    : `${where}: must be ${words.join(' or ')}`;
}

/** Calls one of these tools; a text says why there is no answer. */
export function callOneOf(tools: readonly Tool[], name: string, input: unknown): ToolResult | string {
  const tool = tools.find((known) => known.name === name);
  return tool === undefined ? `There is no tool ${name}.` : tool.call(input);
}
