// QUOTES. In come gas prices, price feeds and balances; out come stored schedules of fees and free funds, from which
// pairs and builds are quoted. A stored schedule never changes, because a deposit's terms are computed from it later.

import type { Address } from 'viem';
import type { Catalog, Route } from '../boot/model/catalog.ts';
import { isOpen, maxGasDropOf } from '../boot/model/catalog.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { askOnce, mapLimited } from '../chain/concurrency.ts';
import { knownPaymentGas, readDataFee, readFeeMarket, readPaymentGas, samplePayment } from '../chain/gas.ts';
import type { FeeMarket } from '../chain/model/gasPrice.ts';
import { quotedDataFee, quotedGasPrice, signingFees } from '../chain/model/gasPrice.ts';
import type { Queryable } from '../db/database.ts';
import type { Deposit } from '../deposits/model/deposit.ts';
import type { EngineContext } from '../engineContext.ts';
import { payCall } from '../payments/model/payment.ts';
import type { StoredSchedule } from './feeSchedules.ts';
import {
  confirmSchedules,
  createReadConfirmedAt,
  deleteConfirmationsBefore,
  deleteSchedulesBefore,
  insertSchedules,
  readCurrentSchedules,
  readFirstSchedule,
  readSchedules,
} from './feeSchedules.ts';
import { createDustTerms, isSameDust } from './model/dust.ts';
import { findRoutePriceProblem, gasCostInToken, nativePriceIn } from './model/price.ts';
import type { FeeSchedule } from './model/quote.ts';
import { isFresh, isStillCurrent, lastCurrent, quoteWindow, schedulesInForce, withPriceMargin } from './model/quote.ts';

/** When a deposit was made, and when the service first saw it. */
type Deposited = { readonly deposit: Pick<Deposit, 'blockTime'>; readonly firstSeenAt: Date };

export type ReadQuotable = (routeId: string, deposited: Deposited) => Promise<readonly FeeSchedule[]>;

/** Creates the reader of schedules for one turn's deposits. Deposits in one block share the answer. */
export function createQuotable(context: EngineContext): ReadQuotable {
  const answers = new Map<string, Promise<readonly FeeSchedule[]>>();
  return (routeId, deposited) => {
    const key = `${deposited.deposit.blockTime.getTime()} ${deposited.firstSeenAt.getTime()} ${routeId}`;
    const answer = answers.get(key) ?? readQuotable(context, routeId, deposited);
    answers.set(key, answer);
    return answer;
  };
}

/**
 * The schedules that a deposit may have been quoted with, by its block time and by when the service first saw it. If
 * there were none yet, the route's first schedule applies. The answer must not depend on when it is requested: the
 * terms are computed at acceptance and compared again at signing.
 */
async function readQuotable(
  { catalog, database }: EngineContext,
  routeId: string,
  { deposit, firstSeenAt }: Deposited,
): Promise<readonly FeeSchedule[]> {
  const readWindow = async (at: Date) => {
    const window = quoteWindow(at, catalog.quoteValiditySeconds);
    return schedulesInForce(await readSchedules(database, routeId, window), window);
  };
  const quotable = (await Promise.all([deposit.blockTime, firstSeenAt].map(readWindow))).flat();
  if (quotable.length > 0) return quotable;
  const first = await readFirstSchedule(database, routeId);
  return first ? [first] : [];
}

const KEEP_MS = 30 * 86_400_000;
const READS_AT_ONCE = 16;

/** What a payout on a route costs: its gas, and what the chain charges in addition. */
type PayoutCost = { readonly gas: bigint; readonly gasPrice: bigint; readonly dataFee: bigint };

/** Creates the reader of what a payout costs now. A token's routes share it. */
function createCostReader(client: ChainClient, market: FeeMarket): (route: Route) => Promise<PayoutCost> {
  const { chain } = client;
  const gasPrice = quotedGasPrice(market, chain.maxGasPrice);
  const fees = signingFees(market, chain.maxGasPrice);
  const measure = askOnce((token: Address) => readPaymentGas(client, token));
  const charge = askOnce(async (token: Address) => {
    const call = payCall(chain.vault, samplePayment(token));
    return quotedDataFee(await readDataFee(client, { call, fees, gasLimit: knownPaymentGas(client, token) }));
  });
  return async ({ payoutGas, destinationToken: { address } }) => {
    const gas = payoutGas ?? (await measure(address));
    return { gas, gasPrice, dataFee: await charge(address) };
  };
}

type Priced = { readonly route: Route; readonly cost: PayoutCost };

/** The price of one native token for gas drops on a route; null if it offers none. */
function gasDropPriceOn({ token, originToken, destination, destinationToken, gasDropFloor }: Route): bigint | null {
  if (maxGasDropOf(destination, destinationToken.address) === 0n) return null;
  const price = nativePriceIn(destination.nativePrice, { decimals: originToken.decimals, price: token.price });
  const asked = withPriceMargin(price);
  return asked > gasDropFloor ? asked : gasDropFloor;
}

function toSchedule(catalog: Catalog, { route, cost }: Priced, validFrom: Date): StoredSchedule {
  const { id: routeId, feeBps, feeFloor, min, max, token, originToken, destination } = route;
  const inToken = { decimals: originToken.decimals, price: token.price };
  const gasFee = gasCostInToken({ ...cost, nativePrice: destination.nativePrice }, inToken);
  const terms = { routeId, validFrom, gasFee, feeBps, feeFloor, min, max, nativePrice: gasDropPriceOn(route) };
  return { ...terms, ...createDustTerms(catalog, route) };
}

/** The schedules to store: each that differs from the stored one, or whose stored one was no longer quoted. */
async function listChanged(
  { catalog }: EngineContext,
  database: Queryable,
  { schedules, now }: { readonly schedules: readonly StoredSchedule[]; readonly now: Date },
): Promise<readonly StoredSchedule[]> {
  const ids = schedules.map(({ routeId }) => routeId);
  const { routes: confirmed } = await createReadConfirmedAt()(database, now);
  const stored = new Map((await readCurrentSchedules(database, ids, now)).map((one) => [one.routeId, one]));
  return schedules.filter((schedule) => {
    const last = stored.get(schedule.routeId);
    if (!last || !isStillCurrent(last, schedule) || !isSameDust(last, schedule)) return true;
    return !isFresh(lastCurrent(last, confirmed.get(last.routeId) ?? null), now, catalog.feeEpochSeconds);
  });
}

/**
 * Creates the worker that computes the fees of the routes to a chain once per epoch, and stores what has changed. It
 * leaves out routes whose prices it doesn't know, and confirms none of their fees meanwhile.
 */
export function createFeeRefresher(context: EngineContext, client: ChainClient): () => Promise<boolean> {
  const { catalog, database, clock } = context;
  const routes = catalog.routes.filter((route) => isOpen(route) && route.destination.id === client.chain.id);
  let stored = '';
  return async () => {
    const epoch = Math.floor(clock.now().getTime() / (catalog.feeEpochSeconds * 1000));
    const priced = routes.filter((route) => findRoutePriceProblem(catalog, route, clock.now()) === null);
    const routeIds = priced.map(({ id }) => id).sort();
    const turn = JSON.stringify([epoch, routeIds]);
    if (turn === stored) return false;
    const readCost = createCostReader(client, await readFeeMarket(client));
    const costs = await mapLimited(priced, READS_AT_ONCE, async (route) => ({ route, cost: await readCost(route) }));
    const now = clock.now();
    const schedules = costs.map((priced) => toSchedule(catalog, priced, now));
    await database.transaction(async (transaction) => {
      const changed = await listChanged(context, transaction, { schedules, now });
      const { feeEpochSeconds } = catalog;
      // Even without any route: it shows that the chain has answered.
      const confirmation = { chainId: client.chain.id, routeIds, epoch, feeEpochSeconds, at: now };
      if (await confirmSchedules(transaction, confirmation)) await insertSchedules(transaction, epoch, changed);
    });
    const oldest = new Date(now.getTime() - KEEP_MS);
    await deleteSchedulesBefore(database, oldest);
    await deleteConfirmationsBefore(database, oldest);
    stored = turn;
    return false;
  };
}
