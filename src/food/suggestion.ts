import { type Static, Type } from '@sinclair/typebox';

/** What someone may mean who has begun to type. */

export const SUGGESTION_KINDS = ['food', 'brand', 'category'] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

/** In code points. Nobody types more before looking at the list. */
export const MAX_SUGGESTION_QUERY_LENGTH = 100;

export interface SuggestRequest {
  q: string;
  limit: number;
  /** The language whose names come first where several languages have the same; null for none. */
  language?: string | null;
}

export const Suggestion = Type.Object(
  {
    text: Type.String({
      description: 'The name that was found: of a food in any language, a brand or a category',
    }),
    kind: Type.Union(
      SUGGESTION_KINDS.map((kind) => Type.Literal(kind)),
      { $id: 'SuggestionKind', description: 'What the text names' },
    ),
    id: Type.Union([Type.Integer({ format: 'int64' }), Type.Null()], {
      description: 'The id of the food; null for brands and categories',
    }),
  },
  { $id: 'Suggestion', additionalProperties: false },
);
export type Suggestion = Omit<Static<typeof Suggestion>, 'kind'> & { kind: SuggestionKind };
