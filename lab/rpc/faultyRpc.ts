import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] };
type RpcRequest = { readonly method: string; readonly params?: readonly unknown[]; readonly id: number };
type RpcAnswer = { readonly id: number; readonly result?: unknown; readonly error?: unknown };

/** What becomes of the answer to a call: another result, an error, a connection that breaks or is left waiting, or (undefined) the true one. */
export type Fault = (
  call: RpcCall,
) =>
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | 'drop'
  | 'hang'
  | undefined;

/** A JSON-RPC server in front of another that does not always tell the truth. */
export type FaultyRpc = {
  readonly url: string;
  /** Sets how it lies from now on. */
  setFault(fault: Fault): void;
  stop(): Promise<void>;
};

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

async function forward(rpcUrl: string, body: string): Promise<RpcAnswer[]> {
  const headers = { 'content-type': 'application/json' };
  const answer: RpcAnswer | RpcAnswer[] = JSON.parse(
    await (await fetch(rpcUrl, { method: 'POST', headers, body })).text(),
  );
  return Array.isArray(answer) ? answer : [answer];
}

export async function startFaultyRpc(rpcUrl: string): Promise<FaultyRpc> {
  let fault: Fault = () => undefined;
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const asked: RpcRequest | RpcRequest[] = JSON.parse(body);
    const calls = Array.isArray(asked) ? asked : [asked];
    // The call always reaches the chain: what gets lost is its answer.
    const answers = await forward(rpcUrl, body).catch(() => null);
    const faults = calls.map(({ method, params = [] }) => fault({ method, params }));
    if (answers === null || faults.includes('drop')) {
      request.socket.destroy();
      return;
    }
    if (faults.includes('hang')) return;
    const told = answers.map((answer) => {
      const lie = faults[calls.findIndex(({ id }) => id === answer.id)];
      return typeof lie === 'object' ? { jsonrpc: '2.0', id: answer.id, ...lie } : answer;
    });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Array.isArray(asked) ? told : told[0]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the faulty RPC has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    setFault: (next) => {
      fault = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
