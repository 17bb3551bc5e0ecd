import type { Address, Hash } from 'viem';
import { isSameAddress, parseAddress } from '../shared/address.ts';
import type { Receipt } from '../shared/wire/receipt.ts';
import type { DepositLog } from './depositLogs.ts';
import { depositsOf } from './depositLogs.ts';
import type { DeliveryReceipt, ExpectedDelivery, Proof, Shortfall } from './proof.ts';
import { proveDelivery } from './proof.ts';

type Token = { readonly address: Address; readonly decimals: number };

/** The chains, contracts and tokens of a transfer that the caller pinned. */
export type PinnedDelivery = {
  readonly origin: { readonly id: number; readonly depositContract: Address };
  readonly destination: { readonly id: number; readonly vaults: readonly Address[] };
  readonly originToken: Token;
  readonly destinationToken: Token;
};

/** Tokens of a receipt that differ from the pinned ones. Its amounts would count in other units. */
function tokenMismatches(receipt: Receipt, { originToken, destinationToken }: PinnedDelivery): readonly Shortfall[] {
  const sides = [
    { pinned: originToken, address: receipt.originToken, decimals: receipt.sent.decimals },
    { pinned: destinationToken, address: receipt.destinationToken, decimals: receipt.received.decimals },
  ];
  const token = sides.find(({ pinned, address }) => !isSameAddress(pinned.address, address));
  const units = sides.find(({ pinned, decimals }) => pinned.decimals !== decimals);
  const shortfalls: Shortfall[] = [];
  if (token) shortfalls.push({ field: 'token', expected: token.pinned.address, actual: token.address });
  if (units) {
    shortfalls.push({ field: 'decimals', expected: `${units.pinned.decimals}`, actual: `${units.decimals}` });
  }
  return shortfalls;
}

/** The payouts of the deposits that a receipt can be about. */
function expectedDeliveries(
  deposits: readonly DepositLog[],
  receipt: Receipt,
  { destination, originToken, destinationToken }: PinnedDelivery,
): readonly ExpectedDelivery[] {
  return deposits.flatMap((deposit): ExpectedDelivery[] => {
    const recipient = parseAddress(deposit.target);
    const isReported = isSameAddress(deposit.token, originToken.address) && deposit.amount === receipt.sent.amount;
    if (!recipient || !isReported || deposit.destination !== BigInt(destination.id)) return [];
    // A reported amount of zero must not prove a delivery.
    const amount = receipt.received.amount > 0n ? receipt.received.amount : 1n;
    return [{ id: deposit.id, vaults: destination.vaults, token: destinationToken.address, recipient, amount }];
  });
}

/** One transaction may hold several deposits. One proof is enough; a mismatch needs all of them to mismatch. */
export function bestProof(expected: readonly ExpectedDelivery[], payout: DeliveryReceipt | null): Proof {
  if (expected.length === 0) return { kind: 'unknown', gap: { code: 'depositNotFound' } };
  if (payout === null) return { kind: 'unknown', gap: { code: 'payoutNotFound' } };
  const proofs = expected.map((delivery) => proveDelivery(delivery, payout));
  const [first] = proofs;
  return (
    proofs.find((proof) => proof.kind === 'proven') ?? first ?? { kind: 'unknown', gap: { code: 'depositNotFound' } }
  );
}

/** Reads the receipt of a transaction from a node of a chain; null while the node has none. */
export type ReceiptOn = (chainId: number, hash: Hash) => Promise<DeliveryReceipt | null>;

/**
 * Proves the receipt of the service against both chains.
 * @param read reads from nodes that the caller trusts. Its errors pass through: silence of a node is no mismatch.
 */
export async function proveReceipt(
  { hash, receipt }: { readonly hash: Hash; readonly receipt: Receipt },
  pinned: PinnedDelivery,
  read: ReceiptOn,
): Promise<Proof> {
  const shortfalls = tokenMismatches(receipt, pinned);
  if (shortfalls.length > 0) return { kind: 'mismatch', shortfalls };
  const { id: chainId, depositContract: contract } = pinned.origin;
  const deposits = depositsOf((await read(chainId, hash))?.logs ?? [], { chainId, contract });
  const expected = expectedDeliveries(deposits, receipt, pinned);
  if (expected.length === 0) return bestProof(expected, null);
  return bestProof(expected, await read(pinned.destination.id, receipt.payoutHash));
}
