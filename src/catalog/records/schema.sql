-- What sources say about foods beyond their fields (src/food/food-record.ts), for requests that ask for it. Apart from
-- the foods, so that no other request reads any of it. A row holds several blocks, each with the records of fifty foods in
-- the order of rank, compressed: rows of one block each would waste a quarter of every page.
CREATE TABLE records (
  row INTEGER PRIMARY KEY,
  blocks BLOB NOT NULL
);

-- What the blocks of each part are compressed with; compressed itself.
CREATE TABLE record_dictionaries (
  part TEXT NOT NULL,
  dictionary BLOB NOT NULL
);
