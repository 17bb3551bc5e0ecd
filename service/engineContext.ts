import type { Logger } from 'pino';
import type { Hash } from 'viem';
import type { Clock } from './boot/clock.ts';
import type { Catalog } from './boot/model/catalog.ts';
import type { ChainClient } from './chain/chainClient.ts';
import type { Database } from './db/database.ts';
import type { PaymentObserver } from './payments/model/paymentObserver.ts';
import type { Signer } from './signer/client/signer.ts';

// A process may end, hang or lose its database after any step. The next turn, or another process, then continues from
// the stored rows. A worker takes the steps with "not committed yet" inside a database transaction.
const STEP_MESSAGES = [
  ['watch.logsRead', 'blocks read, nothing stored yet'],
  ['watch.cursorMoved', 'cursor moved, not committed yet'],
  ['watch.depositInserted', 'deposit stored, not committed yet'],
  ['watch.committed', 'deposits and cursor committed'],
  ['accept.receiptRead', 'deposit found again in its block, nothing decided yet'],
  ['accept.decided', 'decision stored, not committed yet'],
  ['accept.committed', 'decision committed'],
  ['sign.prepared', 'chains asked about the payment, nothing signed yet'],
  ['sign.signed', 'payment signed, nothing stored yet'],
  ['sign.attemptStored', 'signed bytes stored, not committed yet'],
  ['sign.nonceTaken', 'nonce taken and obligations stored, not committed yet'],
  ['sign.committed', 'signed payment committed'],
  ['broadcast.sending', 'sending the attempt to the RPC endpoints'],
  ['broadcast.sent', 'attempt sent to the RPC endpoints, their answers not stored yet'],
  ['broadcast.noted', 'attempt stored as sent'],
  ['bump.signed', 'replacement with higher fees signed, nothing stored yet'],
  ['bump.stored', 'replacement with higher fees stored, not committed yet'],
  ['bump.committed', 'replacement with higher fees committed, not sent yet'],
  ['cancel.signed', 'cancel signed, nothing stored yet'],
  ['cancel.stored', 'cancel stored, not committed yet'],
  ['cancel.committed', 'cancel committed, not sent yet'],
  ['reconcile.receiptRead', 'receipts of the nonce read'],
  ['settle.judged', 'outcome of the final transaction read, nothing stored yet'],
  ['settle.stored', 'outcome of the final transaction stored, not committed yet'],
  ['settle.committed', 'outcome of the final transaction committed'],
] as const;

export type Step = (typeof STEP_MESSAGES)[number][0];

/** Every named step of the workers, in the order in which a transfer takes them. */
export const STEPS: readonly Step[] = STEP_MESSAGES.map(([step]) => step);

/** The chain, transfers and nonce that the step is about, as far as the worker knows them there. */
type StepDetail = {
  readonly chainId: number;
  readonly transferIds?: readonly Hash[];
  /** The deposit transaction of each of these transfers. */
  readonly depositHashes?: readonly Hash[];
  readonly nonce?: number;
  /** The transaction of the payment. */
  readonly hash?: Hash;
};

/** A worker awaits this call at every step; if it fails, so does the worker's turn. */
export type ReportStep = (step: Step, detail: StepDetail) => Promise<void>;

/** Logs every step at debug level, one line per transfer. */
export function createStepLog(logger: Logger, chainNames: ReadonlyMap<number, string>): ReportStep {
  const messages = new Map<Step, string>(STEP_MESSAGES);
  return async (step, { chainId, transferIds = [undefined], nonce }) => {
    const chain = chainNames.get(chainId) ?? chainId;
    for (const transfer of transferIds) logger.debug({ step, chain, transfer, nonce }, messages.get(step));
  };
}

/** The dependencies of every worker. */
export type EngineContext = {
  readonly catalog: Catalog;
  readonly database: Database;
  /** One client per chain of the catalog, by chain id. */
  readonly clients: ReadonlyMap<number, ChainClient>;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly reportStep: ReportStep;
  /** Absent without metrics. */
  readonly payments?: PaymentObserver;
};
