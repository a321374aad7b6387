-- From a word to its counts, without a look at its row. Created once all terms are there.
CREATE UNIQUE INDEX search_terms_by_term ON search_terms (term, names, fields);
