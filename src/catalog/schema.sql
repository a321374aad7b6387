-- The catalogue: one read-only SQLite file. The search tables are defined in search/index/schema.sql.

-- The hash of every byte of the file. Created first, so that it lies on the second page, where checksum.ts finds it.
CREATE TABLE checksum (
  content_sha256 TEXT NOT NULL
);

-- What the catalogue says about itself: schema version, sources, licence, counts. Each value is JSON.
CREATE TABLE manifest (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- A few hundred names. Foods refer to them by id, which takes a byte or two instead of the name.
CREATE TABLE categories (
  category_id INTEGER PRIMARY KEY,
  category TEXT NOT NULL UNIQUE,
  count INTEGER NOT NULL
);

-- One row per food, best first. The search index uses the same ranks, so a search for a common word can stop after the
-- first few hundred matches and still have the best ones. Columns have the names of the API's fields. barcode and
-- static_url are not stored, since they can be derived from id and name; image holds the part of the address that cannot
-- be derived from the barcode (see src/food/image.ts).
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
  -- What the checks of the build found, one bit each (src/food/findings.ts). Confidence can be recomputed from it.
  findings INTEGER NOT NULL,
  scans INTEGER,
  -- The id of the food that stands for all foods of several tables that are the same; null for a food of no such kind.
  kind INTEGER,
  -- Its other names, with their languages (src/food/food-names.ts). Last, since most readers stop before it.
  names TEXT,
  -- The folded words of each of them, in the same order: what a search compares.
  name_words TEXT
);

-- What the build knew about a food but the API does not return. It is what makes it possible to slice a catalogue or to
-- use it as the base of another build: further search terms, when the record was last changed, the alcohol that explains
-- its energy, where it is sold and the language of its label. Kept apart from foods, whose rows are read for every request and must stay short.
CREATE TABLE origins (
  rank INTEGER PRIMARY KEY,
  also TEXT,
  modified_t INTEGER,
  alcohol_g REAL,
  country_set_id INTEGER,
  language_id INTEGER
);

-- The distinct sets of countries that foods are sold in, as sorted codes ("be fr"); the most common has id 1.
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
