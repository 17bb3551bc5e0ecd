/** What happens at SIGHUP. */
export type Hangups = {
  /** Runs at each signal from now on, and at once if one came before. */
  onHangup(react: () => void): void;
};

/**
 * Keeps SIGHUP from ending this process: it does that to a process without a handler. A main file calls this before it loads
 * anything else, because `systemctl reload` can send the signal while the process starts.
 */
export function holdHangups(): Hangups {
  let react: (() => void) | null = null;
  let isWaiting = false;
  process.on('SIGHUP', () => {
    if (react) react();
    else isWaiting = true;
  });
  return {
    onHangup: (next) => {
      react = next;
      if (isWaiting) next();
      isWaiting = false;
    },
  };
}
