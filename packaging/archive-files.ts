import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ArchivedFile, plainFile } from './tar.ts';

/** What a release has besides the executable, for every platform. */
const ROOT = join(import.meta.dir, '..');
const SHELLS = { bash: 'larder.bash', zsh: '_larder', fish: 'larder.fish' } as const;
/** Everything that the README links to. */
const DOCUMENTS = ['*.md', 'LICENSE', 'docs/**/*', 'data/README.md'];
/** A row of each kind: a homemade dish, and a correction of a product by its barcode. */
const OWN_FOODS = `name,brand,barcode,category,serving_size_g,calories_kcal,protein_g,fat_g,carbs_g
"Granny's soup, hot",,,Soups,250,45,2,1.5,6
Oat drink,Our mill,4008400404127,Plant drinks,200,46,1,1.5,6.7
`;

export function documents(licenses: string): ArchivedFile[] {
  const paths = DOCUMENTS.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(ROOT)]).sort();
  return [
    ...paths.map((path) => plainFile(path, readFileSync(join(ROOT, path)))),
    plainFile('THIRD-PARTY-LICENSES.txt', licenses),
  ];
}

export function completions(): ArchivedFile[] {
  return Object.entries(SHELLS).map(([shell, file]) =>
    plainFile(`completions/${file}`, larder('completions', shell)),
  );
}

/** A configuration with every setting explained, and a file of foods for --community or --overlay. */
export function samples(): ArchivedFile[] {
  return [
    plainFile('sample/larder.toml', larder('config', '--example')),
    plainFile('sample/own-foods.csv', OWN_FOODS),
  ];
}

export function units(): ArchivedFile[] {
  const folder = join(ROOT, 'packaging', 'systemd');
  return readdirSync(folder)
    .sort()
    .map((file) => plainFile(`systemd/${file}`, readFileSync(join(folder, file))));
}

/** Runs this source rather than an executable, which may be for another platform. */
function larder(...args: string[]): Uint8Array {
  const { stdout, success } = Bun.spawnSync([process.execPath, join(ROOT, 'src', 'main.ts'), ...args]);
  if (!success) throw new Error(`larder ${args.join(' ')} failed`);
  return stdout;
}
