import type { Hash } from 'viem';
import { shortReason } from '../chain/chainErrors.ts';
import type { ChainReads } from '../chain/chainReads.ts';
import type { Transfer, TransferEvent } from '../domain/transfer.ts';
import { searchIncomplete, WalletStepFailed } from '../wallet/walletProblem.ts';

type Sources = {
  readonly reads: Pick<ChainReads, 'findDeposit' | 'minedNonce' | 'pendingNonce'>;
  /** Whether a deposit, mined in this block, belongs to another transfer. */
  readonly isClaimed: (hash: Hash, block: bigint) => boolean;
};

/**
 * Checks the chain after a person said that they rejected the request for the deposit. It reads the nonces before it searches:
 * a deposit that is mined in between is then found.
 * @throws WalletStepFailed if a reading failed, or if the account has a pending transaction that may be the deposit
 */
export async function readRejection(
  { terms, attempt }: Extract<Transfer, { readonly status: 'signing' }>,
  { reads, isClaimed }: Sources,
): Promise<TransferEvent> {
  try {
    const [pending, mined] = await Promise.all([reads.pendingNonce(terms), reads.minedNonce(terms)]);
    const search = await reads.findDeposit(terms, { fromBlock: attempt.fromBlock, isClaimed, isWhole: true });
    if (search.kind === 'found') return { type: 'depositFound', hash: search.hash };
    if (search.kind === 'incomplete') throw searchIncomplete(search);
    if (pending > mined) throw new WalletStepFailed({ kind: 'maybePending' });
    return { type: 'notSigned' };
  } catch (error) {
    if (error instanceof WalletStepFailed) throw error;
    throw new WalletStepFailed({ kind: 'notChecked', reason: shortReason(error) }, error);
  }
}
