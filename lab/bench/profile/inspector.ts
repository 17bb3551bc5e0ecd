import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { CpuProfile } from './cpuProfile.ts';

/** The inspector of another process of Node.js. */
export type Inspector = {
  /** Profiles the process during the work. */
  profile(work: () => Promise<unknown>): Promise<CpuProfile>;
  close(): void;
};

type Target = { readonly webSocketDebuggerUrl: string };
type Reply = { readonly id?: number; readonly result: { readonly profile?: CpuProfile } };

/** @param port that of the process's option `--inspect` */
export async function connectInspector(port: number): Promise<Inspector> {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target]: readonly Target[] = JSON.parse(await response.text());
  if (!target) throw new Error(`no process has its inspector at port ${port}`);
  const socket = new WebSocket(target.webSocketDebuggerUrl, { maxPayload: 0 });
  await once(socket, 'open');
  let last = 0;
  const call = (method: string): Promise<Reply['result']> => {
    last += 1;
    const id = last;
    socket.send(JSON.stringify({ id, method }));
    return new Promise((resolve) => {
      const listen = (data: unknown) => {
        const reply: Reply = JSON.parse(String(data));
        if (reply.id !== id) return;
        socket.off('message', listen);
        resolve(reply.result);
      };
      socket.on('message', listen);
    });
  };
  await call('Profiler.enable');
  return {
    profile: async (work) => {
      await call('Profiler.start');
      await work();
      const { profile } = await call('Profiler.stop');
      if (!profile) throw new Error('the process made no profile');
      return profile;
    },
    close: () => socket.close(),
  };
}
