import type { Hash } from 'viem';
import { encodeFunctionResult, pad } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { RpcCall } from '../../../lab/rpc/faultyRpc.ts';
import type { MemoryChain } from '../../../lab/rpc/memoryChain.ts';
import { createMemoryChain } from '../../../lab/rpc/memoryChain.ts';
import type { RpcProxy } from '../../../lab/rpc/rpcProxy.ts';
import { startScriptedRpc } from '../../../lab/rpc/scriptedRpc.ts';
import { createSampleFile } from '../../../lab/service/sampleCatalog.ts';
import { createChainReading, readDeposit, readOutcome } from './evidence.ts';
import { parsePolicy } from './policyFile.ts';
import type { ProviderSet } from './providers.ts';
import { connectProviders } from './providers.ts';

const [first] = parsePolicy(JSON.stringify(createSampleFile())).chains;
if (!first) throw new Error('the sample has chains');
const known = first;
const { vault, id: chainId, depositContract } = known;
const account = vault;
const id: Hash = pad('0x7');
const HEAD = 100n;

/** What a provider answers instead of the truth; undefined for the truth, 'hang' for no answer, a throw for a lost connection. */
type Lie = (call: RpcCall) => unknown;

let chain: MemoryChain;
let rpcs: RpcProxy[];

beforeEach(() => {
  chain = createMemoryChain(chainId, depositContract);
  chain.head = HEAD;
  chain.nonceBlocks.push(50n);
  chain.pay(vault, id, 50n);
  rpcs = [];
});
afterEach(() => Promise.all(rpcs.map((rpc) => rpc.stop())));

/** Three providers, of which two must agree. */
async function connectTo(lies: readonly Lie[]): Promise<ProviderSet> {
  for (const lie of lies) {
    const answer = (call: RpcCall) => {
      const lied = lie(call);
      return lied === 'hang' ? undefined : (lied ?? chain.answer(call));
    };
    rpcs.push(await startScriptedRpc(answer));
  }
  return connectProviders({ ...known, rpcUrls: rpcs.map(({ url }) => url), quorum: 2 }, account);
}

const ask = async (lies: readonly Lie[]) => {
  const reading = createChainReading(await connectTo(lies), [id]);
  const { isPaid, finalNonces } = await readOutcome(reading, { accounts: [account], id });
  return { isPaid, finalNonce: finalNonces.get(account) };
};

const honest: Lie = () => undefined;
const silent: Lie = () => 'hang';
const down: Lie = () => {
  throw new Error('no connection');
};
const unpaid = encodeFunctionResult({ abi: vaultAbi, functionName: 'arePaid', result: [false] });
const saysUnpaid: Lie = ({ method }) => (method === 'eth_call' ? unpaid : undefined);
/** Its newest block is from before the payment. */
const frozen: Lie = (call) => chain.answer(call, 40n);
const ofAnotherChain: Lie = ({ method }) => (method === 'eth_chainId' ? '0x1' : undefined);

const truth = { isPaid: true, finalNonce: 1 };

describe('two of three providers', () => {
  test.each<readonly [string, readonly Lie[]]>([
    ['all honest', [honest, honest, honest]],
    ['one says that the deposit is unpaid', [saysUnpaid, honest, honest]],
    ['one is down', [down, honest, honest]],
    ['one is silent', [silent, honest, honest]],
    ['one is frozen', [frozen, honest, honest]],
    ['one serves another chain', [ofAnotherChain, honest, honest]],
  ])('decide: %s', async (_what, lies) => {
    expect(await ask(lies)).toEqual(truth);
  });

  test.each<readonly [string, boolean, readonly Lie[]]>([
    ['two are down', true, [honest, down, down]],
    ['two serve another chain', true, [honest, ofAnotherChain, ofAnotherChain]],
    [
      'all contradict each other',
      false,
      [honest, saysUnpaid, ({ method }) => (method === 'eth_call' ? '0x' : undefined)],
    ],
  ])('are needed: %s', async (_what, isOutage, lies) => {
    await expect(ask(lies)).rejects.toMatchObject({ isOutage, message: expect.stringContaining('of Northshore') });
  });

  test('are no outage when only one receipt is missing, which may be too large', async () => {
    const withoutReceipts: Lie = ({ method }) => (method === 'eth_getTransactionReceipt' ? 'hang' : undefined);
    const set = await connectTo([withoutReceipts, withoutReceipts, withoutReceipts]);
    const reading = readDeposit(createChainReading(set, []), { chainId, transactionHash: pad('0x9'), ordinal: 0 });
    await expect(reading).rejects.toMatchObject({ isOutage: false, message: expect.stringContaining('of Northshore') });
  });

  test('never take the nonce from one block and the payment from an earlier one', async () => {
    let isBehind = false;
    // The liar reports the newest block for the nonce, and the frozen provider's block for the payment.
    const changing: Lie = (call) => {
      isBehind ||= call.method === 'eth_getTransactionCount';
      return saysUnpaid(call) ?? (isBehind ? chain.answer(call, 40n) : undefined);
    };
    const outcome = await ask([changing, frozen, honest]).catch((error: unknown) => error);
    expect(outcome).not.toMatchObject({ isPaid: false, finalNonce: 1 });
  });
});
