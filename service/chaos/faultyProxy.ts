import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Random } from './random.ts';

type Call = { readonly id: number; readonly method: string; readonly params?: readonly unknown[] };
type Answer = { readonly id: number; readonly result?: unknown; readonly error?: unknown };

/** What becomes of a whole request. */
const REQUEST_FAULTS = {
  /** The chain never hears of it. */
  dropped: 0.02,
  /** The chain does it, and nobody learns that it did. */
  answerDropped: 0.03,
  delayed: 0.01,
  duplicated: 0.02,
  badGateway: 0.02,
  truncated: 0.01,
} as const;

/** What becomes of one call's answer. */
const CALL_FAULTS = {
  /** A node that lags: no receipt yet. */
  staleReceipt: 0.03,
  /** A node that lags: fewer transactions. */
  staleNonce: 0.05,
  /** A node that does not have these blocks says that they hold no logs. */
  staleLogs: 0.05,
  /** A log that no receipt backs. */
  forgedLog: 0.02,
} as const;

export type RpcFault = keyof typeof REQUEST_FAULTS | keyof typeof CALL_FAULTS;

// Longer than the service waits for an answer.
const DELAY_MS = 5000;

/** A JSON-RPC server in front of a chain, as bad as the worst of real ones, as a seed says. */
export type FaultyProxy = {
  readonly url: string;
  /** How often each fault happened. */
  readonly counts: ReadonlyMap<RpcFault, number>;
  /** Whether it tells the truth from now on, as it does at first. */
  setCalm(isCalm: boolean): void;
  stop(): Promise<void>;
};

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

function forgeLog(result: unknown): unknown {
  if (!Array.isArray(result) || result.length === 0) return result;
  const [log] = result;
  return [...result, { ...log, transactionHash: `0x${'fe'.repeat(32)}`, logIndex: '0x63' }];
}

function toNumber(hex: unknown): number {
  return typeof hex === 'string' ? Number(hex) : 0;
}

export async function startFaultyProxy(rpcUrl: string, random: Random): Promise<FaultyProxy> {
  const counts = new Map<RpcFault, number>();
  let isCalm = true;
  const count = (fault: RpcFault) => counts.set(fault, (counts.get(fault) ?? 0) + 1);
  const strikes = (fault: RpcFault, probability: number) => {
    const isStruck = random.chance(probability) && !isCalm;
    if (isStruck) count(fault);
    return isStruck;
  };
  const isStruck = (fault: keyof typeof REQUEST_FAULTS) => strikes(fault, REQUEST_FAULTS[fault]);

  const forward = async (body: string): Promise<string> => {
    const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return response.text();
  };

  const distort = ({ method }: Call, answer: Answer): Answer => {
    const isHit = (fault: keyof typeof CALL_FAULTS) => strikes(fault, CALL_FAULTS[fault]);
    const { result } = answer;
    if (result === null || result === undefined) return answer;
    if (method === 'eth_getTransactionReceipt' && isHit('staleReceipt')) return { ...answer, result: null };
    if (method === 'eth_getTransactionCount' && toNumber(result) > 0 && isHit('staleNonce')) {
      return { ...answer, result: `0x${(toNumber(result) - 1).toString(16)}` };
    }
    if (method === 'eth_getLogs' && isHit('staleLogs')) return { ...answer, result: [] };
    if (method === 'eth_getLogs' && isHit('forgedLog')) return { ...answer, result: forgeLog(result) };
    return answer;
  };

  const answerTo = async (body: string): Promise<string> => {
    const asked: Call | Call[] = JSON.parse(body);
    const answered: Answer | Answer[] = JSON.parse(await forward(body));
    const calls = Array.isArray(asked) ? asked : [asked];
    const tell = (answer: Answer) => {
      const call = calls.find(({ id }) => id === answer.id);
      return call ? distort(call, answer) : answer;
    };
    return JSON.stringify(Array.isArray(answered) ? answered.map(tell) : tell(answered));
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    if (isStruck('dropped')) return void request.socket.destroy();
    if (isStruck('badGateway'))
      return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502</h1>');
    if (isStruck('duplicated')) await forward(body);
    const answer = await answerTo(body);
    if (isStruck('answerDropped')) return void request.socket.destroy();
    if (isStruck('delayed')) await new Promise((resolve) => setTimeout(resolve, DELAY_MS).unref());
    response.setHeader('content-type', 'application/json');
    response.end(isStruck('truncated') ? answer.slice(0, answer.length / 2) : answer);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    counts,
    setCalm: (next) => {
      isCalm = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
