import type { Hash } from 'viem';
import { askOnce } from '../../chain/askOnce.ts';
import { createTransactionReader } from '../../chain/blockReceipts.ts';
import type { ChainClient } from '../../chain/chainClient.ts';
import { readHead, readHeader } from '../../chain/chainClient.ts';
import { readLastDeepBlock } from '../../chain/lastDeepBlock.ts';
import { mapLimited } from '../../chain/mapLimited.ts';
import { readStandingOrder } from '../../db/transferEvents.ts';
import type { AppliedEvent, Transfer } from '../../db/transfers.ts';
import { applyEvent, readSeen, setWaiting, tryLockTransfer } from '../../db/transfers.ts';
import type { Decision } from '../../domain/acceptance.ts';
import { applyOrder, decide, depositRoute, depositRouteId } from '../../domain/acceptance.ts';
import { retryDelayMs } from '../../domain/backoff.ts';
import type { Chain } from '../../domain/catalog.ts';
import { neededConfirmations } from '../../domain/confirmations.ts';
import type { Deposit } from '../../domain/deposit.ts';
import { isSameDeposit } from '../../domain/deposit.ts';
import type { Depth } from '../../domain/depth.ts';
import type { FeeSchedule } from '../../domain/quote.ts';
import type { EngineContext } from '../engineContext.ts';
import { readQuotable } from '../quotableSchedules.ts';

const BATCH = 50;
// Another depositor's deposit waits at most for so many of one depositor.
const PER_DEPOSITOR = 16;
// The transactions whose deposits are decided at the same time.
const TRANSACTIONS_AT_ONCE = 16;

/** A deposit to decide, and all deposits of its transaction as the chain has them now. */
type Candidate = { readonly transfer: Transfer; readonly readDeposits: () => Promise<readonly Deposit[] | null> };

async function isStillThere({ transfer: { deposit }, readDeposits }: Candidate): Promise<boolean> {
  const deposits = await readDeposits();
  const now = deposits?.find(({ id }) => id === deposit.id);
  return now !== undefined && now.blockHash === deposit.blockHash && isSameDeposit(now, deposit);
}

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

/** The schedules of a removed route that the service quoted right before the deposit. Old ones are no promise. */
async function readLatelyQuoted(
  context: EngineContext,
  origin: Chain,
  transfer: Transfer,
): Promise<readonly FeeSchedule[]> {
  const { quoteValiditySeconds, feeEpochSeconds } = context.catalog;
  const id = depositRouteId(context.catalog, origin, transfer.deposit);
  const schedules = id === null ? [] : await readQuotable(context, id, transfer);
  const oldest = transfer.deposit.blockTime.getTime() - (quoteValiditySeconds + 2 * feeEpochSeconds) * 1000;
  return schedules.filter(({ validFrom }) => validFrom.getTime() >= oldest);
}

async function acceptDeposit(context: EngineContext, client: ChainClient, candidate: Candidate): Promise<boolean> {
  const { catalog, database, reportStep } = context;
  const { transfer } = candidate;
  const at = { chainId: client.chain.id, transferIds: [transfer.id] };
  const logger = context.logger.child({ transfer: transfer.id });
  if (!(await isStillThere(candidate))) {
    logger.warn('deposit not found in its block, the watcher will read the blocks again');
    return false;
  }
  await reportStep('accept.receiptRead', at);
  const route = depositRoute(catalog, client.chain, transfer.deposit);
  const schedules = route
    ? await readQuotable(context, route.id, transfer)
    : await readLatelyQuoted(context, client.chain, transfer);
  if (route && schedules.length === 0) {
    logger.warn({ route: route.id }, 'deposit delayed, its route has no fees yet');
    return false;
  }
  const decision = decide(catalog, { origin: client.chain, deposit: transfer.deposit, schedules });
  const state = await database.transaction(async (transaction) => {
    const current = await tryLockTransfer(transaction, transfer.id);
    const isSame = current?.state === 'seen' && current.deposit.blockHash === transfer.deposit.blockHash;
    if (!isSame) return null;
    const order = await readStandingOrder(transaction, transfer.id);
    const ordered = applyOrder(catalog, decision, { origin: client.chain, deposit: transfer.deposit, order });
    const next = await applyEvent(transaction, toEvent(transfer.id, ordered, client.chain.id));
    await reportStep('accept.decided', at);
    return next;
  });
  await reportStep('accept.committed', at);
  if (state === 'held') logger.error({ reason: 'reason' in decision ? decision.reason.text : '' }, 'transfer held');
  else if (state) logger.info({ state }, 'deposit decided');
  return state !== null;
}

// A deposit that cannot be decided goes to the end of the queue, so that it does not delay the others.
async function tryToAccept(context: EngineContext, client: ChainClient, candidate: Candidate): Promise<boolean> {
  const { database, clock, logger } = context;
  const { transfer } = candidate;
  const isDecided = await acceptDeposit(context, client, candidate).catch((error: unknown) => {
    logger.warn({ err: error, transfer: transfer.id }, 'deposit decision failed, will retry');
    return false;
  });
  if (isDecided) return true;
  const now = clock.now();
  const retryAt = new Date(now.getTime() + retryDelayMs(transfer.firstSeenAt, now));
  await setWaiting(database, transfer.id, { retryAt });
  return false;
}

// A deposit without enough confirmations waits for the next poll of the chain.
async function waitForConfirmations(
  { database, clock }: EngineContext,
  { chain }: ChainClient,
  transfer: Transfer,
): Promise<false> {
  await setWaiting(database, transfer.id, { retryAt: new Date(clock.now().getTime() + chain.pollIntervalMs) });
  return false;
}

/** Groups transfers by transaction. The receipt of a transaction can be large, so its deposits share one reading of it. */
function toCandidates(client: ChainClient, transfers: readonly Transfer[]): readonly (readonly Candidate[])[] {
  const readBlock = askOnce((blockNumber: bigint) => readHeader(client, { blockNumber }));
  const places = new Map(transfers.map(({ deposit }) => [deposit.transactionHash, deposit]));
  const readTransaction = askOnce(createTransactionReader(client, [...places.values()], readBlock));
  const groups = new Map<Hash, Candidate[]>();
  for (const transfer of transfers) {
    const { transactionHash } = transfer.deposit;
    const group = groups.get(transactionHash) ?? [];
    group.push({ transfer, readDeposits: () => readTransaction(transactionHash) });
    groups.set(transactionHash, group);
  }
  return [...groups.values()];
}

/**
 * Decides the deposits of a chain that have enough confirmations for their value.
 * @returns whether it decided any deposit
 */
export async function acceptDeposits(context: EngineContext, client: ChainClient): Promise<boolean> {
  const { catalog, database, clock } = context;
  const { chain } = client;
  const now = clock.now();
  const seen = await readSeen(database, { chainId: chain.id, upToBlock: 2n ** 62n, now, limit: 1, perDepositor: 1 });
  if (seen.length === 0) return false;
  const head = await readHead(client);
  const lastDeep = askOnce((depth: Depth) => readLastDeepBlock(client.reader, depth, head.number));
  const upToBlock = await lastDeep(chain.confirmations);
  const share = { limit: BATCH, perDepositor: PER_DEPOSITOR };
  const transfers = await readSeen(database, { chainId: chain.id, upToBlock, now, ...share });
  const decideOne = async (candidate: Candidate) => {
    const { deposit } = candidate.transfer;
    const isDeep = deposit.blockNumber <= (await lastDeep(neededConfirmations(catalog, chain, deposit)));
    const { transfer } = candidate;
    return isDeep ? tryToAccept(context, client, candidate) : waitForConfirmations(context, client, transfer);
  };
  const decided = await mapLimited(toCandidates(client, transfers), TRANSACTIONS_AT_ONCE, (group) =>
    Promise.all(group.map(decideOne)),
  );
  return decided.flat().includes(true);
}
