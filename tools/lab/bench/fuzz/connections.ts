import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { RawRequest } from './rawRequests.ts';

/** The first answer on a connection. */
export type Reply = { readonly status: number; readonly type: string; readonly body: string };

// How long a client waits after it received bytes or sent half a request.
const SILENCE_MS = 150;
/** Leaves the connection in the way its request says, or closes it when the server is silent. */
function leave(connection: Duplex, end: RawRequest['end']): void {
  if (end === 'close') connection.end();
  // Only TCP has resets.
  else if (end === 'reset' && connection instanceof Socket && connection.remoteFamily && !('encrypted' in connection))
    connection.resetAndDestroy();
  else if (end !== 'wait') connection.destroy();
}

/** Sends the bytes on a new connection. Never fails. @returns what the server sent until the connection ended */
export function sendRaw(connection: Duplex, { pieces, end, patienceMs }: RawRequest): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    let timer = setTimeout(() => connection.destroy(), patienceMs);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => connection.destroy(), SILENCE_MS);
    };
    connection.on('error', () => {});
    connection.once('close', () => {
      clearTimeout(timer);
      resolve(received);
    });
    connection.on('data', (chunk: Buffer) => {
      // Leaves in the middle of a download.
      if (received === '' && end === 'leave') connection.destroy();
      if (received.length < 100_000) received += chunk.toString('latin1');
      restart();
    });
    const send = async () => {
      for (const piece of pieces) {
        connection.write(piece, 'latin1');
        await setImmediate();
      }
      if (end !== 'leave') leave(connection, end);
    };
    void send();
  });
}

/** @returns null when nothing was answered. @throws when the answer is not HTTP */
export function readReply(received: string): Reply | null {
  const text = received.replace(/^(?:HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)+/, '');
  if (text === '') return null;
  const [, status, head = '', body = ''] = /^HTTP\/1\.[01] (\d{3}) ([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(text) ?? [];
  if (status === undefined) throw new Error(`an answer that is not HTTP: ${JSON.stringify(text.slice(0, 100))}`);
  const type = /^content-type: *(.*)$/im.exec(head)?.[1]?.trim() ?? '';
  return { status: Number(status), type, body: Buffer.from(body, 'latin1').toString() };
}
