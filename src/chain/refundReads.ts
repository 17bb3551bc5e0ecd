import type { Hash } from 'viem';
import type { RefundClaim } from '#client/receipt.ts';
import { isSameAddress } from '#shared/address.ts';
import type { DepositLog } from '#shared/events.ts';
import { depositsOf } from '#shared/events.ts';
import type { DuePayment, ProofGap } from '#shared/payment.ts';
import { judgePayment } from '#shared/payment.ts';
import type { ChainConfig, TokenConfig } from '../config/runtimeConfig.ts';
import { isDepositOf } from '../domain/depositLog.ts';
import { FINAL_DEPTH_BLOCKS, isFinal } from '../domain/finality.ts';
import type { RefundProof } from '../domain/refund.ts';
import type { Registry } from '../domain/registry.ts';
import { chainById, vaultsOf } from '../domain/registry.ts';
import type { TransferTerms } from '../domain/transferTerms.ts';
import { shortReason } from './chainErrors.ts';
import type { DepositReads } from './depositReads.ts';
import type { PaymentReads } from './paymentReads.ts';

const unknown = (gap: ProofGap): RefundProof => ({ kind: 'unknown', gap });

/** The refund of a deposit, for a receipt page. */
export type RefundRecord = {
  readonly origin: ChainConfig;
  readonly token: TokenConfig;
  readonly deposit: DepositLog;
  readonly proof: RefundProof;
};

type NeededReads = Pick<DepositReads, 'receiptOn'> & Pick<PaymentReads, 'findPayment' | 'heightOf'>;
type RefundSearch = {
  readonly chain: ChainConfig;
  readonly due: DuePayment;
  readonly claimed: Hash | null;
  readonly fromBlock: bigint;
};

/** Searches the origin chain for refunds. The service's claim is a hint; only a payment with the deposit's id counts. */
export function createRefundReads({ receiptOn, findPayment, heightOf }: NeededReads, registry: Registry) {
  async function proveBy({ chain, due }: RefundSearch, hash: Hash): Promise<RefundProof | null> {
    const receipt = await receiptOn(chain.id, hash);
    if (!receipt) return null;
    const judged = judgePayment(due, receipt);
    if (judged.kind === 'mismatch') return { ...judged, hash };
    const depth = (await heightOf(chain.id)) - receipt.blockNumber + 1n;
    // A refund ends the tracking, so a reorg must no longer remove it.
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

  function searchFor(
    chain: ChainConfig,
    deposit: DepositLog,
    told: { claim: RefundClaim; decimals: number; block: bigint },
  ): RefundSearch {
    const { hash, amount } = told.claim;
    return {
      chain,
      claimed: hash,
      fromBlock: told.block,
      due: {
        id: deposit.id,
        vaults: vaultsOf(chain),
        token: deposit.token,
        recipient: deposit.user,
        // An amount in other decimals is not one of this token.
        least: amount?.decimals === told.decimals ? amount.amount : 1n,
        most: deposit.amount,
      },
    };
  }

  async function proveTransferRefund(terms: TransferTerms, { hash, claim }: { hash: Hash; claim: RefundClaim }) {
    const chain = chainById(registry, terms.origin.chainId);
    const receipt = chain && (await receiptOn(chain.id, hash));
    if (!chain || !receipt) return unknown({ code: 'depositNotFound' });
    const where = { chainId: chain.id, contract: chain.depositContract, transactionHash: hash };
    const deposit = depositsOf(receipt.logs, where).find((one) => isDepositOf(one, terms));
    if (!deposit) return unknown({ code: 'depositNotFound' });
    return search(searchFor(chain, deposit, { claim, decimals: terms.origin.decimals, block: receipt.blockNumber }));
  }

  async function findOn(chain: ChainConfig, hash: Hash, claim: RefundClaim): Promise<readonly RefundRecord[]> {
    const receipt = await receiptOn(chain.id, hash);
    if (!receipt) return [];
    const where = { chainId: chain.id, contract: chain.depositContract, transactionHash: hash };
    const deposits = depositsOf(receipt.logs, where);
    const records = deposits.map(async (deposit): Promise<RefundRecord | null> => {
      const token = chain.tokens.find(({ address }) => isSameAddress(address, deposit.token));
      if (!token) return null;
      const told = { claim, decimals: token.decimals, block: receipt.blockNumber };
      const proof = await search(searchFor(chain, deposit, told)).catch((error: unknown) =>
        unknown({ code: 'noAnswer', detail: shortReason(error) }),
      );
      return { origin: chain, token, deposit, proof };
    });
    return (await Promise.all(records)).filter((record) => record !== null);
  }

  return {
    /** Proves the refund of a transfer of this browser. Never throws: without an answer the proof is unknown. */
    proveTransferRefund: (terms: TransferTerms, told: { hash: Hash; claim: RefundClaim }): Promise<RefundProof> =>
      proveTransferRefund(terms, told).catch((error: unknown) =>
        unknown({ code: 'noAnswer', detail: shortReason(error) }),
      ),

    /**
     * Searches for the refund of any deposit, after the service reported a failure.
     * @returns null if no chain that answers has a deposit of a known token with this hash
     */
    findRefund: async (hash: Hash, claim: RefundClaim): Promise<RefundRecord | null> => {
      const found = await Promise.all(registry.chains.map((chain) => findOn(chain, hash, claim).catch(() => [])));
      const records = found.flat();
      return records.find(({ proof }) => proof.kind === 'proven') ?? records[0] ?? null;
    },
  };
}
