-- Created after all rows have been inserted, which is several times faster than updating them row by row.

-- Used by both /food/{id} and /barcode/{code}: the id of a food with a barcode is its GTIN.
CREATE UNIQUE INDEX foods_by_id ON foods (id);

-- From a food of one table to the same food of another.
CREATE INDEX foods_by_kind ON foods (kind) WHERE kind IS NOT NULL;
