import type { Hash } from 'viem';
import { zeroAddress } from 'viem';
import type { Receipt } from '#client/receipt.ts';
import { isSameAddress, parseAddress } from '#shared/address.ts';
import type { DepositLog } from '#shared/events.ts';
import type { Registry } from '../../config/registry.ts';
import { tokenByName, vaultsOf } from '../../config/registry.ts';
import type { ChainConfig } from '../../config/runtimeConfig.ts';
import type { DepositEvidence, PaymentEvidence, SightOf } from '../model/evidence.ts';
import { receiptFor } from '../model/receiptFor.ts';
import type { PaymentEvidenceOf } from './paymentEvidence.ts';
import type { SightDetail } from './sightReads.ts';

type One = {
  readonly sight: SightOf<'mined'>;
  readonly deposit: DepositLog;
  readonly receipt: DepositEvidence['receipt'];
  readonly detail: SightDetail;
};

const unread = (chain: ChainConfig | null): PaymentEvidence => ({ chain, endpoints: [], kind: 'unread' });

function payoutClaim({ receipt }: One): Hash | null {
  return typeof receipt === 'object' && receipt.kind === 'delivered' ? receipt.delivery.payoutHash : null;
}

function refundClaim({ receipt }: One): Hash | null {
  return typeof receipt === 'object' && receipt.kind === 'failed' ? receipt.claim.hash : null;
}

/** Reads everything about the deposits of a transaction. Never throws. */
export function createDepositEvidence(paymentEvidence: PaymentEvidenceOf, registry: Registry) {
  async function readPayout(one: One): Promise<PaymentEvidence> {
    const { sight, deposit, detail } = one;
    // A payment on the deposit's own chain is a refund, also where the deposit names this chain as its destination.
    const others = registry.chains.filter(({ id }) => id !== sight.chain.id);
    const destination = others.find(({ id }) => BigInt(id) === deposit.destination) ?? null;
    const origin = sight.chain.tokens.find(({ address }) => isSameAddress(address, deposit.token));
    const token = destination && origin && tokenByName(destination, origin.name);
    // The bridge pays no other text than an address. The vault still says whether it paid.
    const recipient = parseAddress(deposit.target) ?? zeroAddress;
    if (!destination || !token) {
      const gap = { code: 'unknownToken' } as const;
      return { chain: destination, endpoints: [], kind: 'unproven', hash: payoutClaim(one), isPaid: false, gap };
    }
    const due = {
      id: deposit.id,
      vaults: vaultsOf(destination),
      token: token.address,
      recipient,
      least: 1n,
      most: null,
    };
    const sinceMs = Number(deposit.timestamp) * 1000;
    return paymentEvidence({ chain: destination, due, claimed: payoutClaim(one), sinceMs, detail });
  }

  async function readRefund(one: One): Promise<PaymentEvidence> {
    const { deposit, sight, detail } = one;
    const { id, token, user: recipient } = deposit;
    const due = { id, vaults: vaultsOf(sight.chain), token, recipient, least: 1n, most: deposit.amount };
    const sinceMs = Number(deposit.timestamp) * 1000;
    return paymentEvidence({ chain: sight.chain, due, claimed: refundClaim(one), sinceMs, detail });
  }

  /** A payout that the service names and the chain shows needs no search for a refund. */
  async function readPayments(one: One) {
    if (payoutClaim(one) === null) {
      const [payout, refund] = await Promise.all([readPayout(one), readRefund(one)]);
      return { payout, refund };
    }
    const payout = await readPayout(one);
    return { payout, refund: payout.kind === 'proven' ? unread(one.sight.chain) : await readRefund(one) };
  }

  return async function depositEvidence(
    sight: SightOf<'mined'>,
    receipts: readonly Receipt[] | 'silent',
    detail: SightDetail,
  ): Promise<readonly DepositEvidence[]> {
    const { chain, endpoints, blockNumber, networkFee, confirmations } = sight;
    return Promise.all(
      sight.deposits.map(async (deposit): Promise<DepositEvidence> => {
        const receipt = receiptFor(deposit, sight.deposits, receipts);
        const payments = await readPayments({ sight, deposit, receipt, detail });
        return { chain, endpoints, blockNumber, networkFee, confirmations, deposit, receipt, ...payments };
      }),
    );
  };
}
