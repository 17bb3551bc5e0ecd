import type { Transaction } from '../db/database.ts';
import { recordIncident } from '../db/incidents.ts';
import type { EngineContext } from '../engineContext.ts';
import { applyEvent } from './applyEvents.ts';
import { insertDeposits, markDepositGone, readStoredIds, replaceDeposit } from './depositRows.ts';
import type { Deposit } from './model/deposit.ts';
import { isSameDeposit } from './model/deposit.ts';
import { FINAL_STATES } from './model/transfer.ts';
import { readTransfers } from './readTransfers.ts';
import type { TransferFields } from './transferEvents.ts';
import { hasBindingObligation, insertTransfers, lockTransfer } from './transfers.ts';

// A decision belongs to a deposit in one block. In another block, the service decides again.
const UNDECIDED: TransferFields = {
  gasFee: null,
  bridgeFee: null,
  netAmount: null,
  receiveAmount: null,
  recipient: null,
  reason: null,
  note: null,
  failingSince: null,
  retryAt: null,
};

/** Stores deposits that the service has not seen before. */
async function storeNew(
  { clients, clock, logger }: EngineContext,
  transaction: Transaction,
  deposits: readonly Deposit[],
): Promise<void> {
  await insertDeposits(transaction, deposits, clock.now());
  const transfers = deposits.map(({ id, chainId, amount }) => {
    return { id, amount, originChainName: clients.get(chainId)?.chain.name ?? String(chainId) };
  });
  await insertTransfers(transaction, transfers);
  for (const { id, transactionHash, blockNumber } of deposits) {
    logger.info({ transfer: id, deposit: transactionHash, block: Number(blockNumber) }, 'deposit seen');
  }
}

/**
 * Stores deposits in their current blocks. If a deposit was in another block, the service decides again, unless it has
 * a payment.
 */
export async function storeFound(
  context: EngineContext,
  transaction: Transaction,
  deposits: readonly Deposit[],
): Promise<void> {
  if (deposits.length === 0) return;
  const ids = deposits.map(({ id }) => id);
  const stored = await readStoredIds(transaction, ids);
  await storeNew(
    context,
    transaction,
    deposits.filter(({ id }) => !stored.has(id)),
  );
  for (const deposit of deposits) if (stored.has(deposit.id)) await storeAgain(context, transaction, deposit);
}

async function storeAgain({ logger }: EngineContext, transaction: Transaction, deposit: Deposit): Promise<void> {
  const log = logger.child({ transfer: deposit.id, deposit: deposit.transactionHash });
  const state = await lockTransfer(transaction, deposit.id);
  const [stored] = await readTransfers(transaction, { ids: [deposit.id] });
  if (!state || !stored) throw new Error(`deposit ${deposit.id} is stored without its transfer`);
  if (FINAL_STATES.has(state) || (await hasBindingObligation(transaction, deposit.id))) {
    // The service can't withdraw a signed payment, so a reorg of the deposit doesn't change the transfer.
    if (isSameDeposit(stored.deposit, deposit)) await replaceDeposit(transaction, deposit);
    else {
      const detail = 'the deposit changed after its payment was signed';
      await recordIncident(transaction, {
        kind: 'depositChanged',
        chainId: deposit.chainId,
        transferId: deposit.id,
        detail,
      });
      log.error(detail);
    }
    return;
  }
  if (state !== 'unseen') {
    await applyEvent(transaction, { id: deposit.id, event: 'depositGone', fields: UNDECIDED });
  }
  await replaceDeposit(transaction, deposit);
  await applyEvent(transaction, { id: deposit.id, event: 'depositSeen', fields: { amount: deposit.amount } });
  log.info({ block: Number(deposit.blockNumber) }, 'deposit seen in another block or with other content');
}

/** Records that no block contains the deposit any more. */
export async function storeGone(
  { logger }: EngineContext,
  transaction: Transaction,
  { id, chainId }: Deposit,
): Promise<void> {
  const log = logger.child({ transfer: id });
  await lockTransfer(transaction, id);
  await markDepositGone(transaction, id);
  if (await hasBindingObligation(transaction, id)) {
    const detail = 'a reorg removed the deposit after its payment was signed';
    await recordIncident(transaction, { kind: 'depositLost', chainId, transferId: id, detail });
    log.error(detail);
    return;
  }
  await applyEvent(transaction, { id, event: 'depositGone', fields: UNDECIDED });
  log.warn('deposit removed by a reorg');
}
