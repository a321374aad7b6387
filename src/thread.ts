/** The entry points of threads. The executable contains them under their repository paths (packaging/compile.ts). */
export const THREADS = [
  'build/prepare/preparing-thread.ts',
  'src/catalog/write/packing-thread.ts',
  'src/server/forced-stop.ts',
  'src/server/threads/serving-thread.ts',
] as const;

/** Starts a thread from one of the files above. */
export function startThread(file: (typeof THREADS)[number]): Worker {
  const isExecutable = Bun.embeddedFiles.length > 0;
  return new Worker(isExecutable ? `./${file}` : new URL(`../${file}`, import.meta.url));
}
