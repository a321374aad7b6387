import { type Knowledge, readText, type Text, type TextWord } from './read-text.ts';

export type Query = Text;
export type QueryWord = TextWord;

export function readQuery(q: string, areNeighbours: Knowledge['areNeighbours']): Query {
  return readText(q, { areNeighbours });
}
