/** Names that a table prints in capitals throughout. */
const IN_CAPITALS = /^[^\p{Ll}]*\p{Lu}{3}[^\p{Ll}]*$/u;
/** Written in capitals by everyone: vitamins, and letters beside a hyphen or a digit. */
const KEPT = /(?<![\p{L}])(?:[A-E](?=-\p{L})|[A-Z]\d+|UHT|DHA|EPA|GI|MCT|SOYA(?!\p{L}))/gu;

/** A name as people write it: "MAITO, RASVATON" as "Maito, rasvaton". */
export function writeNameAsPeopleDo(name: string, language: string): string {
  if (!IN_CAPITALS.test(name)) return name;
  const kept = new Map(Array.from(name.matchAll(KEPT), ({ 0: text, index }) => [index, text]));
  let lower = name.toLocaleLowerCase(language);
  for (const [at, text] of kept) lower = lower.slice(0, at) + text + lower.slice(at + text.length);
  return lower.replace(/\p{Ll}/u, (letter) => letter.toLocaleUpperCase(language));
}
