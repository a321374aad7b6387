-- Made after the rows are in, which is several times faster than keeping them up to date.

-- Serves /food/{id} and /barcode/{code} alike: the id of a food with a barcode is its GTIN.
CREATE UNIQUE INDEX foods_by_id ON foods (id);

CREATE INDEX popular_with_image ON popular (has_image) WHERE has_image = 1;
CREATE INDEX popular_by_category ON popular (category_id) WHERE category_id IS NOT NULL;
CREATE INDEX popular_by_category_with_image ON popular (category_id) WHERE has_image = 1 AND category_id IS NOT NULL;
