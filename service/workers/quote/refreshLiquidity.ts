import type { ChainClient } from '../../chain/chainClient.ts';
import { readFeeMarket } from '../../chain/feeMarket.ts';
import { readSpendable } from '../../chain/funds.ts';
import { readDue, readUndecided, storeLiquidity } from '../../db/liquidity.ts';
import { readReserved } from '../../db/obligations.ts';
import type { Catalog, Chain } from '../../domain/catalog.ts';
import { signingFees } from '../../domain/gasPrice.ts';
import { computeFreeFunds } from '../../domain/liquidity.ts';
import type { EngineContext } from '../engineContext.ts';
import { MAX_IN_FLIGHT } from '../pay/signSend.ts';

/** The gas of the dearest payment on a chain. */
function paymentGas({ routes, refundGas }: Catalog, { id }: Chain): bigint {
  return routes
    .filter(({ destination }) => destination.id === id)
    .reduce((most, { payoutGas }) => (payoutGas > most ? payoutGas : most), refundGas);
}

/**
 * Stores what is free of each token on a chain. The database is asked between block number and balances, so that what is
 * signed or mined meanwhile is missed for as short as can be; the next turn sees it, and nothing is signed by this reading.
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
  const usable = await readSpendable(client, tokens, atBlock);
  // Each of so many payments in flight may take its gas, at the most that would be signed for now.
  const gasFloor = paymentGas(catalog, chain) * signingFees(market, chain.maxGasPrice).maxFee * BigInt(MAX_IN_FLIGHT);
  const free = computeFreeFunds(catalog, chain, { usable, reserved, due, undecided, gasFloor });
  await storeLiquidity(database, chain.id, free);
  return false;
}
