const CONTROL_CHARACTERS = /\p{Cc}+/gu;

/**
 * A failure that is shown to people in one line: where it happened, what is wrong, and what to do about it. Any other
 * exception is a fault in larder itself.
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
