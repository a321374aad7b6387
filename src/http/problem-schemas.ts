import { Type } from '@sinclair/typebox';

/** Part 7: the bodies of problems, for the description of the interface and the types of clients. */
export const Problem = Type.Object(
  { detail: Type.String({ description: 'What is wrong, in one sentence' }) },
  { $id: 'Problem', additionalProperties: false },
);

export const ValidationProblem = Type.Object(
  {
    detail: Type.Array(
      Type.Object({
        type: Type.String({ description: 'The kind of failure', examples: ['string_too_short'] }),
        loc: Type.Array(Type.String(), {
          description: 'Where: `query`, `path` or `body`, then the name of the parameter or member',
          examples: [['query', 'q']],
        }),
        msg: Type.String({ description: 'What is wrong, in one sentence' }),
        input: Type.Unsafe<unknown>({
          description: 'The value as sent: text for a parameter, null for one that is missing',
        }),
        ctx: Type.Optional(
          Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
            description: 'The bound that was crossed',
          }),
        ),
      }),
      { description: 'Everything that is wrong, in the order in which the parameters are declared' },
    ),
  },
  { $id: 'ValidationProblem', additionalProperties: false },
);
