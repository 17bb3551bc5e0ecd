import type { Hash } from 'viem';
import { isHash } from 'viem';
import type { ChainReads } from '../chain/chainReads.ts';
import { isContract } from '../domain/accountCode.ts';
import type { PlannedCall } from '../domain/transactionPlan.ts';
import type { TransferTerms } from '../domain/transferTerms.ts';

const ALLOWANCE_POLL_MS = 5_000;

type ContractSession = {
  readonly reads: Pick<ChainReads, 'allowanceOf' | 'codeOf' | 'nonceOf' | 'waitForReceipt'>;
  readonly sleep: (delayMs: number) => Promise<void>;
  readonly terms: TransferTerms;
};

/** Whether the account is a contract. An unknown account counts as ordinary: the tracker then searches for its deposit. */
export async function isContractAccount({ reads, terms }: ContractSession): Promise<boolean> {
  return isContract(await reads.codeOf(terms.origin.chainId, terms.account).catch(() => '0x' as const));
}

/**
 * A Safe answers with the hash that its owners sign, days before its transaction exists.
 * @returns the answered hash if no transaction has it, and null for the hash of a transaction or another answer
 */
export async function readProposal(session: ContractSession, answer: unknown): Promise<Hash | null> {
  if (typeof answer !== 'string' || !isHash(answer) || !(await isContractAccount(session))) return null;
  const nonce = await session.reads.nonceOf(session.terms, answer).catch(() => null);
  return nonce === null ? answer : null;
}

type SentApproval = { readonly hash: Hash; readonly call: PlannedCall };

/** Waits for the receipt of an approval. The hash of a Safe never has one, so the allowance counts as well. */
export async function waitForApproval(
  session: ContractSession,
  { hash, call }: SentApproval,
): Promise<'success' | 'reverted'> {
  const { reads, terms, sleep } = session;
  const mined = reads.waitForReceipt(terms.origin.chainId, hash).then(({ status }) => status);
  if ((await readProposal(session, hash)) === null) return mined;
  const { chainId, token } = terms.origin;
  let isDone = false;
  const allowed = async () => {
    while (!isDone) {
      const holding = { chainId, token, account: terms.account };
      const allowance = await reads.allowanceOf(holding, terms.deposit.to).catch(() => null);
      const isThere = call.kind === 'resetAllowance' ? allowance === 0n : allowance !== null && allowance >= terms.send;
      if (isThere) break;
      await sleep(ALLOWANCE_POLL_MS);
    }
    return 'success' as const;
  };
  return Promise.race([mined, allowed()]).finally(() => {
    isDone = true;
  });
}
