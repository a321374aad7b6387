import { repeatOnPostgres } from './engine.ts';

repeatOnPostgres(
  './accounts.test.ts',
  './gate.test.ts',
  './routes.test.ts',
  './sessions.test.ts',
  './signing-in.test.ts',
  './usage.test.ts',
  '../site/dashboard/admin.test.ts',
);
