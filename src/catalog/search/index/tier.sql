-- One shelf of the index: foods by their terms, a fixed number of them, the best on the first shelf. A search that
-- has found enough, or read enough, goes to no further shelf: FTS5 itself reads two long lists to their ends when
-- no food is on both, and a statement cannot be interrupted.
-- rowid is foods.rank, so the first matches are the best foods. A bare term stands in the name, a term with # before
-- it in brand, category or generic name, and @ names a source other than off. Words are folded before they get here
-- (src/food/text.ts), so a tokenizer that splits at spaces will do. Neither texts nor positions nor sizes are stored:
-- what the order of answers needs is read from foods. The prefix indexes let the first letters of a word (three, and
-- the # before them) be read in order of rank, too; longer beginnings are looked up in search_terms.
CREATE VIRTUAL TABLE search_shelf USING fts5(
  terms,
  content = '',
  columnsize = 0,
  detail = none,
  prefix = '1 2 3 4',
  tokenize = "ascii tokenchars '#@%.'"
);
