import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../build/export-file.ts';
import { findProgram } from '../outside-programs.ts';

/** A client in Python, generated from the OpenAPI document, with a program that uses it. */
export interface PythonClient {
  folder: string;
  /** The interpreter that has the packages which the client needs: that of the generator. */
  python: string;
  /** What the generator could not make sense of. */
  warnings: string;
}

const PACKAGE = 'larder_api';

export async function generatePython(document: object, program: string): Promise<PythonClient> {
  const generator = findProgram('openapi-python-client') as string;
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  // Without hooks: they only format the code, with a program of their own.
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ post_hooks: [] }));
  writeFileSync(join(folder, 'program.py'), program);
  const flags = ['--path', 'openapi.json', '--config', 'config.json', '--meta', 'none', '--fail-on-warning'];
  const { status, output } = await run(folder, [generator, 'generate', ...flags, '--output-path', PACKAGE]);
  const python = /^#!\s*(\S+)/.exec(readFileSync(generator, 'utf8'))?.[1] ?? 'python3';
  return { folder, python, warnings: status === 0 ? '' : output };
}

/** Runs the program and reads the JSON that it prints. */
export async function runPython({ folder, python }: PythonClient, ...args: string[]): Promise<unknown> {
  const { status, output } = await run(folder, [python, 'program.py', ...args]);
  if (status !== 0) throw new Error(output);
  return JSON.parse(output);
}

/** What mypy in strict mode says about the program and everything that was made from the document. */
export async function checkTypes({ folder, python }: PythonClient): Promise<string[]> {
  const mypy = findProgram('mypy') as string;
  const flags = ['--strict', '--no-error-summary', '--python-executable', python];
  const { output } = await run(folder, [mypy, ...flags, 'program.py', PACKAGE]);
  // `client.py` is the same for every document.
  return output.split('\n').filter((line) => line !== '' && !line.startsWith(`${PACKAGE}/client.py:`));
}

async function run(folder: string, command: string[]): Promise<{ status: number; output: string }> {
  const child = Bun.spawn(command, { cwd: folder, stdout: 'pipe', stderr: 'pipe' });
  const [out, error] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { status: await child.exited, output: out + error };
}
