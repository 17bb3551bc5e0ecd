import type { Address } from 'viem';
import { getBlock, getBlockNumber, getLogs } from 'viem/actions';
import { depositEvent } from '#shared/abi/depositAbi.ts';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import { isSameAddress } from '#shared/address.ts';
import type { ChainConfig } from '../config/runtimeConfig.ts';
import type { FoundDeposit } from '../domain/history/foundDeposit.ts';
import { momentOf } from '../domain/history/foundDeposit.ts';
import type { FoundPayment } from '../domain/history/foundPayment.ts';
import { vaultsOf } from '../domain/registry.ts';
import type { ClientOf } from './chainClients.ts';
import type { HistoryCursor, HistoryRun } from './readRanges.ts';
import { cursorAt, readRanges } from './readRanges.ts';

type Search = { readonly chain: ChainConfig; readonly account: Address };

/** What a range of blocks has of an account: its deposits, and the payouts and refunds to it. */
export type AccountPart = {
  readonly deposits: readonly FoundDeposit[];
  readonly payments: readonly FoundPayment[];
};

type Place = { readonly blockNumber: bigint; readonly logIndex: number };
const newestFirst = (a: Place, b: Place) => Number(b.blockNumber - a.blockNumber) || b.logIndex - a.logIndex;

const toTheEnd =
  <T>(onPart: (part: T, readTo: bigint) => void) =>
  (part: T, readTo: bigint): boolean => {
    onPart(part, readTo);
    return true;
  };

/** Reads what an account did from the logs of the chains, newest first, without a wallet or an indexer. */
export function createHistoryReads(clientOf: ClientOf) {
  async function readDeposits(search: Search, from: bigint, to: bigint): Promise<readonly FoundDeposit[]> {
    const { chain, account } = search;
    const logs = await getLogs(clientOf(chain.id), {
      address: chain.depositContract,
      event: depositEvent,
      args: { user: account },
      fromBlock: from,
      toBlock: to,
      strict: true,
    });
    const asked = logs.filter(
      ({ address, args, blockNumber }) =>
        // An endpoint can ignore a filter.
        isSameAddress(address, chain.depositContract) &&
        isSameAddress(args.user, account) &&
        blockNumber >= from &&
        blockNumber <= to,
    );
    return asked
      .map(({ args, transactionHash, blockNumber, logIndex }): FoundDeposit => {
        const { user, token, maker, target, amount, destination, timestamp } = args;
        const where = { chainId: chain.id, chainName: chain.name, transactionHash, blockNumber, logIndex };
        return { ...where, user, token, maker, target, amount, destination, depositedAt: momentOf(timestamp) };
      })
      .sort(newestFirst);
  }

  async function readPayments(search: Search, from: bigint, to: bigint): Promise<readonly FoundPayment[]> {
    const { chain, account } = search;
    const vaults = vaultsOf(chain);
    const logs = await getLogs(clientOf(chain.id), {
      address: [...vaults],
      event: paidEvent,
      args: { to: account },
      fromBlock: from,
      toBlock: to,
      strict: true,
    });
    const asked = logs.filter(
      ({ address, args, blockNumber }) =>
        vaults.some((vault) => isSameAddress(vault, address)) &&
        isSameAddress(args.to, account) &&
        blockNumber >= from &&
        blockNumber <= to,
    );
    return asked
      .map(
        ({ args: { id }, transactionHash, blockNumber, logIndex }): FoundPayment => ({
          ...{ id, chainId: chain.id, transactionHash, blockNumber, logIndex },
        }),
      )
      .sort(newestFirst);
  }

  return {
    /** The cursor of a new reading, at the newest block. */
    startCursor: async (chainId: number): Promise<HistoryCursor> =>
      cursorAt(await getBlockNumber(clientOf(chainId), { cacheTime: 0 })),

    /** Reads the deposits of an account downwards from the cursor. Never throws. */
    readBack: (
      search: Search,
      start: HistoryCursor,
      onPart: (part: readonly FoundDeposit[], readTo: bigint) => void,
    ): Promise<HistoryRun> => readRanges(start, (from, to) => readDeposits(search, from, to), toTheEnd(onPart)),

    /** Reads the deposits of an account and the payments to it downwards from the cursor. Never throws. */
    readAccountBack: (
      search: Search,
      start: HistoryCursor,
      onPart: (part: AccountPart, readTo: bigint) => void,
    ): Promise<HistoryRun> =>
      readRanges(
        start,
        async (from, to) => ({
          deposits: await readDeposits(search, from, to),
          payments: await readPayments(search, from, to),
        }),
        toTheEnd(onPart),
      ),

    /** When a block was made, in milliseconds; null if no node says. */
    momentOfBlock: async (chainId: number, blockNumber: bigint): Promise<number | null> => {
      try {
        return momentOf((await getBlock(clientOf(chainId), { blockNumber })).timestamp);
      } catch {
        return null;
      }
    },
  };
}

export type HistoryReads = ReturnType<typeof createHistoryReads>;
