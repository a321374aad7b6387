-- One tier of the index: a fixed number of foods by their terms, the best foods in the first tier. A search that has
-- found enough, or read enough, stops before the next tier. FTS5 writes the lists of foods, and
-- retrieve/postings.ts reads them.
-- rowid is foods.rank, so the first matches are the best foods. A bare term is in the name, a term with # before it in
-- brand, category or generic name, and @ marks a source other than off. Words are folded before they get here
-- (src/food/text.ts), so a tokenizer that splits at spaces is enough. Neither texts nor positions nor sizes are stored:
-- the ranking reads what it needs from foods. The prefix indexes let the first letters of a word (three, and the #
-- before them) be read in order of rank, too; longer prefixes are looked up in search_terms.
CREATE VIRTUAL TABLE search_tier USING fts5(
  terms,
  content = '',
  columnsize = 0,
  detail = none,
  prefix = '1 2 3 4',
  tokenize = "ascii tokenchars '#@%.'"
);
