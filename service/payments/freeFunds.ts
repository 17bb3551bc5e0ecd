import type { Address } from 'viem';
import type { Catalog, Chain } from '../boot/model/catalog.ts';
import { findChainById, listDeployed } from '../boot/model/catalog.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { knownPaymentGas, readFeeMarket, readSampleDataFee } from '../chain/gas.ts';
import type { FeeMarket } from '../chain/model/gasPrice.ts';
import { signingFees } from '../chain/model/gasPrice.ts';
import { judgeDeposit } from '../deposits/accept.ts';
import type { SeenDeposit } from '../deposits/depositRows.ts';
import { readUndecided } from '../deposits/depositRows.ts';
import type { Decision } from '../deposits/model/acceptance.ts';
import type { EngineContext } from '../engineContext.ts';
import type { Holdings } from '../quotes/funds.ts';
import { readHoldings } from '../quotes/funds.ts';
import { readDue, storeLiquidity } from '../quotes/liquidity.ts';
import type { Undecided } from '../quotes/model/liquidity.ts';
import { computeFreeFunds } from '../quotes/model/liquidity.ts';
import { createQuotable } from '../quotes/refreshFees.ts';
import { readReserved } from './obligations.ts';
import { MAX_IN_FLIGHT } from './signSend.ts';

/** The gas of the most expensive payment on a chain. */
function paymentGas({ routes, refundGas }: Catalog, client: ChainClient, tokens: readonly Address[]): bigint {
  const measured = tokens.map((token) => knownPaymentGas(client, token));
  const typed = routes
    .filter(({ destination }) => destination.id === client.chain.id)
    .map(({ payoutGas, destinationToken }) => payoutGas ?? knownPaymentGas(client, destinationToken.address));
  return [...typed, ...(refundGas === null ? measured : [refundGas])].reduce((a, b) => (a > b ? a : b), 0n);
}

/** What the chain says about the bridge's funds at one block. */
type Snapshot = Holdings & {
  readonly atBlock: bigint;
  readonly market: FeeMarket;
  /** What the chain charges for a payment in addition to gas, in wei. */
  readonly dataFee: bigint;
};

// Without a transfer in progress, the funds change only when an operator moves them.
const READ_EVERY_POLLS = 10;
const READ_EVERY_MS = 1000;

/** Creates the snapshot reader, which asks only for a newer block, and rarely while no transfer is in progress. */
function createSnapshotReader({ logger }: EngineContext, client: ChainClient, tokens: readonly Address[]) {
  const { reader, chain } = client;
  const everyMs = Math.max(READ_EVERY_MS, chain.pollIntervalMs * READ_EVERY_POLLS);
  let last: Snapshot | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let reported = '';

  return async (isBusy: boolean): Promise<Snapshot> => {
    const now = performance.now();
    if (last && !isBusy && now - checkedAt < everyMs) return last;
    const atBlock = await reader.getBlockNumber();
    if (last?.atBlock !== atBlock) {
      const market = await readFeeMarket(client);
      const dataFee = await readSampleDataFee(client, signingFees(market, chain.maxGasPrice));
      last = { atBlock, market, dataFee, ...(await readHoldings(client, tokens, atBlock)) };
      const read = new Set(last.holdings.map(({ token }) => token));
      const unread = tokens.filter((token) => !read.has(token)).join(' ');
      if (unread !== '' && unread !== reported) logger.warn({ chain: chain.name, tokens: unread }, 'balances not read');
      reported = unread;
    }
    checkedAt = now;
    return last;
  };
}

/**
 * Creates the function that judges undecided deposits. It remembers which ones acceptance would accept: schedules from
 * the minute after a deposit can only improve its terms. It judges the others again, because such a schedule can still
 * accept them.
 */
function createJudge(context: EngineContext, chain: Chain) {
  let accepted = new Map<string, Decision>();

  return async (deposits: readonly SeenDeposit[]): Promise<readonly Undecided[]> => {
    const readQuotable = createQuotable(context);
    const judged = await Promise.all(
      deposits.map(async (deposit) => {
        const transfer = { deposit, firstSeenAt: deposit.firstSeenAt };
        const key = `${deposit.id} ${deposit.blockHash}`;
        const origin = findChainById(context.catalog, BigInt(deposit.chainId));
        // On its origin chain, a deposit claims its refund whatever the decision is.
        const isJudged = origin !== undefined && origin.id !== chain.id;
        const judge = () => (isJudged ? judgeDeposit(context, origin, { transfer, readQuotable }) : null);
        return { key, deposit, decision: accepted.get(key) ?? (await judge()) };
      }),
    );
    accepted = new Map(
      judged.flatMap(({ key, decision }) => (decision?.kind === 'accepted' ? [[key, decision] as const] : [])),
    );
    return judged;
  };
}

/**
 * Creates the worker that stores the free amount of each token on a chain. It reads the chain first and then what the
 * database has reserved after that block, so that it counts each payment once. Quotes use the result; no signature
 * depends on it.
 */
export function createLiquidityRefresher(context: EngineContext, client: ChainClient): () => Promise<boolean> {
  const { catalog, database } = context;
  const { chain } = client;
  const tokens = catalog.tokens.flatMap(({ deployments }) => deployments.get(chain.name)?.address ?? []);
  // A deposit of another token claims nothing, and anyone can make very many.
  const configured = listDeployed(catalog);
  const readSnapshot = createSnapshotReader(context, client, tokens);
  const judge = createJudge(context, chain);
  let isBusy = true;

  return async () => {
    const { atBlock, market, dataFee, holdings, gasBalance, isPaused } = await readSnapshot(isBusy);
    const [due, undecided, taken] = await Promise.all([
      readDue(database, chain.id),
      readUndecided(database, chain.id, configured).then(judge),
      readReserved(database, { chainId: chain.id, tokens, atBlock }),
    ]);
    const reserved = [...taken].map(([token, amount]) => ({ token, amount }));
    isBusy = due.length > 0 || undecided.length > 0 || reserved.some(({ amount }) => amount > 0n);
    // Each payment in flight may use this much gas, at the highest fees the worker would sign now.
    const { maxFee } = signingFees(market, chain.maxGasPrice);
    const gasFloor = (paymentGas(catalog, client, tokens) * maxFee + dataFee) * BigInt(MAX_IN_FLIGHT);
    const free = computeFreeFunds(catalog, chain, {
      ...{ holdings, isPaused, reserved, due, undecided, gasBalance, gasFloor },
    });
    await storeLiquidity(database, chain.id, { holdings: free, gasBalance, gasFloor, isPaused });
    return false;
  };
}
