import { formatCount } from '../../counts.ts';
import type { FullAnswer } from '../answer.ts';
import { Body } from '../encoding.ts';
import { html, type Markup, markup } from '../markup.ts';
import script from './docs.client.js' with { type: 'text' };
import style from './docs.css' with { type: 'text' };

interface Description {
  info: { title: string; version: string; summary: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Property> & { Food: { properties: Record<string, Property> } };
    responses: Record<string, DeclaredResponse>;
  };
}
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json': { example: unknown } } };
  responses: Record<string, DeclaredResponse | { $ref: string }>;
}
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description: string;
  schema: Property;
  /** Whether a list is given by repeating the parameter. */
  explode?: boolean;
  example?: string | number | string[];
}
interface Property {
  /** A named schema, which the other members add to. */
  $ref?: string;
  type: string | string[];
  description?: string;
  enum?: string[];
  default?: unknown;
  exclusiveMinimum?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}
interface DeclaredResponse {
  description: string;
  content?: { 'application/json': { example: unknown } };
}

/** What the pages of the site have above them, and how it looks. */
export interface SiteBar {
  html: Markup;
  style: string;
}

/** The interactive documentation: one self-contained page made from the OpenAPI document. */
export function renderDocs(openApi: string, bar: SiteBar | null): FullAnswer {
  const description: Description = JSON.parse(openApi);
  const look = bar === null ? style : `${bar.style}${style}`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy(look),
    'referrer-policy': 'no-referrer',
  };
  const { text } = page(description, look, bar?.html ?? null);
  return { kind: 'document', status: 200, body: new Body(text), headers };
}

/** Allows only this page's own style and script, by their hashes, and requests to this server. */
function contentSecurityPolicy(look: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${sha256(look)}'`,
    `script-src 'sha256-${sha256(script)}'`,
    "connect-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function sha256(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('base64');
}

function page(api: Description, look: string, bar: Markup | null): Markup {
  const operations = Object.entries(api.paths).flatMap(([path, methods]): Route[] =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const [data, account] = [
    operations.filter(({ operation }) => isData(operation)),
    operations.filter(({ operation }) => !isData(operation)),
  ];
  const described = api.info.description.split('\n\n');
  const [about, credit] = [described.slice(0, -1), described.at(-1)!];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${api.info.title} API</title>
<meta name="description" content="${api.info.summary}: every endpoint of the API, to read about and to try.">
<link rel="icon" href="/favicon.ico">
<style>${markup(look)}</style>
</head>
<body>
<a class="skip" href="#top">Skip to the content</a>
${bar}
<div class="frame">
<nav aria-label="Endpoints">
<ul>
${data.map(entry)}
<li><a href="#food">Fields of a food</a></li>
<li><a href="#problems">Problems</a></li>
</ul>
${account.length > 0 && html`<details><summary>Accounts</summary><ul>${account.map(entry)}</ul></details>`}
</nav>
<main id="top" tabindex="-1">
<h1>${api.info.summary}</h1>
<p class="soft">API version ${api.info.version} · <a href="/openapi.json">OpenAPI document</a></p>
${paragraphs(about.join('\n\n'))}
<details class="credits"><summary>Licences and credit</summary>${paragraphs(credit)}</details>
<section class="card" aria-labelledby="key-title">
<h2 id="key-title">Your key</h2>
<p class="soft">Optional. It is sent with the requests you try here, and stored nowhere.</p>
<form id="key-form"><input id="key" type="password" autocomplete="off" spellcheck="false" aria-labelledby="key-title" placeholder="no key: anonymous"></form>
</section>
${data.map((one) => section(one, api))}
${foodFields(api)}
${problems(api)}
${account.length > 0 && html`<details class="card"><summary><h2>Accounts</h2></summary>${account.map((one) => section(one, api))}</details>`}
</main>
</div>
<script>${markup(script)}</script>
</body>
</html>
`;
}

/** One method of one path. */
interface Route {
  path: string;
  method: string;
  operation: Operation;
}

/** What most people come for; the others are about accounts. */
function isData({ tags }: Operation): boolean {
  return tags.some((tag) => tag === 'Foods' || tag === 'Service');
}

function entry({ operation }: Route): Markup {
  return html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`;
}

/** Folded; a link to its id, which is within, unfolds it. */
function section({ path, method, operation }: Route, api: Description): Markup {
  const parameters = operation.parameters ?? [];
  return html`<details class="card">
<summary><h2>${operation.summary}</h2><span class="address"><span class="method">${method}</span> ${path}</span></summary>
<div class="operation" id="${operation.operationId}">
${paragraphs(operation.description)}
<form data-path="${path}" data-method="${method}"${formAction(path)} method="get">
${fields(operation.operationId, parameters, api)}
${bodyField(operation)}
<button type="submit">Send</button>
</form>
<div class="answer" hidden aria-live="polite">
<div class="verdict"></div>
<pre class="curl" tabindex="0"></pre>
<pre class="body" tabindex="0"></pre>
</div>
<details>
<summary>Responses</summary>
<div class="scroll"><table>
<thead><tr><th>Status</th><th>When</th><th>Body</th></tr></thead>
<tbody>${ownResponses(operation).map(([status, response]) => responseRow(status, response))}</tbody>
</table></div>
<p>Also ${sharedStatuses(operation).join(', ')}, as in <a href="#problems">Problems</a>.</p>
</details>
</div>
</details>
`;
}

/** Without scripts, a form can be sent where its path has no parameters; braces would not be valid in an address. */
function formAction(path: string): Markup | string {
  return path.includes('{') ? '' : html` action="${path}"`;
}

/** The body to send: the example, for the reader to edit. */
function bodyField({ operationId, requestBody }: Operation): Markup | string {
  if (requestBody === undefined) return '';
  const example = JSON.stringify(requestBody.content['application/json'].example, null, 2);
  return html`<div class="field">
<label for="${operationId}-body">body<small>JSON</small></label>
<div><textarea id="${operationId}-body" data-body rows="${example.split('\n').length}" spellcheck="false">${example}</textarea></div>
</div>
`;
}

/** A field for each parameter, but one for the bounds of all nutrients, which would be most of the page. */
function fields(operationId: string, parameters: readonly Parameter[], api: Description): Markup[] {
  const names = new Set(parameters.map(({ name }) => name));
  const nutrients = parameters.flatMap(({ name }) =>
    name.startsWith(LEAST) && names.has(name.replace(LEAST, MOST)) ? [name.slice(LEAST.length)] : [],
  );
  const [first, ...others] = nutrients.flatMap((nutrient) => [`${LEAST}${nutrient}`, `${MOST}${nutrient}`]);
  return parameters.flatMap((parameter) => {
    if (parameter.name === first) return [nutrientField(operationId, nutrients)];
    return others.includes(parameter.name) ? [] : [field(operationId, withSchema(parameter, api))];
  });
}

const LEAST = 'min_';
const MOST = 'max_';

function nutrientField(operationId: string, nutrients: readonly string[]): Markup {
  const id = `${operationId}-nutrient`;
  return html`<div class="field">
<label for="${id}">${LEAST}…, ${MOST}…<small>query, optional</small></label>
<div><div class="bounds"><select id="${id}" data-nutrient>${nutrients.map((nutrient) => html`<option>${nutrient}</option>`)}</select>
<input data-bound="${LEAST}" aria-label="at least" placeholder="at least"><input data-bound="${MOST}" aria-label="at most" placeholder="at most"></div>
<p>Only foods with at least, or at most, this much per 100 g. <code>${LEAST}</code> and <code>${MOST}</code> go before the name of any of these ${nutrients.length} nutrients, and one request may bound several.</p></div>
</div>
`;
}

function field(
  operationId: string,
  { name, in: place, required, description, schema, explode, example }: Parameter,
): Markup {
  const id = `${operationId}-${name}`;
  const list = Array.isArray(example) ? example : [];
  const input =
    explode === true
      ? html`<textarea id="${id}" name="${name}" data-repeated rows="${list.length + 1}" spellcheck="false">${list.join('\n')}</textarea>`
      : control(id, name, schema, required || id === ONE_OF_TWO ? String(example ?? '') : '');
  return html`<div class="field">
<label for="${id}">${name}<small>${place}, ${required ? 'required' : 'optional'}</small></label>
<div>${input}<p>${inline(description)}${bounds(schema)}</p></div>
</div>
`;
}

/** OpenAPI cannot say that one of ids and barcodes is required; the form starts with ids. */
const ONE_OF_TWO = 'getFoods-ids';

function control(id: string, name: string, schema: Property, value: string): Markup {
  const words = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : null);
  const initial = schema.default === undefined ? 'any' : `default: ${schema.default}`;
  if (words !== null) {
    const options = words.map((word) => html`<option>${word}</option>`);
    return html`<select id="${id}" name="${name}"><option value="">${initial}</option>${options}</select>`;
  }
  const hint = schema.default === undefined ? '' : initial;
  // Numbers are text fields as well, so that readers can try invalid ones.
  return html`<input id="${id}" name="${name}" value="${value}" placeholder="${hint}" spellcheck="false">`;
}

function bounds({ exclusiveMinimum, minimum, maximum, minLength, maxLength }: Property): string {
  if (exclusiveMinimum !== undefined) return ` (above ${exclusiveMinimum}, at most ${grouped(maximum)})`;
  if (minLength !== undefined) return ` (${minLength} to ${grouped(maxLength)} characters)`;
  if (maximum !== undefined) return ` (${minimum} to ${grouped(maximum)})`;
  return minimum === undefined ? '' : ` (at least ${minimum})`;
}

/** A number such as `100,000`, which is hard to read without the comma. */
function grouped(value: number | undefined): string {
  return value === undefined ? '' : formatCount(value);
}

/** What only this operation answers, or what it answers in its own words. */
function ownResponses({ responses }: Operation): [status: string, DeclaredResponse][] {
  return Object.entries(responses).flatMap(([status, response]) =>
    '$ref' in response ? [] : [[status, response]],
  );
}

function sharedStatuses({ responses }: Operation): string[] {
  return Object.entries(responses).flatMap(([status, response]) => ('$ref' in response ? [status] : []));
}

/** What most operations answer when something is wrong, once for all of them. */
function problems({ paths, components }: Description): Markup {
  const statuses = new Map<string, string>();
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, response] of Object.entries(operation.responses))
      if ('$ref' in response) statuses.set(nameOf(response.$ref), status);
  }
  const rows = [...statuses]
    .sort(([, first], [, second]) => first.localeCompare(second))
    .map(([name, status]) => responseRow(status, components.responses[name]!));
  return html`<details class="card">
<summary><h2>Problems</h2></summary>
<div class="operation" id="problems">
<div class="scroll"><table>
<thead><tr><th>Status</th><th>When</th><th>Body</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>
</div>
</details>`;
}

function responseRow(status: string, { description, content }: DeclaredResponse): Markup {
  const example = content?.['application/json'].example;
  // Success is best seen by sending the request; a problem is shown here.
  const body = status === '200' || example === undefined ? '' : html`<code>${JSON.stringify(example)}</code>`;
  return html`<tr><td>${status}</td><td>${inline(description)}</td><td>${body}</td></tr>`;
}

function withSchema(parameter: Parameter, api: Description): Parameter {
  return { ...parameter, schema: resolve(parameter.schema, api) };
}

function resolve(property: Property, { components }: Description): Property {
  const { $ref } = property;
  return $ref === undefined ? property : { ...components.schemas[nameOf($ref)], ...property };
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function foodFields(api: Description): Markup {
  const rows = Object.entries(api.components.schemas.Food.properties).map(([name, property]) => {
    const { type, description } = resolve(property, api);
    return html`<tr><td><code>${name}</code></td><td>${[type].flat().join(' or ')}</td><td>${inline(description ?? '')}</td></tr>`;
  });
  return html`<details class="card">
<summary><h2>Fields of a food</h2></summary>
<div class="operation" id="food">
<p>Every food has all of these, in this order. Nutrients are per 100 g.</p>
<div class="scroll"><table>
<thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>
</div>
</details>`;
}

/** Blank lines separate paragraphs and backquotes mark code: all the Markdown that the descriptions use. */
function paragraphs(text: string): Markup[] {
  return text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

function inline(text: string): (Markup | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
