import { randomBytes } from 'node:crypto';
import type { Address, Hash, Hex } from 'viem';
import { encodeFunctionData, getAddress, toHex } from 'viem';
import type { ChainName } from '../../tools/lab/chains/chainsAndTokens.ts';
import { compileSafe, safeAbi } from '../../tools/lab/chains/safeContract.ts';
import { askNode, sendTransaction } from './sendTransaction.ts';
import type { Funds, TestStack } from './testStack.ts';

type SafeTransaction = { readonly to: Address; readonly value: string; readonly data: Hex };
type Status = 'AWAITING_CONFIRMATIONS' | 'SUCCESS' | 'CANCELLED';
type Proposal = { readonly safeTxHash: Hash; readonly txs: readonly SafeTransaction[]; status: Status; txHash?: Hash };

/** A Safe Apps SDK request, as it arrives in the window around the app. */
export type SafeRequest = { readonly method: string; readonly params: unknown };
export type SafeAnswer =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: string };

export type TestSafe = {
  readonly address: Address;
  readonly proposals: readonly Proposal[];
  readonly answer: (request: SafeRequest) => Promise<SafeAnswer>;
  /** Enough owners sign the last proposal, and one executes it, with all calls in one transaction. */
  readonly execute: () => Promise<Hash>;
  /** The owners reject the last proposal. */
  readonly cancel: () => void;
};

type Options = { readonly stack: TestStack; readonly chainName: ChainName; readonly funds: Funds };

/** A Safe with two owners: the contract that holds the funds, and its transaction service. */
export async function createTestSafe({ stack, chainName, funds }: Options): Promise<TestSafe> {
  const chain = stack.chain(chainName);
  const executor = await stack.createAccount({ [chainName]: { ETH: '10' } });
  const created = await sendTransaction(chain, { account: executor, request: { data: compileSafe() } });
  const waitFor = (hash: Hash) => chain.client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  const { contractAddress } = await waitFor(created.hash);
  if (!contractAddress) throw new Error('the Safe was not deployed');
  const address = getAddress(contractAddress);
  await stack.fund(address, funds);
  const proposals: Proposal[] = [];

  const find = (hash: Hash) => {
    const found = proposals.find(({ safeTxHash }) => safeTxHash === hash);
    if (!found) throw new Error(`the Safe has no transaction ${hash}`);
    return found;
  };
  const last = () => find(proposals.at(-1)?.safeTxHash ?? '0x');

  const methods: Readonly<Record<string, (params: never) => unknown>> = {
    getSafeInfo: () => ({ safeAddress: address, chainId: chain.id, threshold: 2, owners: [executor.address] }),
    sendTransactions: ({ txs }: { txs: readonly SafeTransaction[] }) => {
      const safeTxHash = toHex(randomBytes(32));
      proposals.push({ safeTxHash, txs, status: 'AWAITING_CONFIRMATIONS' });
      return { safeTxHash };
    },
    getTxBySafeTxHash: ({ safeTxHash }: { safeTxHash: Hash }) => {
      const { status, txHash } = find(safeTxHash);
      return { txStatus: status, ...(txHash && { txHash }) };
    },
    rpcCall: ({ call, params }: { call: string; params: readonly unknown[] }) =>
      askNode(chain, { method: call, params }),
  };

  return {
    address,
    proposals,
    answer: async ({ method, params }) => {
      const perform = methods[method];
      if (!perform) return { success: false, error: `the Safe has no method ${method}` };
      try {
        return { success: true, data: await perform(params as never) };
      } catch (error) {
        return { success: false, error: String(error) };
      }
    },
    execute: async () => {
      const proposal = last();
      const { txs } = proposal;
      const args = [
        proposal.safeTxHash,
        txs.map(({ to }) => to),
        txs.map(({ value }) => BigInt(value)),
        txs.map(({ data }) => data),
      ] as const;
      const data = encodeFunctionData({ abi: safeAbi, functionName: 'execute', args });
      const { hash } = await sendTransaction(chain, { account: executor, request: { to: address, data } });
      await waitFor(hash);
      Object.assign(proposal, { status: 'SUCCESS', txHash: hash });
      return hash;
    },
    cancel: () => {
      last().status = 'CANCELLED';
    },
  };
}
