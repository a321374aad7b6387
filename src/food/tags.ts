/** Tags of Open Food Facts: a language, and a name without accents whose words are joined by hyphens. */

const LANGUAGE = /^([a-z]{2,3}):/;
const MARKS = /\p{M}+/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu;
const PLAIN_TAG = /^[a-z]{2,3}:[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** A tag or a name as a tag: `France`, `france` and `en:france` are one. */
export function tagOf(text: string): string {
  const plain = text.trim();
  const language = LANGUAGE.exec(plain.toLowerCase())?.[1];
  const name = language === undefined ? plain : plain.slice(language.length + 1);
  return `${language ?? 'en'}:${nameInTag(name)}`;
}

/** A name as a tag has it after the language: `Marks & Spencer` → `marks-spencer`. */
export function nameInTag(name: string): string {
  const plain = name.toLowerCase().normalize('NFD').replace(MARKS, '');
  return plain.replace(BETWEEN_WORDS, '-').replace(/^-|-$/g, '');
}

/** Whether a tag is written as `tagOf` writes it. */
export function isPlainTag(tag: string): boolean {
  return PLAIN_TAG.test(tag);
}

/** What a tag says, in English: `en:sweet-snacks` → `Sweet snacks`. Tags of other languages stay as they are. */
export function tagName(tag: string): string {
  if (!tag.startsWith('en:')) return tag;
  const name = tag.slice('en:'.length).replaceAll('-', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
