/** The members of 422 lists as the original API words them. */
interface Issue {
  type: string;
  loc: (string | number)[];
  msg: string;
  input: unknown;
  ctx?: object;
}

/** `query` unless the name says the whole place, such as `['path', 'food_id']` or `['query', 'by', 1]`. */
type Place = string | (string | number)[];

function issue(type: string, place: Place, msg: string, input: unknown, ctx?: object): Issue {
  const loc = typeof place === 'string' ? ['query', place] : place;
  return { type, loc, msg, input, ...(ctx && { ctx }) };
}

export const missing = (place: Place, input: unknown = null) =>
  issue('missing', place, 'Field required', input);

export const noInteger = (place: Place, input: string) =>
  issue('int_parsing', place, 'Input should be a valid integer, unable to parse string as an integer', input);

export const tooLongInteger = (place: Place, input: string) =>
  issue(
    'int_parsing_size',
    place,
    'Unable to parse input string as an integer, exceeded maximum size',
    input,
  );

export const noNumber = (place: Place, input: string) =>
  issue('float_parsing', place, 'Input should be a valid number, unable to parse string as a number', input);

export const notFinite = (place: Place, input: string) =>
  issue('finite_number', place, 'Input should be a finite number', input);

export const notAbove = (place: Place, input: string, gt: number) =>
  issue('greater_than', place, `Input should be greater than ${gt}`, input, { gt });

export const tooSmall = (place: Place, input: string | number, ge: number) =>
  issue('greater_than_equal', place, `Input should be greater than or equal to ${ge}`, input, { ge });

export const tooLarge = (place: Place, input: string, le: number) =>
  issue('less_than_equal', place, `Input should be less than or equal to ${le}`, input, { le });

export const tooShort = (input: string, place: Place = 'q', least = 2) => {
  const characters = least === 1 ? 'character' : 'characters';
  const msg = `String should have at least ${least} ${characters}`;
  return issue('string_too_short', place, msg, input, { min_length: least });
};

export const tooLong = (input: string, place: Place = 'q', most = 200) =>
  issue('string_too_long', place, `String should have at most ${most} characters`, input, {
    max_length: most,
  });

export const tooMany = (place: Place, input: unknown, most: number, count: number) =>
  issue('too_long', place, `List should have at most ${most} items after validation, not ${count}`, input, {
    field_type: 'List',
    max_length: most,
    actual_length: count,
  });

export const noBoolean = (place: Place, input: string) =>
  issue('bool_parsing', place, 'Input should be a valid boolean, unable to interpret input', input);

export const noneOf = (expected: string, place: Place, input: string) =>
  issue('literal_error', place, `Input should be ${expected}`, input, { expected });

export const noSource = (input: string) => noneOf("'off' or 'ai_estimate'", 'source', input);

export const notTwoLetters = (place: Place, input: string) =>
  issue('string_pattern_mismatch', place, "String should match pattern '^[A-Za-z]{2}$'", input, {
    pattern: '^[A-Za-z]{2}$',
  });

/** What only larder refuses, in its own words. */
export const wrongValue = (error: string, place: Place, input: string) =>
  issue('value_error', place, `Value error, ${error}`, input, { error });

export const notBoth = (one: string, other: string, input: string) =>
  wrongValue(`give ${one} or ${other}, not both`, other, input);

export const extra = (name: string, input: string, meant?: string) => {
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  return issue('extra_forbidden', name, `Extra inputs are not permitted${hint}`, input);
};
