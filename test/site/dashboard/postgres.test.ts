import { repeatOnPostgres } from '../../accounts/engine.ts';

repeatOnPostgres(
  '../site/dashboard/account-pages.test.ts',
  '../site/dashboard/confirm.test.ts',
  '../site/dashboard/keys.test.ts',
  '../site/dashboard/openid.test.ts',
  '../site/dashboard/second-factor.test.ts',
  '../site/dashboard/sign-in.test.ts',
);
