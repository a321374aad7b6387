-- How earlier releases stored the foods by their terms: a table for each tier, whose rowid is foods.rank. Such catalogues are
-- still opened (check-schema.ts) and searched (retrieve/matched-postings.ts).
CREATE VIRTUAL TABLE search_tier USING fts5(
  terms,
  content = '',
  columnsize = 0,
  detail = none,
  prefix = '1 2 3 4',
  tokenize = "ascii tokenchars '#@%.'"
);
