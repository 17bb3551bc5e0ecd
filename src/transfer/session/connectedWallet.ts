import * as v from 'valibot';
import type { Address } from 'viem';
import { getCallsStatus, getCapabilities, getConnection, sendCalls, sendTransaction, switchChain } from 'wagmi/actions';
import type { Wagmi } from '../../account/createWagmi.ts';
import type { Call } from '../model/transactionPlan.ts';

/** A wallet's view of a chain and account to send from. */
export type From = { readonly account: Address; readonly chainId: number };

// Wallets may answer anything, so their answers are parsed.
const capabilitiesWire = v.object({ atomic: v.object({ status: v.string() }) });
// The key of an earlier EIP-5792, which the Safe still answers with.
const earlierCapabilitiesWire = v.object({ atomicBatch: v.object({ supported: v.literal(true) }) });

/** The requests that a session makes to the connected wallet. Each rejects with the error that the wallet answers. */
export function createConnectedWallet(wagmi: Wagmi) {
  return {
    /** The account and chain that the wallet last announced; null when no wallet is connected. */
    announced: (): From | null => {
      const { address: account, chainId } = getConnection(wagmi);
      return account && chainId !== undefined ? { account, chainId } : null;
    },

    /** Asks the wallet for the accounts that it signs with for this page. */
    accounts: async (): Promise<readonly Address[]> => (await getConnection(wagmi).connector?.getAccounts()) ?? [],

    /** Asks the wallet for its chain, because it may switch without an event. */
    chainId: async (): Promise<number | null> => (await getConnection(wagmi).connector?.getChainId()) ?? null,

    switchChain: async (chainId: number): Promise<void> => {
      await switchChain(wagmi, { chainId });
    },

    /** @returns the wallet's answer, which should be a transaction hash */
    send: ({ account, chainId }: From, { to, data, value }: Call): Promise<unknown> =>
      sendTransaction(wagmi, { account, chainId, to, data, value }),

    /** The wallet's `atomic` capability (EIP-5792): `supported`, `ready`, another text, or null for any other answer. */
    atomicStatus: async (from: From): Promise<string | null> => {
      const answer: unknown = await getCapabilities(wagmi, from);
      const read = v.safeParse(capabilitiesWire, answer);
      if (read.success) return read.output.atomic.status;
      return v.is(earlierCapabilitiesWire, answer) ? 'supported' : null;
    },

    /** Sends calls as one atomic batch. @returns the id of the batch */
    sendBatch: async ({ account, chainId }: From, calls: readonly Call[]): Promise<string> => {
      const plain = calls.map(({ to, data, value }) => ({ to, data, value }));
      return (await sendCalls(wagmi, { account, chainId, forceAtomic: true, calls: plain })).id;
    },

    batchStatus: async (id: string): Promise<BatchStatus> => {
      const { status, receipts } = await getCallsStatus(wagmi, { id });
      return { status, hash: receipts?.at(-1)?.transactionHash ?? null };
    },
  };
}

type BatchStatus = {
  readonly status: 'pending' | 'success' | 'failure' | undefined;
  /** The transaction of an atomic batch: that of its last receipt. */
  readonly hash: unknown;
};

export type ConnectedWallet = ReturnType<typeof createConnectedWallet>;
