import type { Address, Hash } from 'viem';
import { getBlock, getBlockNumber, getLogs } from 'viem/actions';
import { depositEvent } from '#shared/abi/depositAbi.ts';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import { isSameAddress } from '#shared/address.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import { vaultsOf } from '../config/registry.ts';
import type { ClientOf } from './chainClients.ts';
import { chainTime } from './model/chainTime.ts';
import type { HistoryCursor, HistoryRun } from './readRanges.ts';
import { cursorAt, readRanges } from './readRanges.ts';

type Search = { readonly chain: ChainConfig; readonly account: Address };

/** An account's log: its deposit, or a payout or refund to it. */
export type AccountLog = {
  readonly chainId: number;
  readonly transactionHash: Hash;
  readonly blockNumber: bigint;
  readonly logIndex: number;
};

/** An account's logs in a range of blocks, newest first. */
export type AccountLogs = { readonly deposits: readonly AccountLog[]; readonly payments: readonly AccountLog[] };

const newestFirst = (a: AccountLog, b: AccountLog) => Number(b.blockNumber - a.blockNumber) || b.logIndex - a.logIndex;

function placeOf(
  { id }: ChainConfig,
  { transactionHash, blockNumber, logIndex }: Omit<AccountLog, 'chainId'>,
): AccountLog {
  return { chainId: id, transactionHash, blockNumber, logIndex };
}

/** Reads an account's history from the chains' logs, newest first, without a wallet or an indexer. */
export function createHistoryReads(clientOf: ClientOf) {
  async function readDeposits(search: Search, from: bigint, to: bigint): Promise<readonly AccountLog[]> {
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
    return asked.map((log) => placeOf(chain, log)).sort(newestFirst);
  }

  async function readPayments(search: Search, from: bigint, to: bigint): Promise<readonly AccountLog[]> {
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
    // Gas on arrival is a second event of the same payment.
    const payments = new Map(asked.map((log) => [`${log.transactionHash} ${log.args.id}`, log]));
    return [...payments.values()].map((log) => placeOf(chain, log)).sort(newestFirst);
  }

  return {
    /** A cursor that starts at the newest block. */
    startCursor: async (chainId: number): Promise<HistoryCursor> =>
      cursorAt(await getBlockNumber(clientOf(chainId), { cacheTime: 0 })),

    /** Reads the deposits of an account and the payments to it, from the cursor back. Never throws. */
    readAccountBack: (
      search: Search,
      start: HistoryCursor,
      onPart: (part: AccountLogs, readTo: bigint) => void,
    ): Promise<HistoryRun> =>
      readRanges(
        start,
        async (from, to) => ({
          deposits: await readDeposits(search, from, to),
          payments: await readPayments(search, from, to),
        }),
        (part, readTo) => {
          onPart(part, readTo);
          return true;
        },
      ),

    /** A block's time in milliseconds; null if no node answers. */
    blockTimeMs: async (chainId: number, blockNumber: bigint): Promise<number | null> => {
      try {
        return chainTime((await getBlock(clientOf(chainId), { blockNumber })).timestamp);
      } catch {
        return null;
      }
    },
  };
}

export type HistoryReads = ReturnType<typeof createHistoryReads>;
