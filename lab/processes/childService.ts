import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../service/main.ts', import.meta.url));

export type ChildEnd = { readonly code: number | null; readonly signal: string | null; readonly output: string };

/** The service as a process of its own. */
export type ChildService = {
  readonly child: ChildProcess;
  /** Its base address, once it listens; empty where it serves no requests. @throws where it ends before */
  readonly url: Promise<string>;
  readonly ended: Promise<ChildEnd>;
  kill(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<ChildEnd>;
};

export function startChildService(environment: Readonly<Record<string, string>>): ChildService {
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
  const ended = new Promise<ChildEnd>((resolve) => {
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

export type WorkFolder = {
  readonly path: string;
  /** Writes a file, for its owner only unless told otherwise. */
  write(name: string, text: string, mode?: number): Promise<string>;
  remove(): Promise<void>;
};

export async function createWorkFolder(): Promise<WorkFolder> {
  const path = await mkdtemp(join(tmpdir(), 'causeway-service-'));
  return {
    path,
    write: async (name, text, mode = 0o600) => {
      await writeFile(join(path, name), text, { mode });
      return join(path, name);
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
