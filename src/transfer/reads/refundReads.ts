import type { Hash } from 'viem';
import type { RefundClaim } from '#client/receipt.ts';
import type { DepositLog } from '#shared/events.ts';
import { depositsOf } from '#shared/events.ts';
import type { DuePayment, ProofGap } from '#shared/payment.ts';
import { judgePayment } from '#shared/payment.ts';
import { shortReason } from '../../chain/chainErrors.ts';
import { FINAL_DEPTH_BLOCKS, isFinal } from '../../chain/model/finality.ts';
import type { PaymentReads } from '../../chain/paymentReads.ts';
import type { Registry } from '../../config/registry.ts';
import { chainById, vaultsOf } from '../../config/registry.ts';
import type { ChainConfig } from '../../config/runtimeConfig.ts';
import { isDepositOf } from '../model/depositLog.ts';
import type { RefundProof } from '../model/refund.ts';
import type { TransferTerms } from '../model/transferTerms.ts';
import type { DepositReads } from './depositReads.ts';

const unknown = (gap: ProofGap): RefundProof => ({ kind: 'unknown', gap });

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

  return {
    /** Proves the refund of a transfer of this browser. Never throws: without an answer the proof is unknown. */
    proveTransferRefund: (terms: TransferTerms, told: { hash: Hash; claim: RefundClaim }): Promise<RefundProof> =>
      proveTransferRefund(terms, told).catch((error: unknown) =>
        unknown({ code: 'noAnswer', detail: shortReason(error) }),
      ),
  };
}
