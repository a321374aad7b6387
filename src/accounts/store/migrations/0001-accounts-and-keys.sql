-- People who may hold keys. Times are milliseconds since 1970, in UTC.
CREATE TABLE accounts (
  -- Never given out twice: a limit or a log may still name one that is gone.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- The same without regard to case: two names that read alike are one.
  folded_name TEXT NOT NULL UNIQUE,
  -- argon2id. Null for one who signs in elsewhere, or not at all.
  password_hash TEXT,
  plan TEXT NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;

-- A key is what a person names, limits and revokes; the text that proves it is in key_secrets.
CREATE TABLE keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('account', 'named')),
  name TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('read', 'full')),
  -- The last moment at which it is valid.
  expires_ms INTEGER,
  per_minute INTEGER CHECK (per_minute > 0),
  created_ms INTEGER NOT NULL,
  last_used_ms INTEGER,
  revoked_ms INTEGER
) STRICT;
CREATE INDEX keys_of_account ON keys (account_id);
-- An account has one account key.
CREATE UNIQUE INDEX account_key ON keys (account_id) WHERE kind = 'account';

-- Only hashes: nobody who reads this file can call with what is in it. A key that is rotated has a new secret, and
-- the old one for as long as both are to work.
CREATE TABLE key_secrets (
  hash TEXT PRIMARY KEY,
  key_id INTEGER NOT NULL REFERENCES keys (id) ON DELETE CASCADE,
  -- The first few characters, to tell keys apart in a list.
  hint TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  ends_ms INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX secrets_of_key ON key_secrets (key_id);

-- How often each key was used on each day, in UTC.
CREATE TABLE usage (
  key_id INTEGER NOT NULL REFERENCES keys (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  requests INTEGER NOT NULL,
  limited INTEGER NOT NULL,
  PRIMARY KEY (key_id, day)
) STRICT, WITHOUT ROWID;
