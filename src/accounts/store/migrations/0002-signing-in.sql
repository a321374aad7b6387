-- Who is signed in where. The cookie has the token, this file its hash.
CREATE TABLE sessions (
  -- Identifies a session in a list, where its hash must not appear.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  token_hash TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- 0 until the second factor is passed, if there is one: until then the session is good for nothing else.
  is_complete INTEGER NOT NULL CHECK (is_complete IN (0, 1)),
  -- The User-Agent header, shortened, so that people can tell sessions apart.
  agent TEXT NOT NULL,
  -- Where it was last seen: an IPv4 address, or the /64 of an IPv6 address.
  client TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  seen_ms INTEGER NOT NULL,
  -- Extended by every visit, up to the longest lifetime of a session.
  expires_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_of_account ON sessions (account_id);
CREATE INDEX sessions_by_end ON sessions (expires_ms);

-- Time-based codes. The seed is encrypted with a key from another file, so that a copy of this one does not reveal it.
CREATE TABLE second_factors (
  account_id INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  sealed_seed BLOB NOT NULL,
  created_ms INTEGER NOT NULL,
  -- Null until a first code has shown that the device has the seed.
  confirmed_ms INTEGER,
  -- The time step of the last accepted code: neither it nor an earlier one is accepted again.
  last_step INTEGER NOT NULL DEFAULT 0,
  wrong_codes INTEGER NOT NULL DEFAULT 0,
  locked_until_ms INTEGER NOT NULL DEFAULT 0
) STRICT;

-- For users who lost their device. Each works once; they have enough random bits for a fast hash.
CREATE TABLE recovery_codes (
  hash TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX recovery_codes_of_account ON recovery_codes (account_id);

-- Who an OpenID Connect provider says someone is.
CREATE TABLE identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  created_ms INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_of_account ON identities (account_id);
