-- Created after all rows have been inserted, which is several times faster than updating them row by row.

-- Used by both /food/{id} and /barcode/{code}: the id of a food with a barcode is its GTIN.
CREATE UNIQUE INDEX foods_by_id ON foods (id);

-- From a food of one table to the same food of another.
CREATE INDEX foods_by_kind ON foods (kind) WHERE kind IS NOT NULL;

CREATE INDEX popular_with_image ON popular (has_image) WHERE has_image = 1;
CREATE INDEX popular_by_category ON popular (category_id) WHERE category_id IS NOT NULL;
CREATE INDEX popular_by_category_with_image ON popular (category_id) WHERE has_image = 1 AND category_id IS NOT NULL;
