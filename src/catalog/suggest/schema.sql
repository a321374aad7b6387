-- What people may mean who have begun to type: the best known foods, each name once, with their brands and categories,
-- in the order of their popularity. Less known foods are found by the search index.
CREATE TABLE suggestions (
  suggestion_id INTEGER PRIMARY KEY,
  -- The place of the kind in SUGGESTION_KINDS (src/food/suggestion.ts).
  kind INTEGER NOT NULL,
  -- The rank of a food, or the id of a brand or category.
  number INTEGER NOT NULL,
  -- Another name of the food; null for its own. The language of either; null where it may be any.
  name TEXT,
  language TEXT
);

-- The suggestions by their terms; rowid is suggestion_id, so the first matches are the most popular. The first term of a
-- text is also there with # before it. The prefix indexes keep the first letters of words (three, and the #
-- before them) in the same order; longer beginnings are looked up in search_terms.
CREATE VIRTUAL TABLE suggestion_index USING fts5(
  terms,
  content = '',
  columnsize = 0,
  detail = none,
  prefix = '1 2 3 4',
  tokenize = "ascii tokenchars '#%.'"
);
