/** Loaded before larder: SIGUSR2 puts its main thread into a loop that never ends, as a fault of larder's own might. */
process.on('SIGUSR2', () => {
  for (;;) Math.random();
});
