import type { Address, Hash } from 'viem';
import { parseAddress } from '#shared/address.ts';
import { transferId } from '#shared/transferId.ts';
import type { DepositEvent, PaidEvent } from './events.ts';
import { depositsBy, paymentOf } from './events.ts';
import type { Located } from './locate.ts';
import type { Witness } from './proofFile.ts';
import { writeProof } from './proofFile.ts';

/** What a proof is made of. */
export type ProofParts = {
  readonly deposit: Located & { readonly chainId: number; readonly contract: Address };
  /** Which deposit of the transaction; null for the first one that the payout pays. */
  readonly ordinal: number | null;
  readonly payout: Located & { readonly chainId: number; readonly vaults: readonly Address[] };
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly witnesses: readonly Witness[];
};

export type MadeProof =
  | { readonly ok: true; readonly text: string }
  /** `recipient`: the deposit names no address of this kind of chain. */
  | { readonly ok: false; readonly problem: 'noDeposit' | 'noPayout' | 'recipient' };

type Found = {
  readonly id: Hash;
  readonly ordinal: number;
  readonly event: DepositEvent;
  readonly vault: Address;
  readonly paid: PaidEvent;
};

const lower = <T extends string>(text: T): T => text.toLowerCase() as T;

/** Unix time in seconds is enough, and has the same text everywhere. */
const momentOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** The deposits that are asked about, each with its payment by one of the vaults. */
function findPaid({ deposit, ordinal: wanted, payout }: ProofParts): readonly Found[] {
  return depositsBy(deposit.logs, deposit.contract).flatMap((event, ordinal) => {
    if (wanted !== null && wanted !== ordinal) return [];
    const id = transferId({ ...deposit, ordinal });
    return payout.vaults.flatMap((vault): Found[] => {
      const paid = paymentOf(payout.logs, { vault, id });
      return paid ? [{ id, ordinal, event, vault, paid }] : [];
    });
  });
}

/** Makes the proof of a delivery from the blocks of its deposit and its payout. */
export function makeProof(parts: ProofParts): MadeProof {
  const { deposit, payout, nowMs, witnesses } = parts;
  if (depositsBy(deposit.logs, deposit.contract).length === 0) return { ok: false, problem: 'noDeposit' };
  const [found] = findPaid(parts);
  if (!found) return { ok: false, problem: 'noPayout' };
  const { id, ordinal, event, vault, paid } = found;
  const recipient = parseAddress(event.target);
  if (!recipient) return { ok: false, problem: 'recipient' };
  const statement = {
    transferId: id,
    deposit: {
      chainId: deposit.chainId,
      ...deposit.place,
      contract: lower(deposit.contract),
      transactionHash: deposit.transactionHash,
      ordinal,
      sender: lower(event.user),
      recipient: lower(recipient),
      token: lower(event.token),
      amount: event.amount,
      destinationChainId: Number(event.destination),
    },
    payout: {
      chainId: payout.chainId,
      ...payout.place,
      vault: lower(vault),
      transactionHash: payout.transactionHash,
      payer: lower(paid.payer),
      recipient: lower(paid.to),
      token: lower(paid.token),
      amount: paid.amount,
    },
  };
  const made = { at: momentOf(nowMs), witnesses: [...witnesses] };
  const evidence = { depositEvidence: deposit.evidence, payoutEvidence: payout.evidence };
  return { ok: true, text: writeProof({ statement, ...evidence, made }) };
}
