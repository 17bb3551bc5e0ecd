import type { ChainClient } from '../../chain/chainClient.ts';
import { provesPayment } from '../../chain/paymentRecords.ts';
import type { MinedTransaction } from '../../chain/transactions.ts';
import type { Obligation } from '../../db/obligations.ts';
import { readObligations } from '../../db/obligations.ts';
import type { Send, SendCost, SendOutcome } from '../../db/sends.ts';
import { settleSend, tryLockSend } from '../../db/sends.ts';
import { burntValue } from '../../domain/failedPayment.ts';
import { isBatch } from '../../domain/payment.ts';
import type { EngineContext } from '../engineContext.ts';
import { applyCancelled, applyFailed, applyUnproven } from './applyFailure.ts';
import type { Outcome } from './paymentOutcome.ts';
import { applyPaid, listPaid, readRecord, toPayment } from './paymentOutcome.ts';

export type FinalSend = {
  readonly send: Send;
  readonly mined: MinedTransaction;
  /** Whether the mined transaction is a cancel. */
  readonly isCancel: boolean;
  /** The most that the signed fees allow for its gas, in wei. A provider can state any cost. */
  readonly maxGasCost: bigint;
  /** The newest block whose payments are final. */
  readonly final: bigint;
};

async function readOutcome(client: ChainClient, final: FinalSend, obligation: Obligation): Promise<Outcome> {
  const { send, mined, isCancel, final: lastFinal } = final;
  const payment = toPayment(obligation);
  if (mined.succeeded && !isCancel) {
    const paid = { kind: 'paid', hash: mined.hash, amount: payment.amount, at: mined.blockTime } as const;
    if (provesPayment(client, payment, mined.logs)) return paid;
    // A batch succeeds without a payment that fails. A call of a single payment succeeds only with its payment.
    if (!isBatch(send.call)) return { kind: 'unproven' };
  }
  return readRecord(client, { payment, final: lastFinal });
}

function burntBy({ chain }: ChainClient, { mined, maxGasCost }: FinalSend, payments: number): bigint {
  const gasCost = mined.gasCost < maxGasCost ? mined.gasCost : maxGasCost;
  return burntValue({ gasCost, payments, nativePrice: chain.nativePrice });
}

// Far above any real fee. A provider can state any number, and the column must hold it.
const MAX_DATA_COST = 2n ** 96n;

/** What a mined transaction cost, as far as that can be true. */
export function toSendCost(
  { chain }: ChainClient,
  { mined, maxGasCost }: Pick<FinalSend, 'mined' | 'maxGasCost'>,
): SendCost {
  const { gasCost, dataCost } = mined;
  const isKnown = dataCost !== null && gasCost <= maxGasCost && dataCost <= MAX_DATA_COST;
  return { gasCost: isKnown ? gasCost + dataCost : null, nativePrice: chain.nativePrice };
}

function toSendOutcome({ mined, isCancel }: FinalSend): SendOutcome {
  if (isCancel) return 'cancelled';
  return mined.succeeded ? 'succeeded' : 'reverted';
}

/** Settles a send with a final transaction: every obligation by the chain's proof, all in one database transaction. */
export async function settleFinalSend(context: EngineContext, client: ChainClient, final: FinalSend): Promise<void> {
  const { database, logger, reportStep, payments } = context;
  const { send, mined } = final;
  const obligations = await readObligations(database, send);
  const transferIds = obligations.map(({ transferId }) => transferId);
  const step = { chainId: send.chainId, nonce: send.nonce, transferIds };
  const outcomes = await Promise.all(
    obligations.map(async (obligation) => ({ obligation, outcome: await readOutcome(client, final, obligation) })),
  );
  if (outcomes.some(({ outcome }) => outcome.kind === 'unsettled')) return;
  await reportStep('settle.judged', step);
  const finished = await database.transaction(async (transaction) => {
    // The operator can have changed the cancel while the chain was asked.
    const current = await tryLockSend(transaction, send);
    if (!current) return [];
    const cost = toSendCost(client, final);
    await settleSend(transaction, send, { outcome: toSendOutcome(final), inclusion: mined, cost });
    const delivered = await applyPaid(transaction, listPaid(outcomes));
    for (const { obligation, outcome } of outcomes) {
      const log = logger.child({ transfer: obligation.transferId, purpose: obligation.kind, hash: mined.hash });
      if (outcome.kind === 'paid') {
        log.info('payment final');
      } else if (outcome.kind === 'void' && final.isCancel) {
        const { cancelThenHold: thenHold } = current;
        const state = await applyCancelled(transaction, { obligation, hash: mined.hash, thenHold });
        log.warn({ state }, 'payment cancelled');
      } else if (outcome.kind === 'void') {
        const burnt = burntBy(client, final, obligations.length);
        const state = await applyFailed(context, transaction, { obligation, hash: mined.hash, burnt });
        log.error({ state }, 'payment reverted');
      } else {
        await applyUnproven(transaction, client.chain.id, obligation);
        log.error('payment not proven by its transaction');
      }
    }
    await reportStep('settle.stored', step);
    return delivered;
  });
  for (const transfer of finished) payments?.onFinished(transfer);
  await reportStep('settle.committed', { ...step, hash: mined.hash });
}
