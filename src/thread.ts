/** An executable keeps the beginnings of threads under their paths in the repository (compile.ts tells them). */
export const THREADS = ['build/read/reading-thread.ts', 'src/catalog/write/index-thread.ts'] as const;

/** Starts a thread at one of the files above. */
export function startThread(file: (typeof THREADS)[number]): Worker {
  const isExecutable = Bun.embeddedFiles.length > 0;
  return new Worker(isExecutable ? `./${file}` : new URL(`../${file}`, import.meta.url));
}
