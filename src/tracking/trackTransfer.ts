import { codes } from '#shared/wire/codes.ts';
import type { ServiceClient } from '../api/serviceClient.ts';
import type { Transfer, TransferEvent } from '../domain/transfer.ts';
import { depositHash } from '../domain/transfer.ts';
import type { ChainReads } from '../wallet/chainReads.ts';

export type Sources = {
  readonly reads: ChainReads;
  readonly service: ServiceClient;
  /** Deposits that belong to another transfer already. */
  readonly isClaimed: (hash: string) => boolean;
  /** How often in a row this transfer was looked at without learning anything. */
  readonly quietLooks: number;
};

type Open<S extends Transfer['status']> = Extract<Transfer, { status: S }>;

/** After so many looks without an answer, the rarer explanations are asked for too. */
const QUIET_LOOKS_BEFORE_SEARCH = 3;

/**
 * A wallet was opened and never answered: the chain knows whether it signed. The nonce is read before the logs are, so
 * a deposit mined in between is found; and twice, because a node that lags may know the nonce and not yet the log.
 */
async function lookForDeposit(transfer: Open<'signing'>, sources: Sources): Promise<TransferEvent | null> {
  const { terms, attempt } = transfer;
  const { reads, isClaimed, quietLooks } = sources;
  const nonce = await reads.minedNonce(terms);
  const found = (await reads.findDeposits(terms, attempt.fromBlock)).find((hash) => !isClaimed(hash));
  if (found) return { type: 'depositFound', hash: found };
  return nonce > attempt.nonce && quietLooks > 0 ? { type: 'notSigned' } : null;
}

/** The hash that the wallet gave is not mined: sped up, cancelled, not the chain's own (a Safe's), or sent elsewhere. */
async function searchForReplacement(transfer: Open<'sent'>, sources: Sources): Promise<TransferEvent | null> {
  const { terms, attempt, hash } = transfer;
  const { reads, isClaimed } = sources;
  const nonce = attempt && (await reads.minedNonce(terms));
  const candidates = attempt ? await reads.findDeposits(terms, attempt.fromBlock) : [];
  const found = candidates.find((candidate) => candidate !== hash && !isClaimed(candidate));
  if (found) return { type: 'depositFound', hash: found };
  if (attempt && nonce !== null && nonce > attempt.nonce && (await reads.readDeposit(terms, hash)) === 'pending') {
    return { type: 'depositFailed', kind: 'cancelled', message: '' };
  }
  const elsewhere = await reads.findOnOtherChain(terms, hash);
  return elsewhere ? { type: 'depositFailed', kind: 'otherChain', message: elsewhere } : null;
}

async function readOrigin(transfer: Open<'sent'>, sources: Sources): Promise<TransferEvent | null> {
  const found = await sources.reads.readDeposit(transfer.terms, transfer.hash);
  switch (found) {
    case 'mined':
      return { type: 'depositMined' };
    case 'reverted':
      return { type: 'depositFailed', kind: 'reverted', message: '' };
    case 'noDeposit': {
      // A wallet may answer with a hash that is not this deposit's. The real one is looked for before anything is said.
      const replaced = await searchForReplacement(transfer, sources);
      if (replaced?.type === 'depositFound') return replaced;
      return sources.quietLooks > 0 ? { type: 'depositFailed', kind: 'noDeposit', message: '' } : null;
    }
    case 'pending':
      return sources.quietLooks >= QUIET_LOOKS_BEFORE_SEARCH ? searchForReplacement(transfer, sources) : null;
  }
}

async function askService(transfer: Open<'deposited'>, { service }: Sources): Promise<TransferEvent | null> {
  const answer = await service.getReceipt({ depositHash: transfer.hash });
  if (answer.ok) {
    return { type: 'payoutReported', payoutHash: answer.data.payoutHash, claimed: answer.data.received.amount };
  }
  if (answer.code === codes.transferFailed) return { type: 'failureReported', message: answer.message };
  const step = answer.code === codes.receiptInProgress ? answer.message : '';
  return step === transfer.step ? null : { type: 'stepReported', step };
}

async function askDestination(transfer: Open<'reported'>, { reads }: Sources): Promise<TransferEvent | null> {
  const proof = await reads.proveTransfer(transfer.terms, transfer);
  if (proof.kind === 'proven') return { type: 'deliveryProven', received: proof.received };
  return proof.kind === 'mismatch' ? { type: 'deliveryDisputed', shortfalls: proof.shortfalls } : null;
}

/** One look at where an open transfer is. Throws where nobody answered: the wait goes on. */
export async function lookAt(transfer: Transfer, sources: Sources): Promise<TransferEvent | null> {
  switch (transfer.status) {
    case 'signing':
      return lookForDeposit(transfer, sources);
    case 'sent':
      return readOrigin(transfer, sources);
    case 'deposited':
      return askService(transfer, sources);
    case 'reported':
      return askDestination(transfer, sources);
    default:
      return null;
  }
}

const TRAVELLING: ReadonlySet<Transfer['status']> = new Set(['signing', 'sent', 'deposited', 'reported']);

export function isTravelling(transfer: Transfer): boolean {
  return TRAVELLING.has(transfer.status);
}

export function claimedHashes(transfers: readonly Transfer[]): ReadonlySet<string> {
  return new Set(transfers.map(depositHash).filter((hash) => hash !== null));
}
