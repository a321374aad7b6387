-- A key has its current secret and at most one earlier one.
DELETE FROM key_secrets WHERE hash NOT IN (
  SELECT hash FROM (
    SELECT hash, row_number() OVER (
      PARTITION BY key_id ORDER BY ends_ms IS NULL DESC, created_ms DESC, ends_ms DESC) AS place
    FROM key_secrets)
  WHERE place <= 2);

-- An account keeps the latest thousand of its revoked keys.
DELETE FROM keys WHERE id IN (
  SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY account_id ORDER BY revoked_ms DESC, id DESC) AS place
    FROM keys WHERE revoked_ms IS NOT NULL)
  WHERE place > 1000);

-- Revoked keys and unused ends must cost nothing to the routes that read the live ones.
CREATE INDEX live_keys_of_account ON keys (account_id) WHERE revoked_ms IS NULL;
CREATE INDEX revoked_keys_of_account ON keys (account_id, revoked_ms) WHERE revoked_ms IS NOT NULL;
CREATE INDEX secrets_by_end ON key_secrets (ends_ms) WHERE ends_ms IS NOT NULL;

-- With the account and the day in front, a list of days is read in its order, and only as far as it is shown.
CREATE TABLE usage_by_account (
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  key_id INTEGER NOT NULL REFERENCES keys (id) ON DELETE CASCADE,
  requests INTEGER NOT NULL,
  limited INTEGER NOT NULL,
  PRIMARY KEY (account_id, day, key_id)
) STRICT, WITHOUT ROWID;
INSERT INTO usage_by_account (account_id, day, key_id, requests, limited)
  SELECT account_id, day, key_id, requests, limited FROM usage JOIN keys ON keys.id = key_id;
DROP TABLE usage;
ALTER TABLE usage_by_account RENAME TO usage;
-- Removing a key removes its usage.
CREATE INDEX usage_of_key ON usage (key_id);

-- The sums of each day, since adding up the days of a thousand keys takes too long for a page.
CREATE TABLE usage_totals (
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  requests INTEGER NOT NULL,
  limited INTEGER NOT NULL,
  PRIMARY KEY (account_id, day)
) STRICT, WITHOUT ROWID;
INSERT INTO usage_totals (account_id, day, requests, limited)
  SELECT account_id, day, sum(requests), sum(limited) FROM usage GROUP BY account_id, day;
