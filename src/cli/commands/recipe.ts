import { statSync } from 'node:fs';
import { RECIPE } from '../../operations/operations.ts';
import { type OptionTable, UsageError } from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import { analyzeRecipe } from '../../recipe/analyze.ts';
import { MAX_LINE_LENGTH, MAX_LINES } from '../../recipe/recipe.ts';
import type { Command } from '../command.ts';
import { LOOKUP_OPTIONS, queryCatalog } from '../lookup.ts';
import { flagsOf } from '../parameter-flags.ts';
import { renderRecipe } from '../recipe-table.ts';

const { servings, lang } = RECIPE.query.properties;
const OPTIONS = {
  ...LOOKUP_OPTIONS,
  ...flagsOf({ servings, lang }),
} as const satisfies OptionTable;

/** Fifty lines of the longest kind, in bytes; a longer file is something else. */
const MAX_BYTES = 64 * 1024;

export const recipe: Command<typeof OPTIONS> = {
  name: 'recipe',
  usage: 'FILE|- [--servings N] [--json]',
  summary: 'Add up the nutrients of a recipe',
  details: [
    `FILE has one ingredient in each line, at most ${MAX_LINES}, such as '2 cups whole milk' or '200g Mehl';`,
    '- reads standard input. English, German, French, Spanish and Italian are understood.',
    'A line without an amount, such as "salt to taste", is listed and not counted.',
  ],
  options: OPTIONS,
  async run({ values, positionals }, { stdout }) {
    const [path, ...rest] = positionals;
    if (path === undefined || rest.length > 0) throw new UsageError('give one FILE, or - for standard input');
    const lines = readLines(await readText(path), path);
    const analyzed = await queryCatalog(values, (catalog) =>
      analyzeRecipe(catalog, lines, values.servings, { language: values.lang }),
    );
    stdout.write(
      `${values.json ? JSON.stringify(analyzed.recipe) : renderRecipe(analyzed, values.servings, stdout)}\n`,
    );
  },
};

async function readText(path: string): Promise<string> {
  const file = path === '-' ? Bun.stdin : Bun.file(path);
  // The error of reading a directory does not name it.
  if (path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new PlainError(path, 'is a directory', 'name a file');
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of file.stream()) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_BYTES) {
      throw new PlainError(nameOf(path), 'is too long for a recipe', `give at most ${MAX_LINES} lines`);
    }
  }
  return text + decoder.decode();
}

function readLines(text: string, path: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new PlainError(nameOf(path), 'has no lines', 'give one ingredient per line');
  if (lines.length > MAX_LINES) {
    throw new PlainError(nameOf(path), `has ${lines.length} lines`, `give at most ${MAX_LINES}`);
  }
  const long = lines.findIndex((line) => [...line].length > MAX_LINE_LENGTH);
  if (long !== -1) {
    throw new PlainError(
      nameOf(path),
      `ingredient ${long + 1} is too long`,
      `give at most ${MAX_LINE_LENGTH} characters per line`,
    );
  }
  return lines;
}

function nameOf(path: string): string {
  return path === '-' ? 'standard input' : path;
}
