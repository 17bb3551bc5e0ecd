import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../service/main.ts', import.meta.url));

export type ProcessEnd = { readonly code: number | null; readonly signal: string | null; readonly output: string };

/** The service as a process of its own. */
export type ServiceProcess = {
  readonly child: ChildProcess;
  /** Its base address, once it listens; empty where it serves no requests. @throws where it ends before */
  readonly url: Promise<string>;
  readonly ended: Promise<ProcessEnd>;
  kill(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<ProcessEnd>;
};

export function startServiceProcess(environment: Readonly<Record<string, string>>): ServiceProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  let output = '';
  let announce: (url: string) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const url = new Promise<string>((resolve, reject) => {
    announce = resolve;
    fail = reject;
  });
  url.catch(() => {});
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    const announcement = /listening on (http[^"]+)|the workers run/.exec(output);
    if (announcement) announce(announcement[1] ?? '');
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('close', (code, signal) => {
      process.off('exit', endWithUs);
      fail(new Error(`the service ended before it listened:\n${output}`));
      resolve({ code, signal, output });
    });
  });
  return {
    child,
    url,
    ended,
    kill: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
