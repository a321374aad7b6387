/** Counted in characters. A short one is guessed; hashing a long one must end, and no one types more. */
export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 256;

/** What is wrong with a new password; null when nothing is. */
export function faultOfPassword(password: string): string | null {
  const length = [...password].length;
  if (length < SHORTEST_PASSWORD) return `has fewer than ${SHORTEST_PASSWORD} characters`;
  return length > LONGEST_PASSWORD ? `has more than ${LONGEST_PASSWORD} characters` : null;
}
