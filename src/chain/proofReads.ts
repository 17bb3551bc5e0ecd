import type { Hash } from 'viem';
import { isSameAddress, parseAddress } from '#shared/address.ts';
import type { Receipt } from '#shared/wire/receipt.ts';
import type { TokenConfig } from '../config/runtimeConfig.ts';
import type { DepositLog } from '../domain/depositLog.ts';
import { depositsOf, isDepositOf } from '../domain/depositLog.ts';
import type { DeliveryReceipt, Promised, Proof, Shortfall } from '../domain/proof.ts';
import { proveDelivery } from '../domain/proof.ts';
import type { Registry } from '../domain/registry.ts';
import { chainById, chainByName, tokenByName } from '../domain/registry.ts';
import type { TransferTerms } from '../domain/transferTerms.ts';
import { shortReason } from './chainErrors.ts';
import type { DepositReads } from './depositReads.ts';

const unknown = (reason: string): Proof => ({ kind: 'unknown', reason });

type Tokens = { readonly originToken: TokenConfig; readonly destinationToken: TokenConfig };

/** Where a receipt says other things of its tokens than what is pinned: its amounts would be read in other units. */
function misstatements(receipt: Receipt, { originToken, destinationToken }: Tokens): readonly Shortfall[] {
  const sides = [
    { pinned: originToken, address: receipt.originToken, decimals: receipt.sent.decimals },
    { pinned: destinationToken, address: receipt.destinationToken, decimals: receipt.received.decimals },
  ];
  const token = sides.find(({ pinned, address }) => !isSameAddress(pinned.address, address));
  const units = sides.find(({ pinned, decimals }) => pinned.decimals !== decimals);
  const shortfalls: Shortfall[] = [];
  if (token) shortfalls.push({ field: 'token', expected: token.pinned.address, actual: token.address });
  if (units) {
    const [expected, actual] = [`${units.pinned.decimals} decimals`, `${units.decimals} decimals`];
    shortfalls.push({ field: 'amount', expected, actual });
  }
  return shortfalls;
}

/** The best that any of the candidates amounts to: one proof is enough, and a mismatch must hold for all of them. */
function bestOf(promises: readonly Promised[], receipt: DeliveryReceipt): Proof {
  const proofs = promises.map((promised) => proveDelivery(promised, receipt));
  return proofs.find((proof) => proof.kind === 'proven') ?? proofs[0] ?? unknown('the deposit is not on its chain');
}

/** Holds what the service reports against what both chains show. A node that does not answer makes it unknown, never wrong. */
export function createProofReads({ receiptOn }: Pick<DepositReads, 'receiptOn'>, registry: Registry) {
  async function depositsIn(chainId: number, hash: Hash): Promise<readonly DepositLog[]> {
    const contract = chainById(registry, chainId)?.depositContract;
    const receipt = await receiptOn(chainId, hash);
    return receipt && contract ? depositsOf(receipt.logs, { chainId, contract }) : [];
  }

  async function proveOn(chainId: number, payoutHash: Hash, promises: readonly Promised[]): Promise<Proof> {
    if (promises.length === 0) return unknown('the deposit was not found on its chain');
    const receipt = await receiptOn(chainId, payoutHash);
    return receipt ? bestOf(promises, receipt) : unknown('the payment is not on the destination chain yet');
  }

  return {
    /** Against what was reviewed before signing. */
    proveTransfer: async (terms: TransferTerms, done: { hash: Hash; payoutHash: Hash }): Promise<Proof> => {
      const destination = chainById(registry, terms.destination.chainId);
      if (!destination) return unknown('the destination chain is not known here');
      const deposits = await depositsIn(terms.origin.chainId, done.hash);
      const promises = deposits
        .filter((deposit) => isDepositOf(deposit, terms))
        .map(({ id }) => ({
          id,
          payoutContract: destination.payoutContract,
          payers: destination.makers,
          token: terms.destination.token,
          recipient: terms.recipient,
          amount: terms.receive,
        }));
      return proveOn(destination.id, done.payoutHash, promises);
    },

    /** Against the deposit alone: whoever holds the link was not there when it was reviewed. */
    proveReceipt: async (hash: Hash, receipt: Receipt): Promise<Proof> => {
      const origin = chainByName(registry, receipt.originChainName);
      const destination = chainByName(registry, receipt.destinationChainName);
      const originToken = origin && tokenByName(origin, receipt.tokenName);
      const destinationToken = destination && tokenByName(destination, receipt.tokenName);
      if (!origin || !destination || !originToken || !destinationToken) {
        return unknown('its chains or its token are not known here');
      }
      const shortfalls = misstatements(receipt, { originToken, destinationToken });
      if (shortfalls.length > 0) return { kind: 'mismatch', shortfalls };
      try {
        const deposits = await depositsIn(origin.id, hash);
        const promises = deposits.flatMap((deposit): Promised[] => {
          const recipient = parseAddress(deposit.target);
          const isTold = isSameAddress(deposit.token, originToken.address) && deposit.amount === receipt.sent.amount;
          if (!recipient || !isTold || deposit.destination !== BigInt(destination.id)) return [];
          const { payoutContract, makers } = destination;
          const token = destinationToken.address;
          // Nothing is no delivery, however openly it is reported.
          const amount = receipt.received.amount > 0n ? receipt.received.amount : 1n;
          return [{ id: deposit.id, payoutContract, payers: makers, token, recipient, amount }];
        });
        return await proveOn(destination.id, receipt.payoutHash, promises);
      } catch (error) {
        return unknown(shortReason(error));
      }
    },
  };
}
