import type { Address } from 'viem';
import type { ChainClient } from '../../chain/chainClient.ts';
import { readHead } from '../../chain/chainClient.ts';
import { readLastDeepBlock } from '../../chain/lastDeepBlock.ts';
import type { PayerRight } from '../../chain/payerRight.ts';
import { readPayerRight } from '../../chain/payerRight.ts';
import { readUnsettledAttempts } from '../../db/attempts.ts';
import type { Sender } from '../../db/senders.ts';
import { markRevoked, readSenders } from '../../db/senders.ts';
import type { Send } from '../../db/sends.ts';
import { readUnsettledSends } from '../../db/sends.ts';
import { noteSignedPayments } from '../../db/transfers.ts';
import { because } from '../../domain/reason.ts';
import { awaitAll } from '../awaitAll.ts';
import type { EngineContext } from '../engineContext.ts';
import { createInclusions } from './inclusions.ts';
import { logFailedSend } from './logSend.ts';
import { noteInclusion } from './reconcilePayments.ts';
import { settleRevoked } from './settleRevoked.ts';
import { settleFinalSend } from './settleSend.ts';

function describeWait(address: Address, chainName: string, right: PayerRight): string {
  return right.kind === 'payer'
    ? `the payment waits until the former hot wallet ${address} is no payer of the vault ${right.vault} on ${chainName} any more`
    : `the payment waits until the removal of the former hot wallet ${address} is final on ${chainName}`;
}

/**
 * Creates the worker that settles what former hot wallets have signed. Their key can be in other hands, so their nonces prove
 * nothing and are not replaced. A signed payment is void once its sender is no payer in a final block and the vaults have not
 * made the payment by then. Until then it waits, because it could still be made.
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

  // The halt warns of a wallet that pays by itself. Without the right to pay there is nothing to warn of.
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
