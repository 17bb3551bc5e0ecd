import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { encodeEventTopics } from 'viem';
import { depositAbi } from '#shared/abi/depositAbi.ts';
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

export type RpcFault =
  | keyof typeof REQUEST_FAULTS
  | 'staleReceipt'
  | 'staleNonce'
  | 'staleLogs'
  | 'forgedLog'
  | 'forgedReceipt';

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

const [DEPOSITED] = encodeEventTopics({ abi: depositAbi, eventName: 'Deposit' });
const WORD = 64;
const LARGE = `${'0'.repeat(40)}${'f'.repeat(24)}`;

/** A receipt of deposits as if they were of a large amount, their token's events included. */
function forgeReceipt(result: unknown): unknown {
  const text = JSON.stringify(result);
  if (!text.includes(DEPOSITED)) return result;
  return JSON.parse(text, (key, value: unknown) => {
    if (key !== 'data' || typeof value !== 'string') return value;
    if (value.length === 2 + WORD) return `0x${LARGE}`;
    // The amount is the second word, behind where the recipient is.
    return value.length > 2 + 2 * WORD ? `${value.slice(0, 2 + WORD)}${LARGE}${value.slice(2 + 2 * WORD)}` : value;
  });
}

function countDown(result: unknown): unknown {
  const count = typeof result === 'string' ? Number(result) : 0;
  return count > 0 ? `0x${(count - 1).toString(16)}` : result;
}

type Falsehood = {
  readonly fault: RpcFault;
  readonly probability: number;
  /** The method whose answer it is about. */
  readonly on: string;
  /** The false answer, or the same one where there is nothing to be false about. */
  readonly tell: (result: unknown) => unknown;
};

/** What becomes of one call's answer. */
const FALSEHOODS: readonly Falsehood[] = [
  /** A receipt of deposits that are worth much more; told by a provider that lies. */
  { fault: 'forgedReceipt', probability: 0.2, on: 'eth_getTransactionReceipt', tell: forgeReceipt },
  /** A node that lags: no receipt yet. */
  { fault: 'staleReceipt', probability: 0.03, on: 'eth_getTransactionReceipt', tell: () => null },
  /** A node that lags: fewer transactions. */
  { fault: 'staleNonce', probability: 0.05, on: 'eth_getTransactionCount', tell: countDown },
  /** A node that does not have these blocks says that they hold no logs. */
  { fault: 'staleLogs', probability: 0.05, on: 'eth_getLogs', tell: () => [] },
  /** A log that no receipt backs. */
  { fault: 'forgedLog', probability: 0.02, on: 'eth_getLogs', tell: forgeLog },
];

export async function startFaultyProxy(
  rpcUrl: string,
  { random, lies }: { readonly random: Random; readonly lies: boolean },
): Promise<FaultyProxy> {
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
    const { result } = answer;
    if (result === null || result === undefined) return answer;
    for (const { fault, probability, on, tell } of FALSEHOODS) {
      if (on !== method || (fault === 'forgedReceipt' && !lies)) continue;
      const told = tell(result);
      // What would not be changed is no fault, whatever the dice say.
      if (told !== result && strikes(fault, probability)) return { ...answer, result: told };
    }
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
