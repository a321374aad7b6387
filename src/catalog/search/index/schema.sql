-- The search part of the catalogue. Words are folded before they get here (src/food/text.ts), so the index needs
-- no more than a tokenizer that splits at spaces.

-- The foods by their terms stand in tables of their own, one for every half million (shelf.sql, shelves.ts).

-- Every term with the number of foods that have it in the name and in another field. Numbered from the most
-- common on, so the lists below begin with the likeliest.
CREATE TABLE search_terms (
  term_id INTEGER PRIMARY KEY,
  term TEXT NOT NULL,
  names INTEGER NOT NULL,
  fields INTEGER NOT NULL
);

-- The parts of terms: three letters anywhere in a word lead to the words that have them. Finds a word inside
-- another, and spellings too far off for search_spellings. rowid is term_id.
CREATE VIRTUAL TABLE search_trigrams USING fts5(
  term,
  content = '',
  columnsize = 0,
  detail = none,
  tokenize = 'trigram'
);

-- Three tables of lists by the hash of a key (src/catalog/search/index/hash-lists.ts): a table of a few large rows
-- takes a third of the room of one row per entry, and a list is one read.
-- From a stem, a sound, or a word with letters left out, to the terms that share it.
CREATE TABLE search_spellings (bucket INTEGER PRIMARY KEY, entries BLOB NOT NULL);
-- From a whole name without its spaces to the foods of that name.
CREATE TABLE search_names (bucket INTEGER PRIMARY KEY, entries BLOB NOT NULL);
-- From two words written as one to the place where they part, for neighbours that are seen more than once.
CREATE TABLE search_neighbours (bucket INTEGER PRIMARY KEY, entries BLOB NOT NULL);

-- Sizes that the lists and the search need to know.
CREATE TABLE search_facts (fact TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
