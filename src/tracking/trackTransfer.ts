import { codes } from '#shared/wire/codes.ts';
import type { ServiceClient } from '../api/serviceClient.ts';
import type { Transfer, TransferEvent } from '../domain/transfer.ts';
import { depositHash } from '../domain/transfer.ts';
import type { ChainReads } from '../wallet/chainReads.ts';

type Sources = {
  readonly reads: ChainReads;
  readonly service: ServiceClient;
  /** Deposits that belong to another transfer already. */
  readonly isClaimed: (hash: string) => boolean;
};

type Open<S extends Transfer['status']> = Extract<Transfer, { status: S }>;

/** A wallet was opened and never answered: the chain knows whether it signed. */
async function lookForDeposit(transfer: Open<'signing'>, { reads, isClaimed }: Sources): Promise<TransferEvent | null> {
  const { terms, attempt } = transfer;
  // The nonce is read first: a deposit mined between the two reads is found by the second.
  const nonce = await reads.minedNonce(terms);
  const found = (await reads.findDeposits(terms, attempt.fromBlock)).find((hash) => !isClaimed(hash));
  if (found) return { type: 'depositSent', hash: found };
  // Another transaction took the nonce that this one would have had: it can never be mined.
  return nonce > attempt.nonce ? { type: 'notSigned' } : null;
}

async function readOrigin(transfer: Open<'sent'>, { reads }: Sources): Promise<TransferEvent | null> {
  const found = await reads.readDeposit(transfer.terms, transfer.hash);
  if (found === 'pending') return null;
  return found === 'mined' ? { type: 'depositMined' } : { type: 'depositFailed', kind: found };
}

async function askService(transfer: Open<'deposited'>, { service }: Sources): Promise<TransferEvent | null> {
  const answer = await service.getReceipt({ depositHash: transfer.hash });
  if (answer.ok) {
    return { type: 'payoutReported', payoutHash: answer.data.payoutHash, received: answer.data.received.amount };
  }
  if (answer.code === codes.transferFailed) return { type: 'failureReported', message: answer.message };
  const step = answer.code === codes.receiptInProgress ? answer.message : '';
  return step === transfer.step ? null : { type: 'stepReported', step };
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
    default:
      return null;
  }
}

export function isTravelling(transfer: Transfer): boolean {
  return transfer.status === 'signing' || transfer.status === 'sent' || transfer.status === 'deposited';
}

export function claimedHashes(transfers: readonly Transfer[]): ReadonlySet<string> {
  return new Set(transfers.map(depositHash).filter((hash) => hash !== null));
}
