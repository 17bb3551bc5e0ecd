import * as v from 'valibot';
import type { Hash } from 'viem';
import { BaseError, isHash } from 'viem';
import { getCallsStatus, getCapabilities, sendCalls } from 'wagmi/actions';
import { approvalCall } from './approvals.ts';
import { refusalIn, shortReason, WalletStepFailed } from './walletProblem.ts';
import type { Run } from './walletRun.ts';
import { openWallet, simulate } from './walletRun.ts';

const STATUS_POLL_MS = 1_000;
/** Then the page stops asking the wallet; the tracker goes on asking the chain. */
const STATUS_PATIENCE_MS = 2 * 60_000;
/** So many times in a row a wallet may fail to say what it made of a batch: then it does not know, and the chain does. */
const MAX_SILENT_POLLS = 8;

/** What wallets answer to a method that they do not have, or to a batch that they do not take (EIP-5792). */
const UNSUPPORTED = new Set([-32_601, -32_602, 4200, 5700, 5710, 5740, 5750, 5760]);

// A wallet answers with whatever it likes, nothing at all included.
const capabilitiesWire = v.object({ atomic: v.object({ status: v.string() }) });

/** Whether the wallet makes all calls of a batch or none (EIP-5792). A wallet that does not answer well has said no. */
export async function supportsBatch({ wagmi, terms }: Run): Promise<boolean> {
  const { chainId } = terms.origin;
  const asked = getCapabilities(wagmi, { account: terms.account, chainId }).then(
    (capabilities: unknown) => {
      const read = v.safeParse(capabilitiesWire, capabilities);
      return read.success ? read.output.atomic.status : null;
    },
    () => null,
  );
  const limit = new Promise<null>((resolve) => setTimeout(() => resolve(null), 3_000));
  const status = await Promise.race([asked, limit]);
  return status === 'supported' || status === 'ready';
}

function isUnsupported(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const found = error.walk(
    (e) => typeof e === 'object' && e !== null && 'code' in e && UNSUPPORTED.has(Number(e.code)),
  );
  return found !== null;
}

/** The hash under which an atomic batch was mined: that of its last receipt. Null where the wallet says that it failed. */
async function waitForBatch({ wagmi, now }: Run, id: string): Promise<Hash | null> {
  const until = now() + STATUS_PATIENCE_MS;
  let silentPolls = 0;
  while (now() < until && silentPolls < MAX_SILENT_POLLS) {
    const answer = await getCallsStatus(wagmi, { id }).catch(() => null);
    silentPolls = answer ? 0 : silentPolls + 1;
    const { status, receipts } = answer ?? { status: 'pending', receipts: [] };
    const hash = receipts?.at(-1)?.transactionHash;
    if (status === 'success' && hash && isHash(hash)) return hash;
    if (status === 'failure') return hash && isHash(hash) ? hash : null;
    await new Promise((resolve) => setTimeout(resolve, STATUS_POLL_MS));
  }
  throw new WalletStepFailed({ kind: 'uncertain', reason: 'it does not say what became of the transactions' });
}

/**
 * Permission and deposit in one confirmation, all or nothing.
 * @returns false where the wallet does not take the batch after all: then it is asked for one after the other
 */
export async function sendBatch(run: Run, approvals: readonly bigint[]): Promise<boolean> {
  const { wagmi, terms, apply, isClaimed } = run;
  const calls = [...approvals.map((amount) => approvalCall(run, amount)), terms.deposit];
  await simulate(run, calls);
  await openWallet(run);
  let id: string;
  try {
    ({ id } = await sendCalls(wagmi, {
      account: terms.account,
      chainId: terms.origin.chainId,
      forceAtomic: true,
      calls,
    }));
  } catch (cause) {
    const refusal = refusalIn(cause);
    if (refusal || isUnsupported(cause)) apply({ type: 'notSigned' });
    if (isUnsupported(cause)) return false;
    throw new WalletStepFailed(refusal ?? { kind: 'uncertain', reason: shortReason(cause) }, cause);
  }
  const hash = await waitForBatch(run, id);
  if (!hash) {
    apply({ type: 'notSigned' });
    throw new WalletStepFailed({ kind: 'batchFailed' });
  }
  if (isClaimed(hash)) {
    throw new WalletStepFailed({ kind: 'uncertain', reason: 'it answered with the hash of another deposit' });
  }
  apply({ type: 'depositSent', hash });
  return true;
}
