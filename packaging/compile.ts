import { chmodSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeStarter } from '../build/starter.ts';
import { THREADS } from '../src/thread.ts';
import { findArgon2 } from './argon2-package.ts';
import { NOT_BUNDLED } from './bundled-packages.ts';
import { makePictures } from './pictures.ts';
import { findOwnPlatform, PLATFORMS, type Platform } from './platforms.ts';
import { readTarget } from './target-flag.ts';

/**
 * Compiles self-contained executables: `npm run compile` makes `dist/larder` for this machine,
 * `npm run compile -- --target all` makes one for every platform, and `--target NAME` makes one for that platform.
 */
const ROOT = join(import.meta.dir, '..');
const DIST = join(ROOT, 'dist');

/**
 * Identifiers keep their names, because libraries look at the names of classes at run time. Elysia refuses a parameter
 * that breaks its schema only if the error's `constructor.name` is `TransformDecodeError`; shortened, the error is
 * dropped and `limit=99` is accepted. Our routes validate for themselves, but the log names the errors of openid-client
 * and jose by their classes, and its stack traces are for people. `keepNames` does not help (Bun 1.4.4). Shortening
 * would save 2.5 of 143 MB, and no time at the start.
 */
export const MINIFY = { whitespace: true, syntax: true, identifiers: false };

export async function compile(platform: Platform, outfile: string): Promise<void> {
  const unfinished = `${outfile}.unfinished`;
  const result = await Bun.build({
    // Threads start from their own files, which the compiler cannot discover.
    entrypoints: ['src/main.ts', ...THREADS].map((file) => join(ROOT, file)),
    compile: { target: platform.target, outfile: unfinished },
    // With bytecode, a server starts in a third of the CPU time; that requires CommonJS.
    bytecode: true,
    format: 'cjs',
    minify: MINIFY,
    // Otherwise the executable would contain the path of this checkout, and builds would not be reproducible.
    define: { 'import.meta.url': JSON.stringify('file:///larder') },
    external: [...NOT_BUNDLED],
    plugins: [nativeDriver(platform), await nativeArgon2(platform), plainComments],
  });
  if (!result.success) throw new AggregateError(result.logs, `cannot compile for ${platform.name}`);
  const made = result.outputs[0]?.path ?? unfinished;
  chmodSync(made, 0o755);
  renameSync(made, outfile);
}

/** Resolves the SQLite driver to the native file of one platform, so that only that one is embedded. */
function nativeDriver({ driver }: Platform): Bun.BunPlugin {
  return {
    name: 'native driver',
    setup(build) {
      build.onResolve({ filter: /^better-sqlite3$/ }, () => ({
        path: join(ROOT, 'node_modules', 'better-sqlite3', 'lib', `${driver}.js`),
      }));
    },
  };
}

/** The same for argon2, which has a package for each platform. */
async function nativeArgon2(platform: Platform): Promise<Bun.BunPlugin> {
  const file = await findArgon2(platform);
  return {
    name: 'native argon2',
    setup(build) {
      build.onResolve({ filter: /^@node-rs\/argon2$/ }, () => ({ path: 'argon2', namespace: 'native' }));
      build.onLoad({ filter: /./, namespace: 'native' }, () => ({
        contents: `module.exports = require(${JSON.stringify(file)});`,
        loader: 'js',
      }));
    },
  };
}

/**
 * Bun keeps comments with an exclamation mark, and stores all code at two bytes a character if one is beyond ASCII, such as a
 * letter of an author's name: 4 MB. The licences of all packages go with the executable anyway (third-party-licenses.ts).
 */
const plainComments: Bun.BunPlugin = {
  name: 'plain comments',
  setup(build) {
    build.onLoad({ filter: /[\\/]otpauth[\\/]dist[\\/].*js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/^\/\/!.*/, ''),
      loader: 'js',
    }));
  },
};

function choosePlatforms(target: string | undefined): { platform: Platform; outfile: string }[] {
  if (target === undefined) {
    const own = findOwnPlatform();
    if (own === null) throw new Error(`larder does not support ${process.platform} on ${process.arch}`);
    return [{ platform: own, outfile: join(DIST, process.platform === 'win32' ? 'larder.exe' : 'larder') }];
  }
  const chosen = target === 'all' ? PLATFORMS : PLATFORMS.filter(({ name }) => name === target);
  return chosen.map((platform) => ({ platform, outfile: join(DIST, platform.executable) }));
}

if (import.meta.main) {
  const target = readTarget('compile', process.argv.slice(2));
  try {
    const chosen = choosePlatforms(target);
    mkdirSync(DIST, { recursive: true });
    await makeStarter();
    makePictures();
    for (const { platform, outfile } of chosen) {
      await compile(platform, outfile);
      console.log(`${outfile.slice(ROOT.length + 1)}  ${(statSync(outfile).size / 1e6).toFixed(0)} MB`);
    }
  } catch (error) {
    console.error(`compile: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
