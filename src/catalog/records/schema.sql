-- The full records of the foods (src/food/food-record.ts), 64 in each row: block 0 has those of the ranks 1 to 64, as lines of
-- JSON, compressed by Zstandard. A food without a record has an empty line, and a block without any is left out.
CREATE TABLE records (
  block INTEGER PRIMARY KEY,
  records BLOB NOT NULL
);
