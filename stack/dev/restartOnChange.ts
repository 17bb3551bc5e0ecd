import type { Steps } from '../setup/steps.mjs';

export type RestartOptions = {
  readonly restart: () => Promise<void>;
  readonly steps: Steps;
  readonly signal: AbortSignal;
};

/**
 * Restarts the service for each burst of changes, one restart at a time. Changes during a restart lead to one more.
 * A failed restart is printed; the next change tries again.
 * @returns the callback for changed files
 */
export function restartOnChange({ restart, steps, signal }: RestartOptions): (files: readonly string[]) => void {
  let waiting: readonly string[] = [];
  let isRestarting = false;

  const run = async () => {
    isRestarting = true;
    while (waiting.length > 0 && !signal.aborted) {
      const title = `Restarting the service (${describe(waiting)})`;
      waiting = [];
      try {
        await steps.run(title, restart);
      } catch (error) {
        if (!signal.aborted) steps.say(`\n${toMessage(error)}\nSave a file to try again.\n`);
      }
    }
    isRestarting = false;
  };

  return (files) => {
    waiting = [...new Set([...waiting, ...files])];
    if (!isRestarting) void run();
  };
}

function describe([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
