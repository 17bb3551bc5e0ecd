import type { ChainClient } from '../chain/chainClient.ts';
import { DatabaseUnavailable } from '../db/database.ts';
import type { EngineContext } from '../engineContext.ts';
import type { AppliedEvent } from './applyEvents.ts';
import { applyEvents } from './applyEvents.ts';
import type { Decision } from './model/acceptance.ts';
import { applyOrder } from './model/acceptance.ts';
import type { TransferState } from './model/transfer.ts';
import { readLastOrders } from './transferEvents.ts';
import type { Transfer } from './transfers.ts';
import { tryLockTransfers } from './transfers.ts';

export type Decided = { readonly transfer: Transfer; readonly decision: Decision };

function toEvent(id: Transfer['id'], decision: Decision, originId: number): AppliedEvent {
  switch (decision.kind) {
    case 'accepted': {
      const { route, recipient, terms } = decision;
      return {
        id,
        event: 'accepted',
        fields: {
          payingChainId: route.destination.id,
          tokenName: route.token.name,
          originDecimals: route.originToken.decimals,
          destinationChainName: route.destination.name,
          destinationToken: route.destinationToken.address,
          destinationDecimals: route.destinationToken.decimals,
          recipient,
          gasFee: terms.gasFee,
          bridgeFee: terms.bridgeFee,
          netAmount: terms.net,
          receiveAmount: terms.receive,
          retryAt: null,
        },
      };
    }
    case 'rejected': {
      const { token, reason } = decision;
      const { decimals: originDecimals } = token.deployment;
      const fields = { payingChainId: originId, tokenName: token.token.name, originDecimals, reason, retryAt: null };
      return { id, event: 'rejected', detail: reason.text, fields };
    }
    case 'held':
      return { id, event: 'heldBack', detail: decision.reason.text, fields: { reason: decision.reason } };
  }
}

/**
 * Stores decisions in one transaction.
 * @returns the new states, by transfer id
 */
async function storeTogether(
  { catalog, database, reportStep }: EngineContext,
  { chain: origin }: ChainClient,
  decided: readonly Decided[],
): Promise<ReadonlyMap<string, TransferState>> {
  const ids = decided.map(({ transfer }) => transfer.id);
  const step = { chainId: origin.id, transferIds: ids };
  const stored = await database.transaction(async (transaction) => {
    const current = await tryLockTransfers(transaction, ids);
    const due = decided.filter(({ transfer: { id, deposit } }) => {
      const now = current.get(id);
      return now?.state === 'seen' && now.deposit.blockHash === deposit.blockHash;
    });
    const orders = await readLastOrders(transaction, ids);
    const events = due.map(({ transfer: { id, deposit }, decision }) => {
      const order = orders.get(id) ?? null;
      return toEvent(id, applyOrder(catalog, decision, { origin, deposit, order }), origin.id);
    });
    const states = await applyEvents(transaction, events);
    await reportStep('accept.decided', step);
    return events.flatMap(({ id }, index) => {
      const state = states[index];
      return state ? [[id, state] as const] : [];
    });
  });
  const states = new Map<string, TransferState>(stored);
  const transfers = decided.map(({ transfer }) => transfer).filter(({ id }) => states.has(id));
  await reportStep('accept.committed', {
    chainId: origin.id,
    ...(transfers.length > 0 && {
      transferIds: transfers.map(({ id }) => id),
      depositHashes: transfers.map(({ deposit }) => deposit.transactionHash),
    }),
  });
  return states;
}

function logDecision(
  { logger }: EngineContext,
  { transfer: { id }, decision }: Decided,
  state: TransferState | null,
): void {
  if (state === 'held') {
    logger.error({ transfer: id, reason: 'reason' in decision ? decision.reason.text : '' }, 'transfer held');
  } else if (state) logger.info({ transfer: id, state }, 'deposit decided');
}

/**
 * Stores decisions: all in one transaction or, if that fails, one by one, so that one that can't be stored doesn't
 * delay the others.
 * @returns for each decision the new state; null if the transfer has changed or is in use; or why it was not stored
 * @throws DatabaseUnavailable
 */
export async function storeDecisions(
  context: EngineContext,
  client: ChainClient,
  decided: readonly Decided[],
): Promise<(TransferState | null | Error)[]> {
  try {
    const states = await storeTogether(context, client, decided);
    return decided.map((one) => {
      const state = states.get(one.transfer.id) ?? null;
      logDecision(context, one, state);
      return state;
    });
  } catch (error) {
    if (error instanceof DatabaseUnavailable || !(error instanceof Error)) throw error;
    if (decided.length === 1) return [error];
    const results: (TransferState | null | Error)[] = [];
    for (const one of decided) results.push(...(await storeDecisions(context, client, [one])));
    return results;
  }
}
