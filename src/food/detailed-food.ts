import { type Static, Type } from '@sinclair/typebox';
import { judgeConfidence } from './confidence.ts';
import { type Findings, findingText, listFindings } from './findings.ts';
import { Food } from './food.ts';
import { FullRecord } from './full-record.ts';
import { mapNutrients } from './nutrients.ts';

/** What our own parameters add to a Food, after its 22 fields. */

const Points = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: { type: 'number' },
});

const PortionSchema = Type.Object(
  {
    grams: Type.Number({ description: 'The weight of the portion' }),
    ...mapNutrients(({ label }) => Type.Union([Type.Number({ description: label }), Type.Null()])),
  },
  { description: 'The nutrients of the portion asked for; null where no serving size is known' },
);

const MatchSchema = Type.Object(
  {
    read_as: Type.Union([Type.String(), Type.Null()], {
      description: 'The query as the food spells it; null when nothing was corrected',
    }),
    name: Type.String({ description: 'The name that it was found by', examples: ['Eier'] }),
    language: Type.Union([Type.String(), Type.Null()], {
      description: 'The language of that name; null for its own name where its language is unknown',
      examples: ['de'],
    }),
    score: Type.Number(),
    parts: Points,
  },
  { description: 'How well it matches the query; the parts add up to the score' },
);
/** How well a food matches a query, in points. */
export type MatchScore = Static<typeof MatchSchema>;

const ExplanationSchema = Type.Object(
  {
    confidence: Type.Object({
      score: Type.Number(),
      band: Type.String({ description: '`complete`, `sparse` or `estimate`' }),
      parts: Points,
      findings: Type.Array(Type.Object({ rule: Type.String(), text: Type.String() })),
    }),
    match: Type.Optional(MatchSchema),
  },
  { description: 'Where its confidence comes from, and its place among the results' },
);
export type Explanation = Static<typeof ExplanationSchema>;

export function explainFood({ confidence, ...food }: Food, findings: Findings): Explanation['confidence'] {
  const { band, ...parts } = judgeConfidence(food, findings);
  const rounded = Object.entries(parts).map(([name, share]) => [name, Math.round(share * 1000) / 1000]);
  return {
    score: confidence,
    band,
    parts: Object.fromEntries(rounded),
    findings: listFindings(findings).map((rule) => ({ rule, text: findingText(rule) })),
  };
}

/** A Food with the members that `grams` or `servings`, `explain` and `full` add. */
export const DetailedFood = Type.Object(
  {
    ...Food.properties,
    portion: Type.Optional(Type.Union([PortionSchema, Type.Null()])),
    explanation: Type.Optional(ExplanationSchema),
    full: Type.Optional(FullRecord),
  },
  { $id: 'DetailedFood', additionalProperties: false },
);
export type DetailedFood = Static<typeof DetailedFood>;
