import { type Runs, runNamed } from '../named-run.ts';
import { benchBuild } from './build.ts';
import { benchCompany } from './company.ts';
import { benchCompare } from './compare/compare.ts';
import { benchFind } from './find.ts';
import { benchHttp } from './http.ts';
import { benchPack } from './pack.ts';
import { benchPages } from './pages.ts';
import { benchSearch } from './search.ts';

/** `npm run bench -- NAME [flags]`: measurements that take minutes, compared with a baseline in the same run. */
const BENCHES: Runs = {
  build: benchBuild,
  company: benchCompany,
  compare: benchCompare,
  find: benchFind,
  http: benchHttp,
  pack: benchPack,
  pages: benchPages,
  search: benchSearch,
};

await runNamed('bench', BENCHES, process.argv.slice(2));
