import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../../src/version.ts';
import { type ArchivedFile, packTar, plainFile } from '../tar.ts';
import { type ApiDocument, renderClient, renderMethods } from './render-client.ts';

/** `npm run client` writes the typed client, an npm package, to `dist/client`. */
const ROOT = join(import.meta.dir, '..', '..');
export const CLIENT = join(ROOT, 'dist', 'client');
const NAME = 'larder-client';
const GZIP_LEVEL = 6;

/** The name that `npm pack` would give it. */
export const CLIENT_ARCHIVE = `${NAME}-${VERSION}.tgz`;

/** Writes the package for an API to a folder, which is replaced. */
export function writeClient(document: ApiDocument, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('index.ts', renderClient(document));
  cpSync(join(import.meta.dir, 'runtime.ts'), join(folder, 'runtime.ts'));
  compileIn(folder);
  const readme = readFileSync(join(import.meta.dir, 'README.md'), 'utf8');
  write('README.md', readme.replace('METHODS', renderMethods(document)).replace('VERSION', VERSION));
  write('package.json', `${JSON.stringify(manifest(), null, 2)}\n`);
  cpSync(join(import.meta.dir, 'example.mjs'), join(folder, 'example.mjs'));
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

/** JavaScript and declarations from the sources, which are then removed. */
function compileIn(folder: string): void {
  const flags = ['--declaration', '--strict', '--skipLibCheck', '--ignoreConfig'];
  const target = ['--target', 'ES2022', '--module', 'ES2022', '--moduleResolution', 'bundler'];
  const lib = ['--lib', 'ES2022,DOM,DOM.Iterable'];
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const run = Bun.spawnSync(['node', compiler, ...flags, ...target, ...lib, join(folder, 'index.ts')]);
  if (run.exitCode !== 0) throw new Error(`the client does not compile:\n${run.stdout}`);
  for (const name of ['index.ts', 'runtime.ts']) rmSync(join(folder, name));
}

function manifest(): object {
  return {
    name: NAME,
    version: VERSION,
    description: 'A typed client for the HTTP API of larder, a food and nutrition lookup service.',
    license: 'MIT',
    type: 'module',
    main: './index.js',
    types: './index.d.ts',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    files: ['index.js', 'index.d.ts', 'runtime.js', 'runtime.d.ts', 'example.mjs'],
    engines: { node: '>=20' },
    sideEffects: false,
  };
}

/** The package as `npm install` takes it; the same client always gives the same bytes. */
export function packClient(folder: string): Uint8Array {
  const files: ArchivedFile[] = readdirSync(folder)
    .sort()
    .map((name) => plainFile(`package/${name}`, readFileSync(join(folder, name))));
  return Bun.gzipSync(packTar(files), { level: GZIP_LEVEL });
}

/** The OpenAPI document as a server with accounts returns it. */
export async function readApiDocument(): Promise<ApiDocument> {
  const data = mkdtempSync(join(tmpdir(), 'larder-client-'));
  const flags = ['--port', '0', '--log-format', 'json', '--threads', '0', '--data', data];
  const server = Bun.spawn([process.execPath, join(ROOT, 'src', 'main.ts'), 'serve', ...flags], {
    stdout: 'ignore',
    stderr: 'pipe',
  });
  try {
    const response = await fetch(new URL('/openapi.json', await addressIn(server.stderr)));
    return (await response.json()) as ApiDocument;
  } finally {
    server.kill();
    await server.exited;
    rmSync(data, { recursive: true });
  }
}

async function addressIn(stderr: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of stderr) {
    text += decoder.decode(chunk, { stream: true });
    const url = /"url":"([^"]+)"/.exec(text)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`the server did not start: ${text}`);
}

if (import.meta.main) {
  writeClient(await readApiDocument(), CLIENT);
  console.log(`dist/client: ${NAME} ${VERSION}`);
}
