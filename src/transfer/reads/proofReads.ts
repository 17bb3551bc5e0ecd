import type { Hash } from 'viem';
import type { RefundClaim } from '#client/receipt.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import type { DepositLog } from '#shared/events.ts';
import { depositsOf } from '#shared/events.ts';
import { splitTarget } from '#shared/gasDrop.ts';
import type { DuePayment, PaymentReceipt, Proof, ProofGap } from '#shared/payment.ts';
import { judgePayment } from '#shared/payment.ts';
import { shortReason } from '../../chain/chainErrors.ts';
import { FINAL_DEPTH_BLOCKS, isFinal } from '../../chain/model/finality.ts';
import type { PaymentReads } from '../../chain/paymentReads.ts';
import type { Registry } from '../../config/registry.ts';
import { chainById, vaultsOf } from '../../config/registry.ts';
import { isLate, ownDeposits } from '../model/depositMatch.ts';
import type { RefundProof } from '../model/transfer.ts';
import type { TransferTerms } from '../model/transferTerms.ts';
import type { DepositReads } from './depositReads.ts';

/** The proof of a delivery. `hash` is its payout, which can differ from the one that the service named. */
export type DeliveryProof =
  | { readonly kind: 'proven'; readonly hash: Hash; readonly received: bigint }
  | Exclude<Proof, { readonly kind: 'proven' }>;

type NeededReads<K extends keyof PaymentReads> = Pick<DepositReads, 'receiptOn'> & Pick<PaymentReads, K>;

/** The least that the payout must be. */
function leastPayout(deposit: DepositLog, terms: TransferTerms, claimed: bigint): bigint {
  const isQuoted = terms.receive !== null && !isLate(deposit, terms);
  return claimed > 0n && !isQuoted ? claimed : (terms.receive ?? 1n);
}

/** One transaction may hold several deposits. One proof is enough; a mismatch requires all of them to mismatch. */
function bestProof(proofs: readonly Proof[]): Proof {
  const [first] = proofs;
  return proofs.find(({ kind }) => kind === 'proven') ?? first ?? unknown({ code: 'depositNotFound' });
}

function proofOf(due: DuePayment, payout: PaymentReceipt | null): Proof {
  return payout === null ? unknown({ code: 'payoutNotFound' }) : judgePayment(due, payout);
}

/** Compares the service's report with both chains. If a chain does not answer, the proof is unknown, not a mismatch. */
export function createProofReads({ receiptOn, vaultRecord }: NeededReads<'vaultRecord'>, registry: Registry) {
  async function depositsIn(chainId: number, hash: Hash): Promise<readonly DepositLog[]> {
    const contract = chainById(registry, chainId)?.depositContract;
    const receipt = await receiptOn(chainId, hash);
    return receipt && contract ? depositsOf(receipt.logs, { chainId, contract, transactionHash: hash }) : [];
  }

  async function proveOn(chainId: number, payoutHash: Hash, expected: readonly DuePayment[]): Promise<Proof> {
    const payout = expected.length === 0 ? null : await receiptOn(chainId, payoutHash);
    return bestProof(expected.map((due) => proofOf(due, payout)));
  }

  async function proveIn(chainId: number, hash: Hash, expected: readonly DuePayment[]): Promise<DeliveryProof> {
    const proof = await proveOn(chainId, hash, expected);
    return proof.kind === 'proven' ? { kind: 'proven', hash, received: proof.received } : proof;
  }

  /** The payout that the vaults record. Null if they paid none of the deposits. */
  async function proveByVaults(
    chain: ChainConfig,
    expected: readonly DuePayment[],
    sinceMs: number,
  ): Promise<DeliveryProof | null> {
    for (const { id } of expected) {
      const { isPaid, hash } = await vaultRecord(chain, id, sinceMs);
      if (isPaid) return hash ? proveIn(chain.id, hash, expected) : unknown({ code: 'payoutNotFound' });
    }
    return null;
  }

  return {
    /** The deposits of a transaction in log order; none while no node has its receipt. */
    depositsIn,

    /**
     * Proves the delivery of the reviewed terms. The bridge promises the quoted amount only for a deposit within the
     * quote. For a later one, the destination chain must show the amount that the bridge states. The vaults may have
     * paid in a different transaction from the one that the service named, or although it named none, so they are asked
     * unless the named one is the proof.
     */
    proveTransfer: async (
      terms: TransferTerms,
      done: { hash: Hash; payoutHash: Hash | null; claimed: bigint },
    ): Promise<DeliveryProof> => {
      const destination = chainById(registry, terms.destination.chainId);
      if (!destination) return unknown({ code: 'unknownToken' });
      const deposits = await depositsIn(terms.origin.chainId, done.hash);
      const own = ownDeposits(deposits, terms);
      if (own.length === 0) return unknown({ code: 'depositNotFound' });
      const expected = own.map((deposit) => ({
        id: deposit.id,
        vaults: vaultsOf(destination),
        token: terms.destination.token,
        recipient: terms.recipient,
        least: leastPayout(deposit, terms, done.claimed),
        most: null,
        gasDrop: splitTarget(deposit.target).gasDrop,
      }));
      const { payoutHash } = done;
      const told = payoutHash && (await proveIn(destination.id, payoutHash, expected));
      if (told?.kind === 'proven') return told;
      const sinceMs = Math.min(...own.map(({ timestamp }) => Number(timestamp) * 1000));
      const paid = await proveByVaults(destination, expected, sinceMs);
      if (paid) return paid;
      // The service may have named the payout of another deposit in this transaction.
      return told && deposits.length === 1 ? told : unknown({ code: 'payoutNotFound' });
    },
  };
}

type RefundSearch = {
  readonly chain: ChainConfig;
  readonly due: DuePayment;
  readonly claimed: Hash | null;
  readonly fromBlock: bigint;
};

/**
 * Searches the origin chain for refunds. The service's claim is only a hint; what counts is a payment with the
 * deposit's id.
 */
export function createRefundReads(
  { receiptOn, findPayment, heightOf }: NeededReads<'findPayment' | 'heightOf'>,
  registry: Registry,
) {
  async function proveBy({ chain, due }: RefundSearch, hash: Hash): Promise<RefundProof | null> {
    const receipt = await receiptOn(chain.id, hash);
    if (!receipt) return null;
    const judged = judgePayment(due, receipt);
    if (judged.kind === 'mismatch') return { ...judged, hash };
    const depth = (await heightOf(chain.id)) - receipt.blockNumber + 1n;
    // A refund ends the tracking, so a reorg must no longer be able to remove it.
    if (!isFinal(Number(depth))) return unknown({ code: 'refundNotFinal', blocks: FINAL_DEPTH_BLOCKS });
    return { kind: 'proven', hash, refunded: judged.received };
  }

  async function search(one: RefundSearch): Promise<RefundProof> {
    const { chain, due, claimed, fromBlock } = one;
    const told = claimed && (await proveBy(one, claimed));
    if (told && told.kind !== 'mismatch') return told;
    const found = await findPayment(chain, due.id, fromBlock);
    const seen = found && (await proveBy(one, found));
    return seen ?? told ?? unknown({ code: 'refundNotFound' });
  }

  async function proveTransferRefund(terms: TransferTerms, { hash, claim }: { hash: Hash; claim: RefundClaim }) {
    const chain = chainById(registry, terms.origin.chainId);
    const receipt = chain && (await receiptOn(chain.id, hash));
    if (!chain || !receipt) return unknown({ code: 'depositNotFound' });
    const where = { chainId: chain.id, contract: chain.depositContract, transactionHash: hash };
    const [deposit] = ownDeposits(depositsOf(receipt.logs, where), terms);
    if (!deposit) return unknown({ code: 'depositNotFound' });
    const due = {
      id: deposit.id,
      vaults: vaultsOf(chain),
      token: deposit.token,
      recipient: deposit.user,
      // An amount with other decimals is not an amount of this token.
      least: claim.amount?.decimals === terms.origin.decimals ? claim.amount.amount : 1n,
      most: deposit.amount,
      gasDrop: 0n,
    };
    return search({ chain, due, claimed: claim.hash, fromBlock: receipt.blockNumber });
  }

  return {
    /** Proves the refund of one of this browser's transfers. Never throws: without an answer the proof is unknown. */
    proveTransferRefund: (terms: TransferTerms, told: { hash: Hash; claim: RefundClaim }): Promise<RefundProof> =>
      proveTransferRefund(terms, told).catch((error: unknown) =>
        unknown({ code: 'noAnswer', detail: shortReason(error) }),
      ),
  };
}

const unknown = (gap: ProofGap) => ({ kind: 'unknown', gap }) as const;
