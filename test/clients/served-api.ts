import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCatalog } from '../../src/catalog/open.ts';
import { listenFor } from '../../src/http/listen.ts';
import { appWithAccounts } from '../accounts/app-with-accounts.ts';
import { temporaryFolder } from '../build/export-file.ts';
import { fixtureCatalog } from '../contract/fixture-catalog.ts';

const ROOT = join(import.meta.dir, '..', '..');

interface OpenApi {
  paths: Record<string, Record<string, unknown>>;
}

/** The whole API on a socket, with an account, for programs that are written against a generated client. */
export async function serveApi() {
  const catalog = openCatalog(await fixtureCatalog());
  const at = await appWithAccounts({ selfService: true, catalog });
  const server = listenFor(at.app, { host: '127.0.0.1', port: 0 });
  const document = (await (await fetch(new URL('/openapi.json', server.url))).json()) as OpenApi;
  return {
    document,
    origin: server.url.origin,
    accountKey: (await at.account('ada')).key,
    foods: catalog.size,
    /** The endpoints of the document that no request has reached with success. */
    uncalled(): string[] {
      const called = (at.logged as { method?: string; route?: string; status?: number }[])
        .filter(({ status = 0 }) => status >= 200 && status < 300)
        .map(({ method, route = '' }) => `${method} ${route.replace(/:(\w+)/g, '{$1}')}`);
      return endpointsOf(document).filter((endpoint) => !called.includes(endpoint));
    },
    async stop() {
      await server.stop(true);
      catalog.close();
      await at.remove();
    },
  };
}

function endpointsOf({ paths }: OpenApi): string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

/** A folder in which generated code and a program find the packages of this repository. */
export function clientFolder(program: string): string {
  const folder = temporaryFolder();
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'program.ts'), program);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ESNext',
    module: 'ESNext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    lib: ['ESNext', 'DOM', 'DOM.Iterable'],
    types: ['bun-types'],
    skipLibCheck: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  return folder;
}

/** What the compiler, in strict mode, says about the program and the client. */
export async function compile(folder: string): Promise<string> {
  const compiler = Bun.spawn(['node', join(ROOT, 'node_modules/.bin/tsc'), '-p', folder], { stdout: 'pipe' });
  return new Response(compiler.stdout).text();
}

/** Runs the program and reads the JSON that it prints. */
export async function runProgram(folder: string, ...args: string[]): Promise<unknown> {
  const run = Bun.spawn([process.execPath, join(folder, 'program.ts'), ...args], { stderr: 'inherit' });
  return JSON.parse(await new Response(run.stdout).text());
}
