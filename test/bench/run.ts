import { PlainError } from '../../src/plain-error.ts';
import { benchBuild } from './build.ts';
import { benchCompany } from './company.ts';
import { benchCompat } from './compat.ts';
import { benchFind } from './find.ts';
import { benchHttp } from './http.ts';
import { benchSearch } from './search.ts';

/** `npm run bench -- NAME [flags]`: measurements that take minutes, compared with a baseline in the same run. */
const BENCHES: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  build: benchBuild,
  company: benchCompany,
  compat: benchCompat,
  find: benchFind,
  http: benchHttp,
  search: benchSearch,
};

const [name = '', ...args] = process.argv.slice(2);
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
const choice = `choose one of ${Object.keys(BENCHES).join(', ')}, for example \`npm run bench -- build\``;
if (name === '--help') console.log(choice);
else if (bench === undefined) {
  console.error(`bench: ${choice}`);
  process.exitCode = 2;
} else {
  try {
    await bench(args);
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    console.error(`bench: ${error.message}`);
    process.exitCode = 1;
  }
}
