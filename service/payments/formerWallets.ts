import type { Address } from 'viem';
import type { ChainClient } from '../chain/chainClient.ts';
import { readHead, readLastDeepBlock } from '../chain/chainClient.ts';
import { awaitAll } from '../chain/concurrency.ts';
import { isPaid } from '../chain/paymentRecords.ts';
import type { PayerRight } from '../chain/verifyVault.ts';
import { readPayerRight } from '../chain/verifyVault.ts';
import { because } from '../deposits/model/reasons.ts';
import { noteSignedPayments } from '../deposits/transfers.ts';
import type { EngineContext } from '../engineContext.ts';
import type { Obligation } from './obligations.ts';
import { readObligations, toPayment } from './obligations.ts';
import { createInclusions, noteInclusion } from './reconcile.ts';
import type { Sender } from './senders.ts';
import { markRevoked, readSenders } from './senders.ts';
import type { Send } from './sends.ts';
import { readUnsettledAttempts, readUnsettledSends, revokeSend, tryLockSend } from './sends.ts';
import type { FinalSend, Outcome } from './settle.ts';
import {
  applyPaid,
  applyRevoked,
  applyUnproven,
  listPaid,
  logFailedSend,
  readRecord,
  settleFinalSend,
  toSendCost,
} from './settle.ts';

/** A send of a former hot wallet, and a final block in which this wallet is not a payer of any vault. */
type RevokedSend = {
  readonly send: Send;
  readonly finalBlock: bigint;
  readonly final: bigint;
  /** The mined attempt that failed, with the most that it can have cost; null if there is none. */
  readonly failed: Pick<FinalSend, 'mined' | 'maxGasCost'> | null;
};

async function readOutcome(
  client: ChainClient,
  { finalBlock, final }: RevokedSend,
  obligation: Obligation,
): Promise<Outcome> {
  const payment = toPayment(obligation);
  const outcome = await readRecord(client, { payment, final });
  // Only the final block proves that the wallet has not paid: the newest block can be the tip of a fork.
  const isUnsure = outcome.kind === 'void' && (await isPaid(client, payment.id, finalBlock));
  return isUnsure ? { kind: 'unsettled' } : outcome;
}

/**
 * Settles a send that can no longer pay, because its sender is no longer a payer. The vaults show what it has paid; the
 * rest is due again.
 */
export async function settleRevoked(context: EngineContext, client: ChainClient, revoked: RevokedSend): Promise<void> {
  const { database, logger, payments } = context;
  const { send, failed } = revoked;
  // Without a mined attempt, nothing is burnt.
  const cost = failed ? toSendCost(client, failed) : { gasCost: 0n, nativePrice: client.chain.nativePrice };
  const obligations = await readObligations(database, send);
  const outcomes = await Promise.all(
    obligations.map(async (obligation) => ({ obligation, outcome: await readOutcome(client, revoked, obligation) })),
  );
  if (outcomes.some(({ outcome }) => outcome.kind === 'unsettled')) return;
  const finished = await database.transaction(async (transaction) => {
    // The operator may have requested a cancel while the chain was asked.
    const current = await tryLockSend(transaction, send);
    if (!current) return [];
    await revokeSend(transaction, send, cost);
    const delivered = await applyPaid(transaction, client.chain.id, listPaid(outcomes));
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

function describeWait(address: Address, chainName: string, right: PayerRight): string {
  return right.kind === 'payer'
    ? `the payment waits until the former hot wallet ${address} is no longer a payer of the vault ${right.vault} on ${chainName}`
    : `the payment waits until the removal of the former hot wallet ${address} is final on ${chainName}`;
}

/**
 * Creates the worker that settles what former hot wallets have signed. Others may have their keys, so their nonces
 * prove nothing and are not replaced. A signed payment is void once its sender is not a payer in a final block and the
 * vaults have not made the payment by then. Until then it waits, because it could still be made.
 */
export function createFormerReconciler(context: EngineContext, client: ChainClient): () => Promise<void> {
  const { database, logger } = context;
  const { chain } = client;
  const announced = new Map<Address, string>();
  const inclusions = createInclusions(client);

  const follow = async (sender: Sender, sends: readonly Send[], right: PayerRight): Promise<void> => {
    const newest = await readHead(client);
    const final = await readLastDeepBlock(client.reader, chain.payoutConfirmations, newest.number);
    const findInclusion = inclusions(newest);
    const attempts = await readUnsettledAttempts(database, sender);
    const followOne = async (send: Send): Promise<void> => {
      const ofSend = attempts.filter(({ nonce }) => nonce === send.nonce);
      const mined = await findInclusion(ofSend);
      const isFinal = mined !== null && mined.blockNumber <= final;
      const attempt = ofSend.find(({ hash }) => hash === mined?.hash);
      const maxGasCost = send.gasLimit * (attempt?.fees.maxFee ?? 0n);
      // A failure after the removal is not the recipient's fault, and must not count as one.
      if (mined && isFinal && (mined.succeeded || right.kind !== 'gone')) {
        const isCancel = attempt?.kind === 'cancel';
        await settleFinalSend(context, client, { send, mined, isCancel, maxGasCost, final });
      } else if (right.kind === 'gone') {
        const failed = mined && { mined, maxGasCost };
        await settleRevoked(context, client, { send, finalBlock: right.finalBlock, final, failed });
      } else await noteInclusion(context, send, mined);
    };
    await awaitAll(sends.map((send) => logFailedSend(context, send, () => followOne(send))));
  };

  const explainWait = async (sender: Sender, right: PayerRight): Promise<void> => {
    const note = describeWait(sender.address, chain.name, right);
    await noteSignedPayments(database, sender, because('payment_unconfirmed', note));
    if (announced.get(sender.address) === note) return;
    announced.set(sender.address, note);
    logger.error({ chain: chain.name, sender: sender.address }, `payments of a former hot wallet wait: ${note}`);
  };

  // The halt warns of a wallet that pays by itself. A wallet that may not pay needs no warning.
  const endHalt = async (sender: Sender): Promise<void> => {
    await markRevoked(database, sender);
    logger.warn({ chain: chain.name, sender: sender.address }, 'halt of a former hot wallet ended');
  };

  const reconcile = async (sender: Sender): Promise<void> => {
    const sends = await readUnsettledSends(database, sender);
    if (sends.length === 0 && sender.haltedReason === null) return;
    const right = await readPayerRight(client, sender.address);
    await follow(sender, sends, right);
    if (right.kind === 'gone') {
      if (sender.haltedReason !== null) await endHalt(sender);
    } else if (sends.length > 0) await explainWait(sender, right);
  };

  return async () => {
    const senders = await readSenders(database, chain.id);
    await awaitAll(senders.filter(({ address }) => address !== chain.hotWallet).map(reconcile));
  };
}
