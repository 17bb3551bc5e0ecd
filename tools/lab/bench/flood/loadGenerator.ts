import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { lowerPriority } from '../payments/lowerPriority.ts';
import type { ResponseCounts } from './loadGeneratorMain.ts';

const PROGRAM = fileURLToPath(new URL('loadGeneratorMain.ts', import.meta.url));

/** The process that floods the API with requests. */
export type LoadGenerator = {
  start(): void;
  /** @returns the responses since `start` */
  stop(): Promise<ResponseCounts>;
  end(): Promise<void>;
};

export function startLoadGenerator(url: string, perSecond: number): LoadGenerator {
  const child = fork(PROGRAM, [url, String(perSecond)], { execArgv: ['--import', 'tsx'] });
  // Real attackers use their own machines. Here, the lowest priority keeps the generator from taking the service's processor
  // time.
  lowerPriority(child, constants.priority.PRIORITY_LOW);
  const ended = once(child, 'exit');
  const failed = ended.then(() => {
    throw new Error('the load generator ended during the bench');
  });
  failed.catch(() => {});
  return {
    start: () => {
      child.send('start');
    },
    stop: async () => {
      const message = once(child, 'message');
      child.send('stop');
      const [counts = {}]: ResponseCounts[] = await Promise.race([message, failed]);
      return counts;
    },
    end: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
