-- Created once all terms are there: from a word, or how it sounds, to its number.
CREATE UNIQUE INDEX terms_by_text ON terms (term);
CREATE INDEX terms_by_sound ON terms (sound) WHERE sound IS NOT NULL;
