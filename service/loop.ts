import type { Logger } from 'pino';

/** One turn of a worker. @returns true if the next turn should follow at once */
export type Turn = () => Promise<boolean>;

export type Loop = {
  /** Starts the next turn at once. */
  wake(): void;
  /** Stops after the current turn. */
  stop(): Promise<void>;
};

export type LoopOptions = {
  readonly name: string;
  readonly intervalMs: number;
  readonly turn: Turn;
  readonly logger: Logger;
};

const MAX_PAUSE_MS = 3000;

/**
 * Takes turns until it is stopped. It waits longer after each failed turn in a row. Every turn starts from the stored
 * rows, so a failed turn loses nothing.
 */
export function startLoop({ name, intervalMs, turn, logger }: LoopOptions): Loop {
  let stopped = false;
  let news = false;
  let failures = 0;
  let endPause: (() => void) | null = null;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const takeTurn = async (): Promise<boolean> => {
    try {
      const didWork = await turn();
      failures = 0;
      return didWork;
    } catch (error) {
      failures += 1;
      logger.warn({ err: error, loop: name, failures }, 'turn failed, will retry');
      return false;
    }
  };

  const run = async () => {
    while (!stopped) {
      news = false;
      const didWork = await takeTurn();
      const backoffMs = Math.max(intervalMs, Math.min(intervalMs * 2 ** Math.min(failures, 10), MAX_PAUSE_MS));
      const isBusy = failures === 0 && (didWork || news);
      if (!stopped && !isBusy) await pause(failures === 0 ? intervalMs : backoffMs);
    }
  };

  const ended = run();
  return {
    wake: () => {
      news = true;
      if (failures === 0) endPause?.();
    },
    stop: () => {
      stopped = true;
      endPause?.();
      return ended;
    },
  };
}
