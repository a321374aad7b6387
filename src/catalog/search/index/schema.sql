-- The search part of the catalogue. Words are folded before they get here (src/text/fold.ts), so a tokenizer that
-- splits at spaces is enough.

-- The foods by their words; rowid is foods.rank, so that the best foods of a search come first. A bare term is a word of a
-- name. The stem of a word has = after it where it is another text (apples: apples apple=). # is before the terms of brand,
-- category and generic name, @ before a source other than off (@generic: of all
-- composition tables), and - before what a name says is absent.
CREATE VIRTUAL TABLE foods_search USING fts5(
  terms,
  content = '',
  columnsize = 0,
  detail = none,
  prefix = '1 2 3',
  tokenize = "ascii tokenchars '#@%.-='"
);

-- Every term with the number of foods that have it in a name, and in another field only, from the most common on.
CREATE TABLE terms (
  term_id INTEGER PRIMARY KEY,
  term TEXT NOT NULL,
  names INTEGER NOT NULL,
  fields INTEGER NOT NULL,
  -- Whether people call a food by this word alone: 1 in any language, 2 in English.
  said INTEGER NOT NULL,
  -- How it sounds (src/text/word-forms.ts); null where it is too short to tell, or no word.
  sound TEXT
);

-- The terms by three letters in a row, for words that are misspelt in several places. rowid is term_id.
CREATE VIRTUAL TABLE terms_by_trigram USING fts5(
  term,
  content = '',
  columnsize = 0,
  detail = none,
  tokenize = 'trigram'
);

-- The best foods of each name, by a hash of its letters or of the stems of its words (query/keys.ts).
CREATE TABLE whole_names (
  key INTEGER NOT NULL,
  rank INTEGER NOT NULL,
  PRIMARY KEY (key, rank)
) WITHOUT ROWID;

-- Two words that are neighbours in names, written as one, and the number of letters of the first.
CREATE TABLE joined_words (
  joined TEXT PRIMARY KEY,
  place INTEGER NOT NULL
) WITHOUT ROWID;
