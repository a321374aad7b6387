-- Times are milliseconds since 1970, in UTC.
CREATE TABLE accounts (
  -- AUTOINCREMENT, so that an id is never reused: a limit or a log may still name a removed account.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- Case-folded: names that differ only in case are the same.
  folded_name TEXT NOT NULL UNIQUE,
  -- argon2id. Null for users who sign in through a provider, or not at all.
  password_hash TEXT,
  plan TEXT NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;

-- What its owner names, limits and revokes; the text of a key is hashed in key_secrets.
CREATE TABLE keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('account', 'named')),
  name TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('read', 'full')),
  -- The last moment it is valid.
  expires_ms INTEGER,
  per_minute INTEGER CHECK (per_minute > 0),
  created_ms INTEGER NOT NULL,
  last_used_ms INTEGER,
  revoked_ms INTEGER
) STRICT;
CREATE INDEX keys_of_account ON keys (account_id);
-- An account has one account key.
CREATE UNIQUE INDEX account_key ON keys (account_id) WHERE kind = 'account';

-- Only hashes: nobody who reads this file can use the keys. A rotated key has a new secret, and keeps the old one while
-- both work.
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
