import { afterAll, beforeAll, describe, test } from 'bun:test';
import { withoutMissing } from '../outside-programs.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../postgres-server.ts';

/** Where the accounts of a test are: a file, or a PostgreSQL server that the test file has started. */
let server: PostgresServer | null = null;

export function postgresOf(): PostgresServer | null {
  return server;
}

/** `bun:test` for tests that start PostgreSQL. */
export const onPostgres = withoutMissing(findPostgres('postgres') === null ? ['postgres'] : []);

/**
 * Declares the tests of other files once more, with their accounts in PostgreSQL. The query makes each a module of its
 * own, which declares its tests here, too.
 */
export function repeatOnPostgres(...files: string[]): void {
  if (findPostgres('postgres') === null) {
    for (const file of files) onPostgres.test(`all of ${file.replace(/^.*\//, '')}`, () => {});
    return;
  }
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await server?.stop();
    server = null;
  });
  for (const file of files) {
    describe(`On PostgreSQL, ${file.replace(/^.*\//, '')}`, async () => {
      IS_REPEATED.value = true;
      await import(`${file}?on=postgres`);
      IS_REPEATED.value = false;
    });
  }
}

/** While the tests of another file are declared. */
const IS_REPEATED = { value: false };

/** For tests about the file itself, or about no store at all, which are not repeated. Call it while a file is loaded. */
export function testsOnce(): typeof test {
  const nothing = () => {};
  return IS_REPEATED.value
    ? (Object.assign(nothing, { each: () => nothing }) as unknown as typeof test)
    : test;
}
