import type { ChainClient } from '../../chain/chainClient.ts';
import { readFeeMarket } from '../../chain/feeMarket.ts';
import { readGasBalance, readHoldings, readPaused } from '../../chain/funds.ts';
import { readDue, readUndecided, storeLiquidity } from '../../db/liquidity.ts';
import { readReserved } from '../../db/obligations.ts';
import type { Catalog, Chain } from '../../domain/catalog.ts';
import { signingFees } from '../../domain/gasPrice.ts';
import { computeFreeFunds } from '../../domain/liquidity.ts';
import type { EngineContext } from '../engineContext.ts';
import { MAX_IN_FLIGHT } from '../pay/signSend.ts';

/** The gas of the most expensive payment on a chain. */
function paymentGas({ routes, refundGas }: Catalog, { id }: Chain): bigint {
  return routes
    .filter(({ destination }) => destination.id === id)
    .reduce((most, { payoutGas }) => (payoutGas > most ? payoutGas : most), refundGas);
}

/**
 * Stores the free amount of each token on a chain. It reads the database between the block number and the balances, so that
 * it misses few payments signed or mined in between. Quotes use the result; no signature depends on it.
 */
export async function refreshLiquidity({ catalog, database }: EngineContext, client: ChainClient): Promise<boolean> {
  const { chain, reader } = client;
  const tokens = catalog.tokens.flatMap(({ deployments }) => deployments.get(chain.name)?.address ?? []);
  const [market, atBlock] = await Promise.all([readFeeMarket(client), reader.getBlockNumber()]);
  const [due, undecided, reserved] = await Promise.all([
    readDue(database, chain.id),
    readUndecided(database, chain.id),
    Promise.all(
      tokens.map(async (token) => ({
        token,
        amount: await readReserved(database, { chainId: chain.id, token, atBlock }),
      })),
    ),
  ]);
  const [holdings, gasBalance, isPaused] = await Promise.all([
    readHoldings(client, tokens, atBlock),
    readGasBalance(client, atBlock),
    readPaused(client, atBlock),
  ]);
  // Each payment in flight may use this much gas, at the highest fees that the worker would sign for now.
  const gasFloor = paymentGas(catalog, chain) * signingFees(market, chain.maxGasPrice).maxFee * BigInt(MAX_IN_FLIGHT);
  const free = computeFreeFunds(catalog, chain, { holdings, isPaused, reserved, due, undecided, gasBalance, gasFloor });
  await storeLiquidity(database, chain.id, { holdings: free, gasBalance, isPaused });
  return false;
}
