import { type OpenedCatalog, openCatalog } from '../../src/catalog/open.ts';
import { words } from '../../src/text/fold.ts';
import { randomOf } from '../../test/random.ts';
import { count, type Figure } from './figure.ts';

/** FTS5 syntax as the text of a search: nothing but its words may have a meaning. */
export interface SyntaxOutcome {
  asked: number;
  errors: string[];
  /** Queries with other results than their bare words, so that some operator was obeyed. */
  obeyed: string[];
}

const WORDS = 'milk chocolate bread butter cheese whole raw a ch xqzvwk name rank'.split(' ');
/** Joined with spaces between them, and without. */
const SIGNS = [
  ...`AND OR NOT NEAR NEAR( NEAR/2 ,3) " "" """ * ^ + - : { } ( ) () (( )) @ # @# name: {name brand}: -name: -{name}: % ' ''
    ; -- /* */ \\ \\" | || & ~ ? ?1 :q $q [ ] \` = < > ! , . _ rank: MATCH SELECT rowid`.split(/\s+/),
  '\u0000',
  '\n',
  '\t',
];
const MAX_PIECES = 9;
const MAX_Q_LENGTH = 200;
const MAX_EXAMPLES = 5;

export function runFtsSyntax(catalogFile: string | Buffer, queries: number): SyntaxOutcome {
  const catalog = openCatalog(catalogFile);
  const random = randomOf(7);
  const outcome: SyntaxOutcome = { asked: queries, errors: [], obeyed: [] };
  for (let query = 0; query < queries; query++) {
    const q = makeQuery(random);
    try {
      if (!isReadAsWords(catalog, q)) outcome.obeyed.push(q);
    } catch (error) {
      outcome.errors.push(`${JSON.stringify(q)}: ${error instanceof Error ? error.message : error}`);
    }
  }
  catalog.close();
  return outcome;
}

function makeQuery(random: () => number): string {
  const pick = (items: readonly string[]) => items[Math.floor(random() * items.length)]!;
  const pieces = Array.from({ length: 2 + Math.floor(random() * MAX_PIECES) }, () => {
    const piece = pick(random() < 0.45 ? WORDS : SIGNS);
    return random() < 0.3 ? ` ${piece} ` : piece;
  });
  return pieces.join('').slice(0, MAX_Q_LENGTH);
}

/** Whether it finds the same foods in the same order as its words alone, and commas, which set apart what describes a food. */
function isReadAsWords(catalog: OpenedCatalog, q: string): boolean {
  const ids = (text: string) => catalog.search({ q: text, limit: 10, source: null }).map(({ id }) => id);
  const parts = q.split(',').map((part) => words(part).join(' '));
  return ids(q).join() === ids(parts.join(', ')).join();
}

export function ftsSyntax(catalogFile: string | Buffer, queries: number): Figure[] {
  const { asked, errors, obeyed } = runFtsSyntax(catalogFile, queries);
  const examples = [...errors, ...obeyed.map((q) => JSON.stringify(q))].slice(0, MAX_EXAMPLES);
  return [
    {
      item: 7,
      done: `${count(asked)} texts of FTS5 syntax searched for${examples.map((text) => `; ${text}`).join('')}`,
      figure: `${errors.length} errors, ${obeyed.length} answered differently from their words`,
      toReach: 'none',
      isReached: errors.length + obeyed.length === 0 && asked > 0,
    },
  ];
}
