import { renderComment, renderType, type Schema, typeOf } from './render-schema.ts';

/** The parts of an OpenAPI document that a client is made from. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface Parameter {
  name: string;
  required: boolean;
  description?: string;
  explode?: boolean;
  schema: Schema;
}

/** An operation, and where it is. */
export interface Endpoint extends Operation {
  method: string;
  path: string;
}

export function endpointsOf({ paths }: ApiDocument): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
}

/** The source of the client: a type for every schema, and a class with a method for every operation. */
export function renderClient(document: ApiDocument): string {
  const endpoints = endpointsOf(document);
  const types = Object.entries(document.components.schemas).map(([name, schema]) => renderType(name, schema));
  const params = endpoints.filter(({ parameters }) => parameters !== undefined).map(renderParams);
  const methods = endpoints.map(renderMethod);
  return `// Made from the OpenAPI document of larder by \`npm run client\`; changes are overwritten.
import { type CallOptions, LarderBase } from './runtime.js';

export { type CallOptions, type Issue, LarderError, type LarderOptions } from './runtime.js';

${types.join('\n')}
${params.join('\n')}
/** A client of the HTTP API of larder. Every method resolves with data, or rejects with a LarderError. */
export class LarderClient extends LarderBase {
${methods.join('\n')}}
`;
}

function paramsName({ operationId }: Endpoint): string {
  return `${operationId[0]!.toUpperCase()}${operationId.slice(1)}Params`;
}

function renderParams(endpoint: Endpoint): string {
  const parameters = endpoint.parameters ?? [];
  const properties = parameters.map(({ name, description = '', schema }) => [
    name,
    { ...schema, description: withDefault(description, schema) },
  ]);
  return renderType(paramsName(endpoint), {
    type: 'object',
    description: `What ${endpoint.operationId} takes.`,
    properties: Object.fromEntries(properties),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  });
}

function withDefault(description: string, { default: value }: Schema): string {
  return value === undefined ? description : `${description} (default: ${JSON.stringify(value)})`;
}

function renderMethod(endpoint: Endpoint): string {
  const { operationId, method, path, description, parameters = [], requestBody } = endpoint;
  const body = requestBody?.content['application/json']?.schema;
  const isOptional = parameters.every(({ required }) => !required);
  const repeated = parameters.filter(({ schema, explode }) => schema.type === 'array' && explode === true);
  const takes = [
    ...(parameters.length > 0
      ? [`params: ${paramsName(endpoint)}${isOptional && !body ? ' = {}' : ''}`]
      : []),
    ...(body ? [`body: ${typeOf(body, '  ')}${requestBody?.required ? '' : ' = {}'}`] : []),
    'options?: CallOptions',
  ];
  const request = [
    `method: '${method}'`,
    `path: '${path}'`,
    ...(parameters.length > 0 ? ['params'] : []),
    ...(body ? ['body'] : []),
    ...(repeated.length > 0 ? [`repeated: [${repeated.map(({ name }) => `'${name}'`).join(', ')}]`] : []),
  ];
  return `${renderComment(description, '  ')}  ${operationId}(${takes.join(', ')}): Promise<${answerOf(endpoint)}> {
    return this.call({ ${request.join(', ')} }, options);
  }
`;
}

function answerOf({ responses }: Endpoint): string {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = success?.content?.['application/json']?.schema;
  return schema === undefined ? 'void' : typeOf(schema, '  ');
}

/** The methods as a table in Markdown. */
export function renderMethods(document: ApiDocument): string {
  const rows = endpointsOf(document).map(
    ({ operationId, method, path, summary }) => `| \`${operationId}\` | \`${method} ${path}\` | ${summary} |`,
  );
  return ['| method | endpoint | |', '|---|---|---|', ...rows].join('\n');
}
