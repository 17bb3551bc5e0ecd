import { createClient, custom, defineChain } from 'viem';
import { describe, expect, it } from 'vitest';
import { AGREES, northshore } from '../../../tools/lab/web/deskEvidence.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { ACCOUNT, OTHER_ACCOUNT, registry } from '../../../tools/lab/web/fixtures.ts';
import { createFruitlessSearches } from './historySearches.ts';
import { createTraceReads } from './traceReads.ts';

const MINUTES = 60_000;
const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const chain = defineChain({ id: 1, name: 'One', nativeCurrency: currency, rpcUrls: { default: { http: [] } } });
const hash = hashOf('1');
const by = { from: ACCOUNT, to: OTHER_ACCOUNT, input: '0x12', value: '0x0', nonce: '0x7' };
const seen = { hash, chainId: northshore.id, from: ACCOUNT, nonce: 7, block: null };

/** An endpoint that counts this many transactions of the account; null: it does not answer. The one with nonce 7 has this hash. */
function endpointWith(count: number | null, minedHash = hashOf('2')) {
  const answers: Readonly<Record<string, unknown>> = {
    ...{ eth_getTransactionCount: `0x${(count ?? 0).toString(16)}`, eth_blockNumber: '0x0' },
    eth_getBlockByNumber: { number: '0x0', timestamp: '0x1', transactions: [{ ...by, hash: minedHash }] },
  };
  const request = async ({ method }: { readonly method: string }) => {
    if (count === null) throw new Error('no answer');
    return answers[method];
  };
  const client = createClient({ chain, transport: custom({ request }, { retryCount: 0 }) });
  return { host: 'one', client, ask: async () => null };
}

function createTrace(...endpoints: readonly ReturnType<typeof endpointWith>[]) {
  let nowMs = 0;
  const now = () => nowMs;
  const [first] = endpoints;
  if (!first) throw new Error('no endpoint');
  const fruitless = createFruitlessSearches(now);
  const clientOf = () => first.client;
  const traceOf = createTraceReads({ clientOf, endpointsOf: () => endpoints, registry, fruitless, now });
  const answers = endpoints.flatMap(() => AGREES);
  return (atMs: number, seenAtMs?: number) => {
    nowMs = atMs;
    const remembered = [{ ...seen, ...(seenAtMs === undefined ? {} : { seenAtMs }) }];
    const unknown = { chain: northshore, kind: 'unknown', endpoints: answers } as const;
    return traceOf({ hash, perChain: [unknown], memory: { remembered, transfers: [], addresses: [] } });
  };
}

describe('a transaction that no endpoint shows any more', () => {
  it('is dropped only some minutes after it was last seen', async () => {
    const traceAt = createTrace(endpointWith(7));
    expect(await traceAt(4 * MINUTES, 0)).toEqual({ kind: 'direct' });
    expect(await traceAt(5 * MINUTES, 0)).toMatchObject({ kind: 'dropped', endpoints: AGREES });
  });

  it('and was never seen is dropped some minutes after the first lookup', async () => {
    const traceAt = createTrace(endpointWith(7));
    expect(await traceAt(9 * MINUTES)).toEqual({ kind: 'direct' });
    expect(await traceAt(14 * MINUTES)).toMatchObject({ kind: 'dropped' });
  });

  it('is not dropped if an endpoint shows that it used its nonce', async () => {
    const traceAt = createTrace(endpointWith(7), endpointWith(8, hash));
    expect(await traceAt(9 * MINUTES, 0)).toEqual({ kind: 'direct' });
  });

  it('names each endpoint that does not confirm the nonce', async () => {
    const replaced = createTrace(endpointWith(8), endpointWith(7), endpointWith(null));
    const answers = [{ answer: 'agrees' }, { answer: 'behind' }, { answer: 'silent' }];
    expect(await replaced(0, 0)).toMatchObject({ kind: 'replaced', by: hashOf('2'), endpoints: answers });
    const dropped = createTrace(endpointWith(7), endpointWith(null));
    expect(await dropped(5 * MINUTES, 0)).toMatchObject({
      ...{ kind: 'dropped', endpoints: [{ answer: 'agrees' }, { answer: 'silent' }] },
    });
  });
});
