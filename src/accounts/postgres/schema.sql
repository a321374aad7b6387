-- What PostgreSQL has besides the tables of both databases. Others may use the same database: all is in a schema of our own.

-- The version of the schema, and the fingerprint of the encryption key.
CREATE TABLE larder.settings (name text PRIMARY KEY, value text NOT NULL);

-- Batches of usage that were added: one whose answer was lost is sent again, and must not count twice.
CREATE TABLE larder.usage_batches (
  name text COLLATE "C" PRIMARY KEY,
  added timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX usage_batches_by_age ON larder.usage_batches (added);

-- What a single server keeps in memory, and several have to share.

-- Wrong guesses. Targets are hashed: people type passwords into the field for the name.
CREATE TABLE larder.guesses (
  kind text COLLATE "C" NOT NULL,
  target text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  last_ms bigint NOT NULL,
  next_ms bigint NOT NULL,
  PRIMARY KEY (kind, target)
);
CREATE INDEX guesses_by_age ON larder.guesses (last_ms);

-- Sign-ins through a provider that were finished: a ticket works once.
CREATE TABLE larder.finished_flows (
  state text COLLATE "C" PRIMARY KEY,
  ends_ms bigint NOT NULL
);
CREATE INDEX finished_flows_by_end ON larder.finished_flows (ends_ms);

-- Keys and codes between the form that created them and the page that shows them; encrypted.
CREATE TABLE larder.shown_once (
  session_id bigint NOT NULL REFERENCES larder.sessions (id) ON DELETE CASCADE,
  kind text COLLATE "C" NOT NULL,
  sealed bytea NOT NULL,
  ends_ms bigint NOT NULL,
  PRIMARY KEY (session_id, kind)
);
CREATE INDEX shown_once_by_end ON larder.shown_once (ends_ms);

-- Servers keep all keys in memory. Whoever changes what a key may do, by whatever program, tells them which it was.
CREATE FUNCTION larder.announce_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('larder_keys', 'account ' || OLD.id);
  RETURN NULL;
END $$;
CREATE TRIGGER announce AFTER UPDATE OF plan OR DELETE ON larder.accounts
  FOR EACH ROW EXECUTE FUNCTION larder.announce_account();

CREATE FUNCTION larder.announce_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('larder_keys', 'key ' || OLD.id);
  RETURN NULL;
END $$;
-- Not for last_used_ms, which changes all the time. A new key can do nothing before it has a secret.
CREATE TRIGGER announce
  AFTER UPDATE OF account_id, kind, scope, expires_ms, per_minute, revoked_ms OR DELETE ON larder.keys
  FOR EACH ROW EXECUTE FUNCTION larder.announce_key();

CREATE FUNCTION larder.announce_secret() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('larder_keys', 'key ' || OLD.key_id); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('larder_keys', 'key ' || NEW.key_id); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON larder.key_secrets
  FOR EACH ROW EXECUTE FUNCTION larder.announce_secret();
