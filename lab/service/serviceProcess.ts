import { untilReady } from '../processes/startProcess.ts';
import type { ProcessEnd } from './program.ts';
import { startProgram, untilEnded } from './program.ts';

/** The transfer service as a process. */
export type ServiceProcess = {
  readonly pid: number;
  /** The base address, once the service listens; empty for a service without an API. @throws ProcessDied if it ends first */
  readonly url: Promise<string>;
  readonly ended: Promise<ProcessEnd>;
  /** What it has printed so far. */
  output(): string;
  kill(signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'SIGKILL'): Promise<ProcessEnd>;
};

export function startServiceProcess(environment: Readonly<Record<string, string>>): ServiceProcess {
  const service = startProgram('service', { environment });
  const ended = untilEnded(service);
  const readUrl = async () => {
    const announcement = /listening on (http[^"]+)|workers (?:run|started)/.exec(service.output());
    return announcement && { address: announcement[1] ?? '' };
  };
  const url = untilReady(service, readUrl, { timeoutMs: 180_000 }).then(({ address }) => address);
  url.catch(() => {});
  return {
    pid: service.pid,
    url,
    ended,
    output: service.output,
    kill: (signal) => {
      service.send(signal);
      return ended;
    },
  };
}
