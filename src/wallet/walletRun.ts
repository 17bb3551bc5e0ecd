import type { Hash } from 'viem';
import { getConnection, sendTransaction, switchChain } from 'wagmi/actions';
import type { ChainReads } from '../chain/chainReads.ts';
import type { Call } from '../chain/simulateInOrder.ts';
import type { TransferEvent, TransferTerms } from '../domain/transfer.ts';
import type { Applied } from '../store/transferStore.ts';
import type { Wagmi } from './createWagmi.ts';
import { isRejection, WalletStepFailed } from './walletProblem.ts';

/** What every step with the wallet works with. */
export type Run = {
  readonly wagmi: Wagmi;
  readonly reads: ChainReads;
  readonly now: () => number;
  readonly terms: TransferTerms;
  /** Writes the event to storage before it returns. */
  readonly apply: (event: TransferEvent) => Applied | null;
  /** Deposits that belong to another transfer already. */
  readonly isClaimed: (hash: Hash) => boolean;
};

/** Half of what the service honours by default: time is left for the wallet and the chain. */
const TERMS_MAX_AGE_MS = 5 * 60_000;

const SWITCH_PATIENCE_MS = 60_000;

/** A wallet may have been open for long since the last look. */
export function requireFresh({ now, terms }: Run): void {
  if (now() - terms.createdAt > TERMS_MAX_AGE_MS) throw new WalletStepFailed({ kind: 'quoteExpired' });
}

/**
 * Notes the attempt, and lets the wallet be asked only where it is on disk and this transfer is still to be signed:
 * another tab may have ended it, or found it signed.
 */
export async function openWallet(run: Run): Promise<void> {
  requireFresh(run);
  const attempt = await run.reads.noteAttempt(run.terms);
  const applied = run.apply({ type: 'walletOpened', attempt });
  if (applied?.transfer.status !== 'signing') throw new WalletStepFailed({ kind: 'otherTab' });
  if (applied.isStored) return;
  run.apply({ type: 'notSigned' });
  throw new WalletStepFailed({ kind: 'notStored' });
}

/** What the page was last told must agree, and the wallet's own word: it may have changed without one. */
async function requireAccount({ wagmi, terms }: Run): Promise<void> {
  const { address, connector } = getConnection(wagmi);
  if (!address || !connector) throw new WalletStepFailed({ kind: 'notConnected' });
  const permitted = await connector.getAccounts().catch((cause: unknown) => {
    throw new WalletStepFailed({ kind: 'notConnected' }, cause);
  });
  if (address !== terms.account || !permitted.includes(terms.account)) {
    throw new WalletStepFailed({ kind: 'otherAccount' });
  }
}

/** Asks the wallet itself, not what it last told: it may have changed without a word. */
async function isOnChain({ wagmi }: Run, chainId: number): Promise<boolean> {
  const { connector } = getConnection(wagmi);
  return (await connector?.getChainId()) === chainId;
}

/** wagmi waits for the wallet's word that it has switched; one that says it did, and did not, never gives it. */
function switchPatience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SWITCH_PATIENCE_MS));
}

/** The transfer's own account on the transfer's own chain, or nothing is asked for. */
export async function prepareWallet(run: Run): Promise<void> {
  const { wagmi, terms } = run;
  const { chainId } = terms.origin;
  await requireAccount(run);
  if (!(await isOnChain(run, chainId)) || getConnection(wagmi).chainId !== chainId) {
    await Promise.race([switchChain(wagmi, { chainId }), switchPatience()]).catch((cause: unknown) => {
      throw new WalletStepFailed(isRejection(cause) ? { kind: 'rejected' } : { kind: 'otherChain' }, cause);
    });
  }
  if (!(await isOnChain(run, chainId))) throw new WalletStepFailed({ kind: 'otherChain' });
  await requireAccount(run);
}

/** Tries calls out in order; nothing that would fail is put before the person. */
export async function simulate({ reads, terms }: Run, calls: readonly Call[]): Promise<void> {
  const { reverted } = await reads.simulateInOrder(terms.origin.chainId, terms.account, calls);
  if (reverted !== null) throw new WalletStepFailed({ kind: 'wouldRevert', reason: reverted });
}

export function send({ wagmi, terms }: Run, call: Call): Promise<Hash> {
  return sendTransaction(wagmi, { account: terms.account, chainId: terms.origin.chainId, ...call });
}
