import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { zeroAddress } from 'viem';
import { afterEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { config, registry, terms } from '../../../tools/lab/web/fixtures.ts';
import { verified } from '../../../tools/lab/web/reviewFixtures.ts';
import { createChainClients } from '../../chain/chainClients.ts';
import { readForReview } from '../../form/review/reviewReadings.ts';
import type { ChainReads } from './chainReads.ts';
import { createChainReads } from './chainReads.ts';

const build = verified();
const { account, origin } = terms;
const { chainId, token } = origin;

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** The app's reads, when every RPC endpoint of both chains answers like this. */
async function readsThrough(listener: RequestListener): Promise<ChainReads> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
  const chains = config.chains.map((chain) => ({ ...chain, rpcUrls: [url] }));
  return createChainReads(createChainClients({ ...config, chains }), registry);
}

const FAILURES: readonly (readonly [what: string, answer: RequestListener])[] = [
  ['answers HTTP 429', (_request, response) => response.writeHead(429).end('{"error":"slow down"}')],
  ['answers HTTP 500', (_request, response) => response.writeHead(500).end('oops')],
  ['closes the connection', (_request, response) => response.destroy()],
  ['answers in HTML', (_request, response) => response.writeHead(200).end('<h1>Welcome to nginx</h1>')],
  ['answers with an empty value', answerAll('0x')],
  ['answers with an object', answerAll({ nonsense: true })],
];

/** Answers every call with the same result. */
function answerAll(result: unknown): RequestListener {
  return async (request, response) => {
    const call = (await json(request)) as { id: number } | { id: number }[];
    const answerTo = ({ id }: { id: number }) => ({ jsonrpc: '2.0', id, result });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(Array.isArray(call) ? call.map(answerTo) : answerTo(call)));
  };
}

/** How a read ended, or the kind of its result. */
async function endOf(read: Promise<unknown>): Promise<unknown> {
  const found = await read.catch(() => 'no answer');
  return typeof found === 'object' && found !== null && 'kind' in found ? found.kind : found;
}

describe.each(FAILURES)('a node that %s', (_what, answer) => {
  it('makes a balance unknown instead of 0, leaves a review unchecked, and proves nothing about a deposit', async () => {
    const reads = await readsThrough(answer);
    const sources = { resolveName: async () => ({ kind: 'none' }) as const, blockedAddresses: null };
    const review = readForReview({ ...reads, ...sources, contacts: async () => [] }, build, null);
    const done = { hash: hashOf('1'), payoutHash: hashOf('2'), claimed: 1n };
    const ended = await Promise.all([
      endOf(reads.balanceOf({ chainId, token, account })),
      endOf(reads.readDeposit(terms, done.hash, { nonce: 0, fromBlock: 1n })),
      endOf(reads.findDeposit(terms, { fromBlock: 1n, isClaimed: () => false })),
      endOf(reads.proveTransfer(terms, done)),
    ]);
    expect(ended).toEqual(ended.map(() => 'no answer'));
    expect(await reads.balancesOf({ chainId, tokens: [token, token], account })).toEqual([null, null]);
    const readings = await review;
    expect(readings).toMatchObject({ simulation: { ok: false }, gasCost: { ok: false } });
    // The wallet must not skip an approval that could not be read.
    expect(readings.plan.approvals).not.toEqual([]);
  });
});

it.each(FAILURES.slice(0, 4))('a node that %s makes the native balance unknown', async (_what, answer) => {
  const { balanceOf } = await readsThrough(answer);
  await expect(balanceOf({ chainId, token: zeroAddress, account })).rejects.toThrow();
});
