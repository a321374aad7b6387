-- When the password, and the code where there is one, were last entered in a session. 0 for older sessions.
ALTER TABLE sessions ADD COLUMN authenticated_ms INTEGER NOT NULL DEFAULT 0;

-- One identity for each account and provider: the first that was linked.
DELETE FROM identities WHERE EXISTS (
  SELECT 1 FROM identities AS earlier
  WHERE earlier.account_id = identities.account_id AND earlier.issuer = identities.issuer
    AND (earlier.created_ms, earlier.subject) < (identities.created_ms, identities.subject));
DROP INDEX identities_of_account;
CREATE UNIQUE INDEX identity_of_account ON identities (account_id, issuer);
-- What the provider calls this person, so that owners can tell whose identity is linked.
ALTER TABLE identities ADD COLUMN label TEXT NOT NULL DEFAULT '';

-- Recovery codes are hashed slowly with this salt. Null while they have only the fast hash of earlier versions; they are
-- strengthened when the next one is used.
ALTER TABLE second_factors ADD COLUMN recovery_salt BLOB;
