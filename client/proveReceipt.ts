import type { Address, Hash } from 'viem';
import { isSameAddress, parseAddress } from '../shared/address.ts';
import { NATIVE_DECIMALS } from '../shared/amount.ts';
import type { DepositLog } from '../shared/events.ts';
import { depositsOf } from '../shared/events.ts';
import { splitTarget } from '../shared/gasDrop.ts';
import type { PaymentReceipt, Proof, Shortfall } from '../shared/payment.ts';
import { judgePayment } from '../shared/payment.ts';
import type { Receipt } from '../shared/wire/receipt.ts';
import { requireAmount } from './requireAmount.ts';

type Token = { readonly address: Address; readonly decimals: number };

/** A transfer's chains, contracts and tokens that the caller pinned. */
export type PinnedDelivery = {
  readonly origin: { readonly id: number; readonly depositContract: Address };
  readonly destination: { readonly id: number; readonly vaults: readonly Address[] };
  readonly originToken: Token;
  readonly destinationToken: Token;
};

/** The delivery that the caller asked for. None of it comes from the service's answers. */
export type AskedDelivery = {
  readonly recipient: Address;
  /** The account that must have made the deposit. Without it, anyone's deposit to the recipient counts. */
  readonly account?: Address;
  /** The least amount that must have arrived, in base units of the destination token. A payout of 0 never counts. */
  readonly leastReceive: bigint;
  /**
   * The least gas on arrival, in wei; 0 by default. What the deposit asks for, and what the receipt states, must have
   * arrived as well.
   */
  readonly gasDrop?: bigint;
  /**
   * The deposit's position among those of its transaction. Without it, each of the transaction's deposits for this
   * recipient, and from this account, must be paid.
   */
  readonly ordinal?: number;
};

/**
 * A difference between the chains and what was asked for, or what the service states: `sender` and `sent` of the
 * deposit.
 */
export type ReceiptShortfall = Omit<Shortfall, 'field'> & { readonly field: Shortfall['field'] | 'sender' | 'sent' };

export type ReceiptProof =
  /** The smallest payout, and the ids of the deposits. A hash has several spellings, but a deposit has one id. */
  | { readonly kind: 'proven'; readonly received: bigint; readonly ids: readonly Hash[] }
  | Extract<Proof, { readonly kind: 'unknown' }>
  | { readonly kind: 'mismatch'; readonly shortfalls: readonly ReceiptShortfall[] };

/** A receipt's tokens that differ from the pinned ones. Its amounts would be in other units. */
function tokenMismatches(receipt: Receipt, { originToken, destinationToken }: PinnedDelivery): readonly Shortfall[] {
  const sides = [
    { pinned: originToken, address: receipt.originToken, decimals: receipt.sent.decimals },
    { pinned: destinationToken, address: receipt.destinationToken, decimals: receipt.received.decimals },
  ];
  const token = sides.find(({ pinned, address }) => !isSameAddress(pinned.address, address));
  const gas = { pinned: { decimals: NATIVE_DECIMALS }, decimals: receipt.gasReceived?.decimals ?? NATIVE_DECIMALS };
  const units = [...sides, gas].find(({ pinned, decimals }) => pinned.decimals !== decimals);
  const shortfalls: Shortfall[] = [];
  if (token) shortfalls.push({ field: 'token', expected: token.pinned.address, actual: token.address });
  if (units) {
    shortfalls.push({ field: 'decimals', expected: `${units.pinned.decimals}`, actual: `${units.decimals}` });
  }
  return shortfalls;
}

/** What the service states about a deposit, if the chain shows something else. */
function depositMismatches({ sender, recipient, sent }: Receipt, deposit: DepositLog): readonly ReceiptShortfall[] {
  const { recipient: target } = splitTarget(deposit.target);
  const shortfalls: ReceiptShortfall[] = [];
  if (sender !== null && !isSameAddress(sender, deposit.user)) {
    shortfalls.push({ field: 'sender', expected: deposit.user, actual: sender });
  }
  if (recipient !== null && recipient.toLowerCase() !== target.toLowerCase()) {
    shortfalls.push({ field: 'recipient', expected: parseAddress(target) ?? target, actual: recipient });
  }
  if (sent.amount !== deposit.amount) {
    shortfalls.push({ field: 'sent', expected: `${deposit.amount}`, actual: `${sent.amount}` });
  }
  return shortfalls;
}

function leastOf({ leastReceive }: AskedDelivery, { received }: Receipt): bigint {
  return leastReceive > received.amount ? leastReceive : received.amount;
}

function leastGas({ gasDrop = 0n }: AskedDelivery, { gasReceived }: Receipt, { target }: DepositLog): bigint {
  return [gasReceived?.amount ?? 0n, splitTarget(target).gasDrop].reduce(
    (most, one) => (one > most ? one : most),
    gasDrop,
  );
}

/** Combines several proofs: proven if all are, with the smallest amount. */
function together(proofs: readonly ReceiptProof[]): ReceiptProof {
  const [first, ...rest] = proofs;
  if (!first) return { kind: 'unknown', gap: { code: 'depositNotFound' } };
  return rest.reduce((sum, proof) => {
    if (sum.kind !== 'proven') return sum;
    if (proof.kind !== 'proven') return proof;
    const received = proof.received < sum.received ? proof.received : sum.received;
    return { kind: 'proven', received, ids: [...sum.ids, ...proof.ids] };
  }, first);
}

/** Reads a transaction's receipt from a chain's node; null while the node has none. */
export type ReceiptOn = (chainId: number, hash: Hash) => Promise<PaymentReceipt | null>;

/**
 * Proves on both chains that what was asked for has arrived: the deposit goes to the recipient, and a pinned vault has
 * paid it. Every value that the receipt states about it must be true as well.
 * @param read reads from nodes that the caller trusts. Its errors pass through: a silent node is not a mismatch.
 * @throws TypeError if the least amount is missing, or origin and destination are one chain: a payment there is a
 * refund
 */
export async function proveReceipt(
  { hash, receipt, asked }: { readonly hash: Hash; readonly receipt: Receipt; readonly asked: AskedDelivery },
  pinned: PinnedDelivery,
  read: ReceiptOn,
): Promise<ReceiptProof> {
  const { origin, destination, originToken, destinationToken } = pinned;
  requireAmount('leastReceive', asked);
  if (origin.id === destination.id) throw new TypeError(`origin and destination are the same chain: ${origin.id}`);
  const shortfalls = tokenMismatches(receipt, pinned);
  if (shortfalls.length > 0) return { kind: 'mismatch', shortfalls };
  const where = { chainId: origin.id, contract: origin.depositContract, transactionHash: hash };
  const deposits = depositsOf((await read(origin.id, hash))?.logs ?? [], where).filter(
    ({ user, target, token, destination: to }, ordinal) => {
      const recipient = parseAddress(splitTarget(target).recipient);
      const isForRecipient = recipient !== null && isSameAddress(recipient, asked.recipient);
      const isFromAccount = isSameAddress(user, asked.account ?? user);
      const isOnRoute = isSameAddress(token, originToken.address) && to === BigInt(destination.id);
      return isForRecipient && isFromAccount && isOnRoute && ordinal === (asked.ordinal ?? ordinal);
    },
  );
  if (deposits.length === 0) return together([]);
  const payout = await read(destination.id, receipt.payoutHash);
  return together(
    deposits.map((deposit): ReceiptProof => {
      const wrong = depositMismatches(receipt, deposit);
      if (wrong.length > 0) return { kind: 'mismatch', shortfalls: wrong };
      if (payout === null) return { kind: 'unknown', gap: { code: 'payoutNotFound' } };
      const due = { id: deposit.id, vaults: destination.vaults, token: destinationToken.address };
      const limits = { least: leastOf(asked, receipt), most: null, gasDrop: leastGas(asked, receipt, deposit) };
      const judged = judgePayment({ ...due, ...limits, recipient: asked.recipient }, payout);
      return judged.kind === 'proven' ? { kind: 'proven', received: judged.received, ids: [deposit.id] } : judged;
    }),
  );
}
