/** JSON Schema, as far as our OpenAPI document uses it, as TypeScript. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  description?: string;
  default?: unknown;
}

/** A named type, with a comment on everything that has a description. */
export function renderType(name: string, schema: Schema): string {
  const comment = renderComment(schema.description, '');
  return schema.properties === undefined
    ? `${comment}export type ${name} = ${typeOf(schema)};\n`
    : `${comment}export interface ${name} ${typeOf(schema)}\n`;
}

export function typeOf(schema: Schema, indent = ''): string {
  const { $ref, type, enum: values, anyOf } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (anyOf !== undefined) return anyOf.map((option) => typeOf(option, indent)).join(' | ');
  if (values !== undefined) return orNull(type, values.map((value) => JSON.stringify(value)).join(' | '));
  const types = [type ?? 'unknown'].flat();
  return types.map((one) => plainType(one, schema, indent)).join(' | ');
}

function orNull(type: Schema['type'], text: string): string {
  return Array.isArray(type) && type.includes('null') ? `${text} | null` : text;
}

function plainType(type: string, schema: Schema, indent: string): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return `${inBrackets(typeOf(schema.items ?? {}, indent))}[]`;
  if (type === 'object') return objectType(schema, indent);
  return type;
}

function inBrackets(text: string): string {
  return /^\w+$/.test(text) ? text : `(${text})`;
}

function objectType({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (properties === undefined) {
    const values =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown';
    return `Record<string, ${values}>`;
  }
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(
    ([name, member]) =>
      `${renderComment(member.description, inner)}${inner}${name}${required.includes(name) ? '' : '?'}: ${typeOf(member, inner)};\n`,
  );
  return `{\n${members.join('')}${indent}}`;
}

/** Ends with a line break, or is empty. */
export function renderComment(text: string | undefined, indent: string): string {
  if (!text) return '';
  const lines = text.replaceAll('*/', '* /').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}
