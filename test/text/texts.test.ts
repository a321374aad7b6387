import namesTable from '../../data/names.tsv' with { type: 'text' };
import { readTable } from '../../src/text/data-table.ts';
import { fold } from '../../src/text/fold.ts';
import { readText } from '../../src/text/read-text.ts';
import { testFunctions } from '../table-of-cases.ts';
import table from './texts.tsv' with { type: 'text' };

/** What people call foods, without the marks of the table. */
const NAMES = new Set(
  readTable(namesTable).flatMap(([, ...columns]) =>
    columns.flatMap((list) => list.split(', ').map((name) => fold(name.replace(/^[~!]/, '')))),
  ),
);
const readWith = (foods: ReadonlySet<string>) => (text: string) => {
  const find = (name: string) => (foods.has(fold(name)) ? fold(name) : null);
  return readText(text, { foods: { language: null, find } });
};
const read = readWith(NAMES);
const readFew = readWith(new Set(['milk', 'banana', 'egg', 'fillet steak', 'steak', 'petits pois']));

testFunctions(table, {
  foldsLike: (one: string, other: string) => fold(one) === fold(other),
  foodOf: (text: string) => read(text).food,
  hasAmount: (text: string) => read(text).amount !== null,
  amountOf: (text: string) => {
    const { amount, food } = readFew(text);
    if (amount === null) return { food };
    return { quantity: amount.quantity, unit: amount.unit?.name ?? null, size: amount.size, food };
  },
  excludedBy: (text: string) => {
    const { words, exclusions } = readText(text);
    return [words.map((word) => word.text), exclusions.length];
  },
  /** Of a text without a word: it is an ordinary one. */
  wordsOf: (text: string) => {
    const { words, exclusions, amount } = readText(text);
    return amount === null ? [...words, ...exclusions] : [amount];
  },
});
