const CONTROL_CHARACTERS = /\p{Cc}+/gu;

/**
 * A failure that is told to a person in one line: where it is, what is wrong there, and what to do about it.
 * Anything else that is thrown is a fault of larder itself.
 */
export class PlainError extends Error {
  constructor(
    readonly where: string,
    readonly what: string,
    readonly remedy: string,
  ) {
    super(`${where}: ${what}; ${remedy}`.replace(CONTROL_CHARACTERS, ' '));
  }
}
