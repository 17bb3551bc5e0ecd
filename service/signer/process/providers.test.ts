import type { Hash } from 'viem';
import { encodeFunctionResult, pad } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { Endpoint, Fault } from '../../../tools/lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../../tools/lab/endpoints/endpoint.ts';
import { on, serveChainId } from '../../../tools/lab/endpoints/faults.ts';
import type { MemoryChain } from '../../../tools/lab/endpoints/memoryChain.ts';
import { createMemoryChain } from '../../../tools/lab/endpoints/memoryChain.ts';
import { createSampleFile } from '../../../tools/lab/service/sampleCatalog.ts';
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

let chain: MemoryChain;
let rpcs: Endpoint[];

beforeEach(() => {
  chain = createMemoryChain(chainId, depositContract);
  chain.head = HEAD;
  chain.nonceBlocks.push(50n);
  chain.pay(vault, id, 50n);
  rpcs = [];
});
afterEach(() => Promise.all(rpcs.map((rpc) => rpc.stop())));

/** Three providers, two of which must agree. */
async function connectTo(lies: readonly Fault[]): Promise<ProviderSet> {
  for (const lie of lies) {
    const endpoint = await startEndpoint(chain.answer);
    endpoint.answer(lie);
    rpcs.push(endpoint);
  }
  return connectProviders({ ...known, rpcUrls: rpcs.map(({ url }) => url), quorum: 2 }, account);
}

const ask = async (lies: readonly Fault[]) => {
  const reading = createChainReading(await connectTo(lies), [id]);
  const { isPaid, finalNonces } = await readOutcome(reading, { accounts: [account], id });
  return { isPaid, finalNonce: finalNonces.get(account) };
};

const honest: Fault = () => undefined;
const silent: Fault = () => 'hang';
const down: Fault = () => 'drop';
const unpaid = encodeFunctionResult({ abi: vaultAbi, functionName: 'arePaid', result: [false] });
const saysUnpaid = on('eth_call', { result: unpaid });
/** Its newest block is from before the payment. */
const frozen: Fault = (call) => ({ result: chain.answer(call, 40n) });
const ofAnotherChain = serveChainId(1);

const truth = { isPaid: true, finalNonce: 1 };

describe('two of three providers', () => {
  test.each<readonly [string, readonly Fault[]]>([
    ['all honest', [honest, honest, honest]],
    ['one says that the deposit is unpaid', [saysUnpaid, honest, honest]],
    ['one is down', [down, honest, honest]],
    ['one is silent', [silent, honest, honest]],
    ['one is frozen', [frozen, honest, honest]],
    ['one serves another chain', [ofAnotherChain, honest, honest]],
  ])('decide: %s', async (_what, lies) => {
    expect(await ask(lies)).toEqual(truth);
  });

  test.each<readonly [string, boolean, readonly Fault[]]>([
    ['two are down', true, [honest, down, down]],
    ['two serve another chain', true, [honest, ofAnotherChain, ofAnotherChain]],
    ['all contradict each other', false, [honest, saysUnpaid, on('eth_call', { result: '0x' })]],
  ])('are needed: %s', async (_what, isOutage, lies) => {
    await expect(ask(lies)).rejects.toMatchObject({ isOutage, message: expect.stringContaining('of Northshore') });
  });

  test('do not count as down if only one receipt is missing, which may be too large', async () => {
    const withoutReceipts = on('eth_getTransactionReceipt', 'hang');
    const set = await connectTo([withoutReceipts, withoutReceipts, withoutReceipts]);
    const reading = readDeposit(createChainReading(set, []), { chainId, transactionHash: pad('0x9'), ordinal: 0 });
    await expect(reading).rejects.toMatchObject({ isOutage: false, message: expect.stringContaining('of Northshore') });
  });

  test('never take the nonce from one block and the payment from an earlier one', async () => {
    let isBehind = false;
    // The liar reports the newest block for the nonce, and the frozen provider's block for the payment.
    const changing: Fault = (call, place) => {
      isBehind ||= call.method === 'eth_getTransactionCount';
      return saysUnpaid(call, place) ?? (isBehind ? frozen(call, place) : undefined);
    };
    const outcome = await ask([changing, frozen, honest]).catch((error: unknown) => error);
    expect(outcome).not.toMatchObject({ isPaid: false, finalNonce: 1 });
  });
});
