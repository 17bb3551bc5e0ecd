import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { DESTINATION, ORIGIN } from '../../chains/testBridge.ts';

// Runs in a separate process, so it does not share an event loop with the measurement. Sends requests from "start" to "stop".

/** The number of responses by HTTP status; 0 counts requests without a response. */
export type ResponseCounts = Readonly<Record<number, number>>;

const CONCURRENCY = 64;
const SINGLE_CLIENT_SHARE = 0.25;
const TIMEOUT_MS = 10_000;

const [url, perSecond] = [process.argv[2] ?? '', Number(process.argv[3])];
const address = () => `0x${randomBytes(20).toString('hex')}`;

const REQUESTS: readonly (() => readonly [operation: string, body: string])[] = [
  () => ['get_receipt', JSON.stringify({ from_chain_hash: `0x${randomBytes(32).toString('hex')}` })],
  () => ['get_all_pair_infos', '{}'],
  () => {
    const sender = address();
    const chains = { from_chain_name: ORIGIN, to_chain_name: DESTINATION };
    const route = { from_address: sender, to_address: sender, token_name: 'USDC', ui_value: '20' };
    return ['get_build_tx', JSON.stringify({ ...chains, ...route })];
  },
  () => ['get_build_tx', '{"from_chain_name":'],
];

/** Sends a quarter of the requests as one client, and every other request as a new client. */
function pickClient(): string {
  if (Math.random() < SINGLE_CLIENT_SHARE) return '198.51.100.1';
  return [10, randomInt(256), randomInt(256), randomInt(256)].join('.');
}

async function sendRequest(): Promise<number> {
  const [operation, body] = REQUESTS[randomInt(REQUESTS.length)]?.() ?? ['', ''];
  try {
    const response = await fetch(`${url}/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': pickClient() },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

async function sendUntilStopped(counts: Record<number, number>, shouldStop: () => boolean): Promise<void> {
  const everyMs = (CONCURRENCY * 1000) / perSecond;
  let dueMs = performance.now() + Math.random() * everyMs;
  while (!shouldStop()) {
    await setTimeout(Math.max(0, dueMs - performance.now()));
    // A slow service lowers the rate: the generator does not make up for missed requests.
    dueMs = Math.max(dueMs, performance.now() - everyMs) + everyMs;
    const status = await sendRequest();
    counts[status] = (counts[status] ?? 0) + 1;
  }
}

let stop: (() => Promise<ResponseCounts>) | null = null;

function start(): () => Promise<ResponseCounts> {
  const counts: Record<number, number> = {};
  let isStopped = false;
  const loops = Array.from({ length: CONCURRENCY }, () => sendUntilStopped(counts, () => isStopped));
  return async () => {
    isStopped = true;
    await Promise.all(loops);
    return counts;
  };
}

process.on('message', async (command) => {
  if (command === 'start') stop = start();
  else process.send?.((await stop?.()) ?? {});
});
// The channel closes when the bench ends, so the generator never outlives it.
process.on('disconnect', () => process.exit(0));
