import type { Address, Hash, Hex } from 'viem';
import { numberToHex } from 'viem';
import type { TestStack } from './testStack.ts';
import type { TestWallet } from './testWallet.ts';
import { sendTransaction } from './walletSigner.ts';

type Batch = {
  readonly from: Address;
  readonly chainId: Hex;
  readonly calls: readonly { readonly to: Address; readonly data?: Hex; readonly value?: Hex }[];
};

export type AtomicWallet = {
  /** The batches that the user confirmed. */
  readonly batches: readonly Batch[];
  readonly hashes: readonly Hash[];
};

/** Used as batch id and as block hash: the app reads neither. */
export const ANY_ID = `0x${'ab'.repeat(32)}`;

/** Makes the wallet claim atomic batches (EIP-5792) on every chain. */
export function claimAtomic(wallet: TestWallet, stack: TestStack): void {
  const capabilities = stack.chains.map(({ id }) => [numberToHex(id), { atomic: { status: 'supported' } }]);
  wallet.always('wallet_getCapabilities', { kind: 'answer', result: Object.fromEntries(capabilities) });
}

/**
 * Makes the test wallet accept EIP-5792 batches. Its account has no code, so it sends the calls one after the other;
 * the page sees the same requests and answers.
 */
export function makeAtomic(wallet: TestWallet, stack: TestStack): AtomicWallet {
  const batches: Batch[] = [];
  const hashes: Hash[] = [];
  claimAtomic(wallet, stack);
  wallet.always('wallet_sendCalls', {
    kind: 'run',
    work: async ([params]) => {
      const batch = params as Batch;
      const chain = stack.chains.find(({ id }) => id === Number(batch.chainId));
      if (!chain) throw new Error(`there is no chain ${batch.chainId}`);
      batches.push(batch);
      for (const { to, data = '0x', value = '0x0' } of batch.calls) {
        const sent = await sendTransaction(chain, { account: wallet.account, request: { to, data, value } });
        await stack.chain(chain.name).client.waitForTransactionReceipt({ hash: sent.hash, pollingInterval: 100 });
        hashes.push(sent.hash);
      }
      return { id: ANY_ID };
    },
  });
  wallet.always('wallet_getCallsStatus', {
    kind: 'run',
    work: () => ({
      version: '2.0.0',
      id: ANY_ID,
      chainId: numberToHex(wallet.chainId()),
      status: 200,
      atomic: true,
      receipts: hashes.slice(-1).map((transactionHash) => toReceipt(transactionHash)),
    }),
  });
  return { batches, hashes };
}

export function toReceipt(transactionHash: string) {
  return { logs: [], status: '0x1', blockHash: ANY_ID, blockNumber: '0x1', gasUsed: '0x1', transactionHash };
}
