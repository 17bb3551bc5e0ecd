import type { Hash } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import type { ChainConfig, TokenConfig } from '../config/runtimeConfig.ts';
import type { DepositLog } from '../domain/depositLog.ts';
import { depositsOf, isDepositOf } from '../domain/depositLog.ts';
import type { RefundDue, RefundProof } from '../domain/refund.ts';
import { proveRefund, readRefundClaim } from '../domain/refund.ts';
import type { Registry } from '../domain/registry.ts';
import { chainById } from '../domain/registry.ts';
import type { TransferTerms } from '../domain/transferTerms.ts';
import { shortReason } from './chainErrors.ts';
import type { DepositReads } from './depositReads.ts';
import type { PaymentReads } from './paymentReads.ts';

/** A refund ends the wait, so it has to lie deeper than the chain's usual second thoughts. */
const FINAL_DEPTH = 5n;

const unknown = (reason: string): RefundProof => ({ kind: 'unknown', reason });

/** A refund as anybody with the deposit's hash can see it. */
export type RefundRecord = {
  readonly origin: ChainConfig;
  readonly token: TokenConfig;
  readonly deposit: DepositLog;
  readonly proof: RefundProof;
};

type Sources = Pick<DepositReads, 'receiptOn'> & PaymentReads;
type Case = {
  readonly chain: ChainConfig;
  readonly due: RefundDue;
  readonly claimed: Hash | null;
  readonly fromBlock: bigint;
};

/** Looks on the origin chain for refunds. The service's word is a hint where to look; the payment's id is what counts. */
export function createRefundReads({ receiptOn, findPayment, heightOf }: Sources, registry: Registry) {
  async function judge({ chain, due }: Case, hash: Hash): Promise<RefundProof | null> {
    const receipt = await receiptOn(chain.id, hash);
    if (!receipt) return null;
    const proof = proveRefund(due, { hash, receipt });
    if (proof.kind !== 'proven') return proof;
    const depth = (await heightOf(chain.id)) - receipt.blockNumber + 1n;
    if (depth >= FINAL_DEPTH) return proof;
    return unknown(`the refund is in a block of ${chain.name} and counts once ${FINAL_DEPTH} blocks hold it`);
  }

  async function look(one: Case): Promise<RefundProof> {
    const { chain, due, claimed, fromBlock } = one;
    const told = claimed && (await judge(one, claimed));
    if (told && told.kind !== 'mismatch') return told;
    const found = await findPayment(chain, due.id, fromBlock);
    const seen = found && (await judge(one, found));
    return seen ?? told ?? unknown(`${chain.name} shows no refund of this deposit yet`);
  }

  function caseOf(
    chain: ChainConfig,
    deposit: DepositLog,
    told: { message: string; decimals: number; block: bigint },
  ): Case {
    const claim = readRefundClaim(told.message, told.decimals);
    return {
      chain,
      claimed: claim.hash,
      fromBlock: told.block,
      due: {
        id: deposit.id,
        payoutContract: chain.payoutContract,
        payers: chain.makers,
        token: deposit.token,
        recipient: deposit.user,
        deposited: deposit.amount,
        stated: claim.amount,
      },
    };
  }

  async function proveTransferRefund(terms: TransferTerms, { hash, message }: { hash: Hash; message: string }) {
    const chain = chainById(registry, terms.origin.chainId);
    const receipt = chain && (await receiptOn(chain.id, hash));
    if (!chain || !receipt) return unknown(`${terms.origin.chainName} does not show the deposit at the moment`);
    const where = { chainId: chain.id, contract: chain.depositContract };
    const deposit = depositsOf(receipt.logs, where).find((one) => isDepositOf(one, terms));
    if (!deposit) return unknown(`the deposit was not found on ${chain.name}`);
    return look(caseOf(chain, deposit, { message, decimals: terms.origin.decimals, block: receipt.blockNumber }));
  }

  async function findOn(chain: ChainConfig, hash: Hash, message: string): Promise<readonly RefundRecord[]> {
    const receipt = await receiptOn(chain.id, hash);
    if (!receipt) return [];
    const deposits = depositsOf(receipt.logs, { chainId: chain.id, contract: chain.depositContract });
    const records = deposits.map(async (deposit): Promise<RefundRecord | null> => {
      const token = chain.tokens.find(({ address }) => isSameAddress(address, deposit.token));
      if (!token) return null;
      const told = { message, decimals: token.decimals, block: receipt.blockNumber };
      const proof = await look(caseOf(chain, deposit, told)).catch((error: unknown) => unknown(shortReason(error)));
      return { origin: chain, token, deposit, proof };
    });
    return (await Promise.all(records)).filter((record) => record !== null);
  }

  return {
    /** Whether a transfer of this browser was refunded. Never throws: a chain that does not answer makes it unknown. */
    proveTransferRefund: (terms: TransferTerms, told: { hash: Hash; message: string }): Promise<RefundProof> =>
      proveTransferRefund(terms, told).catch((error: unknown) => unknown(shortReason(error))),

    /**
     * What became of the deposit of a hash, whoever made it, after the service's word that it failed.
     * @returns null where no chain that answers shows a deposit of a known token under that hash
     */
    findRefund: async (hash: Hash, message: string): Promise<RefundRecord | null> => {
      const found = await Promise.all(registry.chains.map((chain) => findOn(chain, hash, message).catch(() => [])));
      const records = found.flat();
      return records.find(({ proof }) => proof.kind === 'proven') ?? records[0] ?? null;
    },
  };
}
