import { type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value';
import { type Json, toJsonSchema } from '../json-schema.ts';
import { nearestName } from '../nearest-name.ts';
import type { ValuesOf } from '../operations/parameter.ts';

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

export function describeTool<Input extends TProperties>(
  name: string,
  title: string,
  {
    input,
    description,
    call,
    prepare = (sent) => sent,
  }: {
    input: Input;
    description: string;
    /** What was left out has its default, or is null. */
    call: (input: ValuesOf<Input>) => ToolResult | string;
    /** Puts what models write in another way where the schema has it. */
    prepare?: (sent: object) => object;
  },
): Tool {
  const schema: TObject = Type.Object(input as TProperties, { additionalProperties: false });
  const initial = Object.fromEntries(
    Object.entries(input).map(([key, { default: value = null }]) => [key, value]),
  );
  return {
    name,
    title,
    description,
    inputSchema: { ...toJsonSchema(schema), type: 'object' },
    call(sent) {
      const prepared = typeof sent === 'object' && sent !== null ? prepare(sent) : sent;
      const wrong = Value.Errors(schema, prepared).First();
      if (wrong !== undefined) return `${name}: ${explain(wrong, schema)}`;
      return call({ ...initial, ...(prepared as object) } as ValuesOf<Input>);
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
