/** Repeats work with a pause. @returns a function that stops the loop. @throws from that function: the first error of the loop */
export function repeat(everyMs: number, act: () => Promise<unknown>): () => Promise<void> {
  let isStopped = false;
  const run = async () => {
    while (!isStopped) {
      await act();
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  };
  const ended = run();
  ended.catch(() => {});
  return async () => {
    isStopped = true;
    await ended;
  };
}
