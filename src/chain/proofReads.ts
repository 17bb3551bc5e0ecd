import type { Hash } from 'viem';
import { isSameAddress, parseAddress } from '#shared/address.ts';
import type { Receipt } from '#shared/wire/receipt.ts';
import type { TokenConfig } from '../config/runtimeConfig.ts';
import type { DepositLog } from '../domain/depositLog.ts';
import { depositsOf, isDepositOf, isLate } from '../domain/depositLog.ts';
import type { DeliveryReceipt, ExpectedDelivery, Proof, ProofGap, Shortfall } from '../domain/proof.ts';
import { proveDelivery } from '../domain/proof.ts';
import type { Registry } from '../domain/registry.ts';
import { chainById, chainByName, tokenByName, vaultsOf } from '../domain/registry.ts';
import type { TransferTerms } from '../domain/transferTerms.ts';
import { shortReason } from './chainErrors.ts';
import type { DepositReads } from './depositReads.ts';

const unknown = (gap: ProofGap): Proof => ({ kind: 'unknown', gap });

type Tokens = { readonly originToken: TokenConfig; readonly destinationToken: TokenConfig };

/** Tokens of a receipt that differ from the pinned ones. Its amounts would count in other units. */
function tokenMismatches(receipt: Receipt, { originToken, destinationToken }: Tokens): readonly Shortfall[] {
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

/** One transaction may hold several deposits. One proof is enough; a mismatch needs all of them to mismatch. */
function bestProof(expected: readonly ExpectedDelivery[], receipt: DeliveryReceipt): Proof {
  const proofs = expected.map((delivery) => proveDelivery(delivery, receipt));
  return proofs.find((proof) => proof.kind === 'proven') ?? proofs[0] ?? unknown({ code: 'depositNotFound' });
}

/** What the payout must be at least. A stated amount of zero must not prove a delivery. */
function leastPayout(deposit: DepositLog, terms: TransferTerms, claimed: bigint): bigint {
  const isQuoted = terms.receive !== null && !isLate(deposit, terms);
  return claimed > 0n && !isQuoted ? claimed : (terms.receive ?? 1n);
}

/** Compares the service's report with both chains. A chain that does not answer makes the proof unknown, not a mismatch. */
export function createProofReads({ receiptOn }: Pick<DepositReads, 'receiptOn'>, registry: Registry) {
  async function depositsIn(chainId: number, hash: Hash): Promise<readonly DepositLog[]> {
    const contract = chainById(registry, chainId)?.depositContract;
    const receipt = await receiptOn(chainId, hash);
    return receipt && contract ? depositsOf(receipt.logs, { chainId, contract }) : [];
  }

  async function proveOn(chainId: number, payoutHash: Hash, expected: readonly ExpectedDelivery[]): Promise<Proof> {
    if (expected.length === 0) return unknown({ code: 'depositNotFound' });
    const receipt = await receiptOn(chainId, payoutHash);
    return receipt ? bestProof(expected, receipt) : unknown({ code: 'payoutNotFound' });
  }

  return {
    /** The deposits of a transaction in log order; none while no node has its receipt. */
    depositsIn,

    /**
     * Proves the delivery of the reviewed terms. The bridge promises the quoted amount only to a deposit within the quote.
     * Of a later one, the destination chain must show the amount that the bridge states.
     */
    proveTransfer: async (
      terms: TransferTerms,
      done: { hash: Hash; payoutHash: Hash; claimed: bigint },
    ): Promise<Proof> => {
      const destination = chainById(registry, terms.destination.chainId);
      if (!destination) return unknown({ code: 'unknownToken' });
      const deposits = await depositsIn(terms.origin.chainId, done.hash);
      const expected = deposits
        .filter((deposit) => isDepositOf(deposit, terms))
        .map((deposit) => ({
          id: deposit.id,
          vaults: vaultsOf(destination),
          token: terms.destination.token,
          recipient: terms.recipient,
          amount: leastPayout(deposit, terms, done.claimed),
        }));
      return proveOn(destination.id, done.payoutHash, expected);
    },

    /** Proves a receipt against its deposit alone, because another browser may have reviewed the transfer. */
    proveReceipt: async (hash: Hash, receipt: Receipt): Promise<Proof> => {
      const origin = chainByName(registry, receipt.originChainName);
      const destination = chainByName(registry, receipt.destinationChainName);
      const originToken = origin && tokenByName(origin, receipt.tokenName);
      const destinationToken = destination && tokenByName(destination, receipt.tokenName);
      if (!origin || !destination || !originToken || !destinationToken) {
        return unknown({ code: 'unknownToken' });
      }
      const shortfalls = tokenMismatches(receipt, { originToken, destinationToken });
      if (shortfalls.length > 0) return { kind: 'mismatch', shortfalls };
      try {
        const deposits = await depositsIn(origin.id, hash);
        const expected = deposits.flatMap((deposit): ExpectedDelivery[] => {
          const recipient = parseAddress(deposit.target);
          const isReported =
            isSameAddress(deposit.token, originToken.address) && deposit.amount === receipt.sent.amount;
          if (!recipient || !isReported || deposit.destination !== BigInt(destination.id)) return [];
          const token = destinationToken.address;
          // A reported amount of zero must not prove a delivery.
          const amount = receipt.received.amount > 0n ? receipt.received.amount : 1n;
          return [{ id: deposit.id, vaults: vaultsOf(destination), token, recipient, amount }];
        });
        return await proveOn(destination.id, receipt.payoutHash, expected);
      } catch (error) {
        return unknown({ code: 'noAnswer', detail: shortReason(error) });
      }
    },
  };
}
