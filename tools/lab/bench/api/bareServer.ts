import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { lowerPriority } from '../payments/lowerPriority.ts';
import { API_NICE } from '../payments/withBench.ts';
import type { BarePorts } from './bareServerMain.ts';
import type { RecordedAnswer } from './recordAnswer.ts';

const PROGRAM = fileURLToPath(new URL('bareServerMain.ts', import.meta.url));

/** A process with one bare node:http server per recorded answer. */
export type BareServer = {
  readonly pid: number;
  readonly urls: readonly string[];
  stop(): Promise<void>;
};

export async function startBareServer(answers: readonly RecordedAnswer[]): Promise<BareServer> {
  const child = fork(PROGRAM, [], { execArgv: ['--import', 'tsx'] });
  lowerPriority(child, API_NICE);
  const ended = once(child, 'exit');
  const failed = ended.then(() => {
    throw new Error('the bare server ended during the bench');
  });
  failed.catch(() => {});
  child.send(answers);
  const [ports]: [BarePorts] = await Promise.race([once(child, 'message') as Promise<[BarePorts]>, failed]);
  return {
    pid: child.pid ?? 0,
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
