-- The foods that have each term, the best first, in parts that fit on a page: a search reads the parts that it needs. A bare
-- term is in the name, a term with # before it in brand, category or generic name, and @ marks a source other than off.
-- The first letters of a term (up to four, the # included) have lists of their own, with * after them.
CREATE TABLE search_lists (
  term TEXT NOT NULL,
  -- The first rank of the part; no part has ranks of two tiers (lists.ts).
  first INTEGER NOT NULL,
  -- The distances from one rank to the next, seven bits a byte, the lowest first; all but the last byte of each have the
  -- highest bit.
  distances BLOB NOT NULL,
  PRIMARY KEY (term, first)
) WITHOUT ROWID;
