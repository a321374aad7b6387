-- The search part of the catalogue. Words are folded before they get here (src/text/fold.ts), so a tokenizer that
-- splits at spaces is enough. The foods by their terms are in lists.sql.

-- Every term with the number of foods that have it in the name, and in another field. Numbered from the most common
-- on, so the lists below start with the likeliest.
CREATE TABLE search_terms (
  term_id INTEGER PRIMARY KEY,
  term TEXT NOT NULL,
  names INTEGER NOT NULL,
  fields INTEGER NOT NULL
);

-- The terms by three letters in a row, for spellings too far off for search_spellings. rowid is term_id.
CREATE VIRTUAL TABLE search_trigrams USING fts5(
  term,
  content = '',
  columnsize = 0,
  detail = none,
  tokenize = 'trigram'
);

-- Three tables of lists by the hash of a key (query/hash-lists.ts): a few large rows take a third of the space of one
-- row per entry, and a list is one read.
-- From a stem, a sound, or a word with letters removed, to the terms that share it.
CREATE TABLE search_spellings (bucket INTEGER PRIMARY KEY, entries BLOB NOT NULL);
-- From a whole name without its spaces to the foods of that name.
CREATE TABLE search_names (bucket INTEGER PRIMARY KEY, entries BLOB NOT NULL);
-- From two words written as one to the place where they split, for neighbours that occur more than once.
CREATE TABLE search_neighbours (bucket INTEGER PRIMARY KEY, entries BLOB NOT NULL);

-- Sizes that the lists and the search need.
CREATE TABLE search_facts (fact TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
