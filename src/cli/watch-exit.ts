/**
 * Loads a user's module, which may end the process by itself: that is said, and is no success.
 *
 * @param name What the user knows it by: `the config file mock.mjs`.
 */
export async function watchExit<T>(name: string, load: () => Promise<T>): Promise<T> {
  const onExit = (status: number) => {
    if (status !== 0) return;
    process.stderr.write(`pet-catalog-mock: ${name} called process.exit() while it was loaded\n`);
    process.exitCode = 1;
  };
  const stop = () => process.off('exit', onExit);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  // The process ends at a signal, too, and then rightly.
  for (const signal of signals) process.once(signal, stop);
  process.once('exit', onExit);
  try {
    return await load();
  } finally {
    stop();
    for (const signal of signals) process.off(signal, stop);
  }
}
