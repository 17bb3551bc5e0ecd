import type { Address } from 'viem';
import { createClient, custom, decodeFunctionData, encodeFunctionResult, erc20Abi, zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { ACCOUNT } from '../../tools/lab/web/fixtures.ts';
import { createBalanceReads } from './balanceReads.ts';
import type { ClientOf } from './chainClients.ts';

const tokenAt = (index: number): Address => `0x${(index + 1).toString(16).padStart(40, '0')}`;

type Call = { readonly method: string; readonly params: readonly unknown[] };

/** A node that refuses multicall (code in a call) and knows each token by its address. */
function setUp({ isReachable = true, refused = [] as readonly Address[] } = {}) {
  const calls: Call[] = [];
  let running = 0;
  let most = 0;
  const request = async ({ method, params }: Call): Promise<unknown> => {
    calls.push({ method, params });
    if (!isReachable) throw new Error('no answer');
    if (method === 'eth_getBalance') return '0x7';
    const [{ to, data }] = params as [{ to?: Address; data: `0x${string}` }];
    if (!to) throw new Error('calls without a contract are refused');
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (refused.includes(to)) throw new Error('execution reverted');
    expect(decodeFunctionData({ abi: erc20Abi, data })).toEqual({ functionName: 'balanceOf', args: [ACCOUNT] });
    return encodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', result: BigInt(to) });
  };
  const client = createClient({ transport: custom({ request } as never, { retryCount: 0 }) });
  const { balancesOf } = createBalanceReads((() => client) as unknown as ClientOf);
  const read = (tokens: readonly Address[]) => balancesOf({ chainId: 1, tokens, account: ACCOUNT });
  return { read, calls, most: () => most };
}

describe('balancesOf', () => {
  it('reads one by one if the chain refuses multicall: in token order, a few at a time', async () => {
    const { read, most } = setUp({ refused: [tokenAt(2)] });
    const tokens = [zeroAddress, ...Array.from({ length: 12 }, (_, index) => tokenAt(index))];
    expect(await read(tokens)).toEqual([
      7n,
      1n,
      2n,
      null,
      ...Array.from({ length: 9 }, (_, index) => BigInt(index + 4)),
    ]);
    expect(most()).toBe(4);
  });

  it('reads at most sixty tokens one by one', async () => {
    const { read } = setUp();
    const balances = await read(Array.from({ length: 70 }, (_, index) => tokenAt(index)));
    expect(balances.filter((balance) => balance !== null)).toHaveLength(60);
    expect(balances).toHaveLength(70);
  });

  it('gives up at once if the node does not answer', async () => {
    const { read, calls } = setUp({ isReachable: false });
    const tokens = Array.from({ length: 150 }, (_, index) => tokenAt(index));
    expect(await read([zeroAddress, ...tokens])).toEqual(Array.from({ length: 151 }, () => null));
    expect(calls.map(({ method }) => method).sort()).toEqual(['eth_call', 'eth_call', 'eth_getBalance']);
  });
});
