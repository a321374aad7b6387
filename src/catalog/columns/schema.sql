-- What foods can be filtered, sorted and counted by: one compressed array per property, with one number per food, the
-- most popular food first. Reading such arrays from end to end takes milliseconds, where the foods would take seconds.
CREATE TABLE columns (
  name TEXT NOT NULL,
  -- Bytes per number.
  width INTEGER NOT NULL,
  codes BLOB NOT NULL,
  -- For amounts: the distinct values in order. Code 1 is the first of them, and 0 is unknown. For tags: the distinct sets
  -- of them in the order of their codes, and the distinct tags (codes.ts).
  amounts BLOB
);

-- Spellings that differ only in case and accents are one brand, shown in the most common one.
CREATE TABLE brands (
  brand_id INTEGER PRIMARY KEY,
  folded TEXT NOT NULL,
  brand TEXT NOT NULL
);

CREATE INDEX brands_by_folded ON brands (folded);

-- Foods with several brands have a number beyond those of the brands.
CREATE TABLE brand_sets (
  brand_set_id INTEGER PRIMARY KEY,
  brand_ids TEXT NOT NULL
);
