-- Accounts whose owners operate the service, and may see and change those of others.
ALTER TABLE accounts ADD COLUMN is_admin INTEGER NOT NULL DEFAULT 0 CHECK (is_admin IN (0, 1));

-- What operators did. Names rather than ids: an entry outlives the accounts that it names.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  time_ms INTEGER NOT NULL,
  actor TEXT NOT NULL,
  via TEXT NOT NULL CHECK (via IN ('command line', 'dashboard')),
  act TEXT NOT NULL,
  account TEXT,
  detail TEXT NOT NULL
) STRICT;

-- For sums over all accounts.
CREATE INDEX usage_totals_by_day ON usage_totals (day);
