import type { TSchema } from '@sinclair/typebox';
import { formatCount } from '../counts.ts';
import { BANDS } from '../food/confidence.ts';
import { creditDuty } from '../food/credit.ts';
import { FOOD_FIELDS, Food } from '../food/food.ts';
import type { Answer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { OPERATIONS, type Operation } from '../operations/operations.ts';
import { answerText } from './page-answers.ts';
import { originOf, type Site } from './site.ts';

/** `/llms.txt`: how to use the API, for language models; made from the same descriptions as the OpenAPI document. */

export function llmsText(call: Call, site: Site): Answer {
  const origin = originOf(call, site);
  const text = `# larder

> Nutrition facts of ${formatCount(site.catalog.size)} foods: a read-only HTTP API that returns JSON. A few requests a minute need no key.

Base address: ${origin || 'this host'}

Things to know:

- All nutrient values are per 100 g. For a portion: value × grams ÷ 100.
- \`null\` means unknown. Never read it as zero, and never fill it with a guess.
- \`confidence\` runs from 0 to 1. From ${BANDS.complete.from} up, the label is complete and plausible; below ${BANDS.sparse.from}, the values are an AI estimate (\`source\` is \`ai_estimate\`): say so when you use them.
- Search tolerates typos. No match is an empty list, not an error. Prefer the barcode of a product where there is one.
- Errors are JSON with one member, \`detail\`. A path that does not exist answers 401. On 429, wait for the number of seconds in the \`Retry-After\` header.
- ${creditDuty(site.catalog.facts)}

## Endpoints

${Object.entries(OPERATIONS)
  .map(([path, operation]) => describeOperation(path.replace(/:(\w+)/g, '{$1}'), operation))
  .join('\n')}
## Fields of a food

${FOOD_FIELDS.map((field) => `- \`${field}\`: ${descriptionOf(Food.properties[field])}`).join('\n')}

## More

- [OpenAPI description](${origin}/openapi.json)
- [Interactive documentation](${origin}/docs)
- [About the catalogue and the confidence score](${origin}/about)
`;
  return answerText(text);
}

function describeOperation(path: string, { summary, description, path: inPath, query }: Operation): string {
  const required = new Set([...(inPath.required ?? []), ...(query.required ?? [])]);
  const parameters = Object.entries({ ...inPath.properties, ...query.properties }).map(
    ([name, schema]) =>
      `  - \`${name}\`${required.has(name) && schema.default === undefined ? '' : ' (optional)'}: ${descriptionOf(schema)}${boundsOf(schema)}`,
  );
  return [`- \`GET ${path}\`: ${summary}. ${description}`, ...parameters, ''].join('\n');
}

function descriptionOf(schema: TSchema): string {
  return schema.description ?? schema.anyOf?.find((one: TSchema) => one.description)?.description ?? '';
}

function boundsOf(schema: TSchema): string {
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength, default: initial } = schema;
  const bounds =
    minLength !== undefined
      ? [`${minLength} to ${maxLength} characters`]
      : maximum !== undefined
        ? [minimum === undefined ? `above ${exclusiveMinimum}, up to ${maximum}` : `${minimum} to ${maximum}`]
        : [];
  if (initial !== undefined) bounds.push(`default ${initial}`);
  return bounds.length === 0 ? '' : ` (${bounds.join(', ')})`;
}
