/**
 * The member of a table by a text that may be anything; undefined where the table itself has none of that name. Every object
 * also has members that nobody put there, such as `constructor`, which a look-up by brackets finds.
 */
export function memberOf<Value>(
  table: Readonly<Record<string, Value>> | null | undefined,
  name: string,
): Value | undefined {
  return table && Object.hasOwn(table, name) ? table[name] : undefined;
}
