import { afterAll } from 'bun:test';
import { makeStarter, STARTER } from '../build/starter.ts';
import { type OpenedCatalog, openCatalog } from '../src/catalog/open.ts';

/** The starter catalogue, open until the tests of a file have run. */
export async function useStarter(): Promise<OpenedCatalog> {
  await makeStarter();
  const catalog = openCatalog(STARTER);
  afterAll(() => catalog.close());
  return catalog;
}
