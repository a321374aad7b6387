-- How the full records of the foods (src/food/food-record.ts, origins.record) are packed, compressed itself. No row if
-- there are none.
CREATE TABLE record_code (
  code BLOB NOT NULL
);
