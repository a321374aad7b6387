/** The members of 422 lists as the original API words them. */
type Place = 'query' | 'path';

export const missing = (name: string) => ({
  type: 'missing',
  loc: ['query', name],
  msg: 'Field required',
  input: null,
});

export const noInteger = (name: string, input: string, place: Place = 'query') => ({
  type: 'int_parsing',
  loc: [place, name],
  msg: 'Input should be a valid integer, unable to parse string as an integer',
  input,
});

export const tooLongInteger = (name: string, input: string, place: Place = 'query') => ({
  type: 'int_parsing_size',
  loc: [place, name],
  msg: 'Unable to parse input string as an integer, exceeded maximum size',
  input,
});

export const tooSmall = (name: string, input: string, ge: number) => ({
  type: 'greater_than_equal',
  loc: ['query', name],
  msg: `Input should be greater than or equal to ${ge}`,
  input,
  ctx: { ge },
});

export const tooLarge = (name: string, input: string, le: number) => ({
  type: 'less_than_equal',
  loc: ['query', name],
  msg: `Input should be less than or equal to ${le}`,
  input,
  ctx: { le },
});

export const tooShort = (input: string) => ({
  type: 'string_too_short',
  loc: ['query', 'q'],
  msg: 'String should have at least 2 characters',
  input,
  ctx: { min_length: 2 },
});

export const tooLong = (input: string) => ({
  type: 'string_too_long',
  loc: ['query', 'q'],
  msg: 'String should have at most 200 characters',
  input,
  ctx: { max_length: 200 },
});

export const noBoolean = (name: string, input: string) => ({
  type: 'bool_parsing',
  loc: ['query', name],
  msg: 'Input should be a valid boolean, unable to interpret input',
  input,
});

export const noSource = (input: string) => ({
  type: 'literal_error',
  loc: ['query', 'source'],
  msg: "Input should be 'off' or 'ai_estimate'",
  input,
  ctx: { expected: "'off' or 'ai_estimate'" },
});
