import type { ChainClient } from '../../chain/chainClient.ts';
import { readFeeMarket } from '../../chain/feeMarket.ts';
import { deleteSchedulesBefore, insertSchedules } from '../../db/feeSchedules.ts';
import type { Route } from '../../domain/catalog.ts';
import { isOpen } from '../../domain/catalog.ts';
import { quotedGasPrice } from '../../domain/gasPrice.ts';
import { gasCostInToken } from '../../domain/price.ts';
import type { FeeSchedule } from '../../domain/quote.ts';
import type { EngineContext } from '../engineContext.ts';

const KEEP_MS = 30 * 86_400_000;

function toSchedule(route: Route, gasPrice: bigint, validFrom: Date): FeeSchedule {
  const { id: routeId, feeBps, feeFloor, min, max, payoutGas, token, originToken, destination } = route;
  const gasFee = gasCostInToken(
    { gas: payoutGas, gasPrice, nativePrice: destination.nativePrice },
    { decimals: originToken.decimals, price: token.price },
  );
  return { routeId, validFrom, gasFee, feeBps, feeFloor, min, max };
}

/** Creates the worker that stores the fees of the routes to a chain, once per epoch. */
export function createFeeRefresher(context: EngineContext, client: ChainClient): () => Promise<boolean> {
  const { catalog, database, clock } = context;
  const routes = catalog.routes.filter((route) => isOpen(route) && route.destination.id === client.chain.id);
  let storedEpoch = -1;
  return async () => {
    const epoch = Math.floor(clock.now().getTime() / (catalog.feeEpochSeconds * 1000));
    if (epoch === storedEpoch) return false;
    const gasPrice = quotedGasPrice(await readFeeMarket(client), client.chain.maxGasPrice);
    const now = clock.now();
    const schedules = routes.map((route) => toSchedule(route, gasPrice, now));
    await database.transaction((transaction) => insertSchedules(transaction, epoch, schedules));
    await deleteSchedulesBefore(database, new Date(now.getTime() - KEEP_MS));
    storedEpoch = epoch;
    return false;
  };
}
