import type { Address } from 'viem';
import { askOnce } from '../../chain/askOnce.ts';
import type { ChainClient } from '../../chain/chainClient.ts';
import { readDataFee } from '../../chain/dataFee.ts';
import { readFeeMarket } from '../../chain/feeMarket.ts';
import { mapLimited } from '../../chain/mapLimited.ts';
import { knownPaymentGas, readPaymentGas } from '../../chain/paymentGas.ts';
import { samplePayment } from '../../chain/samplePayment.ts';
import type { Queryable } from '../../db/database.ts';
import { confirmSchedules, createReadConfirmedAt, deleteConfirmationsBefore } from '../../db/feeConfirmations.ts';
import type { StoredSchedule } from '../../db/feeSchedules.ts';
import { deleteSchedulesBefore, insertSchedules, readCurrentSchedules } from '../../db/feeSchedules.ts';
import type { Catalog, Route } from '../../domain/catalog.ts';
import { isOpen } from '../../domain/catalog.ts';
import { createDustTerms, isSameDust } from '../../domain/dust.ts';
import type { FeeMarket } from '../../domain/gasPrice.ts';
import { quotedDataFee, quotedGasPrice, signingFees } from '../../domain/gasPrice.ts';
import { findRoutePriceProblem } from '../../domain/livePrices.ts';
import { payCall } from '../../domain/payment.ts';
import { gasCostInToken } from '../../domain/price.ts';
import { isStillCurrent } from '../../domain/quote.ts';
import { isFresh, lastCurrent } from '../../domain/quoteWindow.ts';
import type { EngineContext } from '../engineContext.ts';

const KEEP_MS = 30 * 86_400_000;
const READS_AT_ONCE = 16;

/** What a payout on a route costs: its gas, and what the chain charges beside it. */
type PayoutCost = { readonly gas: bigint; readonly gasPrice: bigint; readonly dataFee: bigint };

/** Creates the reading of what a payout costs now. The routes of a token share it. */
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

function toSchedule(catalog: Catalog, { route, cost }: Priced, validFrom: Date): StoredSchedule {
  const { id: routeId, feeBps, feeFloor, min, max, token, originToken, destination } = route;
  const gasFee = gasCostInToken(
    { ...cost, nativePrice: destination.nativePrice },
    { decimals: originToken.decimals, price: token.price },
  );
  return { routeId, validFrom, gasFee, feeBps, feeFloor, min, max, ...createDustTerms(catalog, route) };
}

/** The schedules to store: each that differs from the stored one, or whose stored one was not quoted any more. */
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
 * Creates the worker that computes the fees of the routes to a chain once per epoch, and stores what has changed. It leaves out
 * the routes whose prices it does not know, until it knows them, and confirms no fees of them meanwhile.
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
      // Without any route too: it tells that the chain has answered.
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
