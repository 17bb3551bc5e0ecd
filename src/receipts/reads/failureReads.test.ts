import { createClient, custom, defineChain } from 'viem';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, OTHER_ACCOUNT } from '../../../lab/web/fixtures.ts';
import { readFailure } from './sightReads.ts';

const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const chain = defineChain({ id: 1, name: 'One', nativeCurrency: currency, rpcUrls: { default: { http: [] } } });
const transaction = { from: ACCOUNT, to: OTHER_ACCOUNT, input: '0x12', value: 0n, gas: 60_000n } as const;
type Replay = { readonly result: string } | { readonly code: number; readonly message: string; readonly data?: string };

function failureOf(replay: Replay) {
  const request = async () => {
    if ('result' in replay) return replay.result;
    throw Object.assign(new Error(replay.message), replay);
  };
  const client = createClient({ chain, transport: custom({ request }, { retryCount: 0 }) });
  return readFailure(client, { gasUsed: 60_000n, blockNumber: 9n }, transaction);
}

describe('a failed transaction that used all its gas', () => {
  it('ran out of gas where the replay succeeds, or runs out of gas too', async () => {
    expect(await failureOf({ result: '0x' })).toEqual({ kind: 'outOfGas', gasLimit: 60_000n });
    expect(await failureOf({ code: -32_000, message: 'out of gas' })).toMatchObject({ kind: 'outOfGas' });
  });

  it('reverted where the replay reverts, or where no endpoint has the state', async () => {
    const reverts = { code: 3, message: 'execution reverted', data: '0x12345678' };
    expect(await failureOf(reverts)).toEqual({ kind: 'reverted', reason: 'unknown contract error 0x12345678' });
    const noState = { code: -32_000, message: 'missing trie node' };
    expect(await failureOf(noState)).toEqual({ kind: 'reverted', reason: null });
  });
});
