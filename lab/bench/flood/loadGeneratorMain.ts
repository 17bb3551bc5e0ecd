import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { DESTINATION, ORIGIN } from '../../bridge/testBridge.ts';

// A process of its own, because those who flood a service are not on its event loop. It asks from "start" to "stop".

/** How many requests were answered, by HTTP status; 0 stands for no answer. */
export type Answers = Readonly<Record<number, number>>;

const LOOPS = 64;
const LOUD_SHARE = 0.25;
const TIMEOUT_MS = 10_000;

const [url, perSecond] = [process.argv[2] ?? '', Number(process.argv[3])];
const address = () => `0x${randomBytes(20).toString('hex')}`;

const BODIES: readonly (() => readonly [operation: string, body: string])[] = [
  () => ['get_receipt', JSON.stringify({ from_chain_hash: `0x${randomBytes(32).toString('hex')}` })],
  () => ['get_all_pair_infos', '{}'],
  () => {
    const sender = address();
    const chains = { from_chain_name: ORIGIN, to_chain_name: DESTINATION };
    const order = { from_address: sender, to_address: sender, token_name: 'USDC', ui_value: '20' };
    return ['get_build_tx', JSON.stringify({ ...chains, ...order })];
  },
  () => ['get_build_tx', '{"from_chain_name":'],
];

/** One client that asks far too much, and very many who each ask little. */
function pickClient(): string {
  if (Math.random() < LOUD_SHARE) return '198.51.100.1';
  return [10, randomInt(256), randomInt(256), randomInt(256)].join('.');
}

async function ask(): Promise<number> {
  const [operation, body] = BODIES[randomInt(BODIES.length)]?.() ?? ['', ''];
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

async function flood(answers: Record<number, number>, isOver: () => boolean): Promise<void> {
  const everyMs = (LOOPS * 1000) / perSecond;
  let due = performance.now() + Math.random() * everyMs;
  while (!isOver()) {
    await setTimeout(Math.max(0, due - performance.now()));
    // What was missed is not made up for: a service that answers slowly is asked less.
    due = Math.max(due, performance.now() - everyMs) + everyMs;
    const status = await ask();
    answers[status] = (answers[status] ?? 0) + 1;
  }
}

let stop: (() => Promise<Answers>) | null = null;

function start(): () => Promise<Answers> {
  const answers: Record<number, number> = {};
  let isOver = false;
  const loops = Array.from({ length: LOOPS }, () => flood(answers, () => isOver));
  return async () => {
    isOver = true;
    await Promise.all(loops);
    return answers;
  };
}

process.on('message', async (order) => {
  if (order === 'start') stop = start();
  else process.send?.((await stop?.()) ?? {});
});
// It never outlives who started it.
process.on('disconnect', () => process.exit(0));
