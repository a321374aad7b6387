-- The catalogue: one read-only SQLite file. The tables of the search have their own file, search/schema.sql.

-- The hash of every byte of the file. Made first, so that it lies on the second page, where seal.ts finds it.
CREATE TABLE seal (
  content_sha256 TEXT NOT NULL
);

-- What the file is: schema version, sources, licence, counts; each value is JSON.
CREATE TABLE manifest (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- A few hundred names; a food refers to one by its number, which costs a byte or two instead of the name.
CREATE TABLE categories (
  category_id INTEGER PRIMARY KEY,
  category TEXT NOT NULL UNIQUE,
  count INTEGER NOT NULL
);

-- One row per food, best first: the search index uses the same numbers, so a common word can stop reading at the
-- first few hundred matches and still have the best. Columns carry the names of the wire. barcode and static_url
-- are not stored, since they follow from id and name; image holds the part of the address that does not follow
-- from the barcode (see src/food/image.ts).
CREATE TABLE foods (
  rank INTEGER PRIMARY KEY,
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  brand TEXT,
  category_id INTEGER,
  serving_size_g REAL,
  serving_desc TEXT,
  calories_kcal REAL,
  protein_g REAL,
  fat_g REAL,
  carbs_g REAL,
  fiber_g REAL,
  sugar_g REAL,
  sodium_mg REAL,
  saturated_fat_g REAL,
  cholesterol_mg REAL,
  potassium_mg REAL,
  image TEXT,
  source TEXT NOT NULL,
  confidence REAL NOT NULL,
  -- What the checks of the build found, one bit each (src/food/findings.ts); confidence can be recomputed from it.
  findings INTEGER NOT NULL,
  scans INTEGER
);

-- The list of popular foods in its order, with what it can be filtered by, so that a page of it is read without
-- sorting or skipping foods.
CREATE TABLE popular (
  popularity INTEGER PRIMARY KEY,
  rank INTEGER NOT NULL,
  category_id INTEGER,
  has_image INTEGER NOT NULL
);

-- Where each thousandth food of a list stands, so that a page far down is as quick as the first. category_id is 0 for
-- the list of all categories; has_image is 1 for the lists of foods with a picture, 0 for those of all foods.
CREATE TABLE popular_marks (
  category_id INTEGER NOT NULL,
  has_image INTEGER NOT NULL,
  mark INTEGER NOT NULL,
  popularity INTEGER NOT NULL,
  PRIMARY KEY (category_id, has_image, mark)
) WITHOUT ROWID;

-- What the build knew of a food and answers do not show, by rank. A catalogue that has it can be cut and built upon:
-- words to find a food by, when its record was last changed, the alcohol that explains its energy, where it is sold
-- and in which language. Apart from foods, whose rows are read for every answer and must stay short.
CREATE TABLE origins (
  rank INTEGER PRIMARY KEY,
  also TEXT,
  modified_t INTEGER,
  alcohol_g REAL,
  country_set_id INTEGER,
  language_id INTEGER
);

-- The sets of countries that foods are sold in, as codes in their order ("be fr"); the most common is 1.
CREATE TABLE country_sets (
  country_set_id INTEGER PRIMARY KEY,
  countries TEXT NOT NULL UNIQUE,
  count INTEGER NOT NULL
);

CREATE TABLE languages (
  language_id INTEGER PRIMARY KEY,
  language TEXT NOT NULL UNIQUE,
  count INTEGER NOT NULL
);
