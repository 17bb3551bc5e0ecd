import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { lowerPriority } from '../payments/lowerPriority.ts';
import type { Answers } from './loadGeneratorMain.ts';

const PROGRAM = fileURLToPath(new URL('loadGeneratorMain.ts', import.meta.url));

/** The process that floods the service. */
export type Requester = {
  start(): void;
  /** @returns how all that was asked since the start was answered */
  stop(): Promise<Answers>;
  end(): Promise<void>;
};

export function startRequester(url: string, perSecond: number): Requester {
  const child = fork(PROGRAM, [url, String(perSecond)], { execArgv: ['--import', 'tsx'] });
  // Those who flood a service compute elsewhere: here they get what nobody else needs.
  lowerPriority(child, constants.priority.PRIORITY_LOW);
  const ended = once(child, 'exit');
  const end = ended.then(() => {
    throw new Error('the process that floods the service ended');
  });
  end.catch(() => {});
  return {
    start: () => {
      child.send('start');
    },
    stop: async () => {
      const message = once(child, 'message');
      child.send('stop');
      const [answers = {}]: Answers[] = await Promise.race([message, end]);
      return answers;
    },
    end: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
