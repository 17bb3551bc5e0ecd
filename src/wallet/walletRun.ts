import type { Hash } from 'viem';
import { getConnection, sendTransaction, switchChain } from 'wagmi/actions';
import type { TransferEvent, TransferTerms } from '../domain/transfer.ts';
import type { ChainReads } from './chainReads.ts';
import type { Wagmi } from './createWagmi.ts';
import type { Call } from './simulateInOrder.ts';
import { isRejection, WalletStepFailed } from './walletProblem.ts';

/** What every step with the wallet works with. */
export type Run = {
  readonly wagmi: Wagmi;
  readonly reads: ChainReads;
  readonly now: () => number;
  readonly terms: TransferTerms;
  /** Writes the event to storage before it returns. */
  readonly apply: (event: TransferEvent) => void;
};

function requireAccount({ wagmi, terms }: Run): void {
  const { address } = getConnection(wagmi);
  if (!address) throw new WalletStepFailed({ kind: 'notConnected' });
  if (address !== terms.account) throw new WalletStepFailed({ kind: 'otherAccount' });
}

/** Asks the wallet itself, not what it last told: it may have changed without a word. */
async function isOnChain({ wagmi }: Run, chainId: number): Promise<boolean> {
  const { connector } = getConnection(wagmi);
  return (await connector?.getChainId()) === chainId;
}

/** The transfer's own account on the transfer's own chain, or nothing is asked for. */
export async function prepareWallet(run: Run): Promise<void> {
  const { wagmi, terms } = run;
  const { chainId } = terms.origin;
  requireAccount(run);
  if (!(await isOnChain(run, chainId)) || getConnection(wagmi).chainId !== chainId) {
    await switchChain(wagmi, { chainId }).catch((cause: unknown) => {
      throw new WalletStepFailed(isRejection(cause) ? { kind: 'rejected' } : { kind: 'otherChain' }, cause);
    });
  }
  if (!(await isOnChain(run, chainId))) throw new WalletStepFailed({ kind: 'otherChain' });
  requireAccount(run);
}

/** Tries calls out in order; nothing that would fail is put before the person. */
export async function simulate({ reads, terms }: Run, calls: readonly Call[]): Promise<void> {
  const { reverted } = await reads.simulateInOrder(terms.origin.chainId, terms.account, calls);
  if (reverted !== null) throw new WalletStepFailed({ kind: 'wouldRevert', reason: reverted });
}

export function send({ wagmi, terms }: Run, call: Call): Promise<Hash> {
  return sendTransaction(wagmi, { account: terms.account, chainId: terms.origin.chainId, ...call });
}
