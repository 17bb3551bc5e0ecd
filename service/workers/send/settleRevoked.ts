import type { ChainClient } from '../../chain/chainClient.ts';
import { isPaid } from '../../chain/paymentRecords.ts';
import type { Obligation } from '../../db/obligations.ts';
import { readObligations } from '../../db/obligations.ts';
import type { Send } from '../../db/sends.ts';
import { revokeSend, tryLockSend } from '../../db/sends.ts';
import type { EngineContext } from '../engineContext.ts';
import { applyRevoked, applyUnproven } from './applyFailure.ts';
import type { Outcome } from './paymentOutcome.ts';
import { applyPaid, listPaid, readRecord, toPayment } from './paymentOutcome.ts';
import type { FinalSend } from './settleSend.ts';
import { toSendCost } from './settleSend.ts';

/** A send of a former hot wallet, and a final block in which this wallet is no payer of any vault. */
export type RevokedSend = {
  readonly send: Send;
  readonly finalBlock: bigint;
  readonly final: bigint;
  /** The attempt that a block has and that failed, with the most that it can have cost; null without one. */
  readonly failed: Pick<FinalSend, 'mined' | 'maxGasCost'> | null;
};

async function readOutcome(
  client: ChainClient,
  { finalBlock, final }: RevokedSend,
  obligation: Obligation,
): Promise<Outcome> {
  const payment = toPayment(obligation);
  const outcome = await readRecord(client, { payment, final });
  // Only the final block proves that the wallet has not paid: the newest one can be the end of a branch.
  const isUnsure = outcome.kind === 'void' && (await isPaid(client, payment.id, finalBlock));
  return isUnsure ? { kind: 'unsettled' } : outcome;
}

/**
 * Settles a send that can pay nothing more, because its sender is no payer any more. The vaults show what it has paid, and the
 * rest is due again.
 */
export async function settleRevoked(context: EngineContext, client: ChainClient, revoked: RevokedSend): Promise<void> {
  const { database, logger, payments } = context;
  const { send, failed } = revoked;
  // Without a mined attempt nothing is burnt.
  const cost = failed ? toSendCost(client, failed) : { gasCost: 0n, nativePrice: client.chain.nativePrice };
  const obligations = await readObligations(database, send);
  const outcomes = await Promise.all(
    obligations.map(async (obligation) => ({ obligation, outcome: await readOutcome(client, revoked, obligation) })),
  );
  if (outcomes.some(({ outcome }) => outcome.kind === 'unsettled')) return;
  const finished = await database.transaction(async (transaction) => {
    // The operator can have requested a cancel while the chain was asked.
    const current = await tryLockSend(transaction, send);
    if (!current) return [];
    await revokeSend(transaction, send, cost);
    const delivered = await applyPaid(transaction, listPaid(outcomes));
    for (const { obligation, outcome } of outcomes) {
      const log = logger.child({ transfer: obligation.transferId, purpose: obligation.kind, nonce: send.nonce });
      if (outcome.kind === 'paid') {
        log.info({ hash: outcome.hash }, 'payment final');
      } else if (outcome.kind === 'void') {
        const state = await applyRevoked(transaction, { obligation, send: current });
        log.warn({ state, sender: send.address }, 'payment of a former hot wallet voided');
      } else {
        await applyUnproven(transaction, client.chain.id, obligation);
        log.error('payment of a former hot wallet differs from the due one');
      }
    }
    return delivered;
  });
  for (const transfer of finished) payments?.onFinished(transfer);
}
