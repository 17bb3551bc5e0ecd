import type { Address } from 'viem';
import { createStore } from 'zustand/vanilla';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import { shortReason } from '../../chain/chainErrors.ts';
import type { AccountLogs, HistoryReads } from '../../chain/historyReads.ts';
import type { HistoryCursor } from '../../chain/readRanges.ts';
import type { ListedHash } from '../model/hashList.ts';

type Sources = {
  readonly account: Address;
  readonly chains: readonly ChainConfig[];
  readonly reads: Pick<HistoryReads, 'startCursor' | 'readAccountBack' | 'blockTimeMs'>;
};

type Found = {
  readonly hashes: readonly ListedHash[];
  /** How many deposits of the account, and payments to it, each transaction has. */
  readonly counts: ReadonlyMap<string, number>;
};

/** Finds the deposits of an account and the payments to it. Each of their transactions is looked up. */
export function createWalletSearch(sources: Sources) {
  const store = createStore<Found>(() => ({ hashes: [], counts: new Map() }));

  function add({ deposits, payments }: AccountLogs): void {
    const before = store.getState();
    const hashes = new Map<string, ListedHash>(before.hashes.map((one) => [one.hash, one]));
    const counts = new Map(before.counts);
    for (const { transactionHash: hash, chainId } of [...deposits, ...payments]) {
      if (!hashes.has(hash)) hashes.set(hash, { kind: 'hash', hash, chainId, cells: [] });
      counts.set(hash, (counts.get(hash) ?? 0) + 1);
    }
    store.setState({ hashes: [...hashes.values()], counts });
  }

  const { store: readings, readOn } = createChainReadings(sources, add);
  return { store, readings, readOn };
}

export type WalletSearch = ReturnType<typeof createWalletSearch>;

/** How far a chain has been read. */
export type ChainReading = {
  readonly chainId: number;
  readonly chainName: string;
  readonly status: 'reading' | 'paused' | 'complete' | 'stopped';
  /** The oldest block that has been read, and its time if a node says it. */
  readonly readTo: bigint | null;
  readonly readToMs: number | null;
  /** Why the reading stopped: the endpoint's message. */
  readonly problem: string | null;
};

/** Reads all chains from their newest blocks down. */
function createChainReadings({ account, chains, reads }: Sources, onPart: (part: AccountLogs) => void) {
  const store = createStore<readonly ChainReading[]>(() =>
    chains.map(({ id, name }) => ({
      ...{ chainId: id, chainName: name, status: 'paused' },
      ...{ readTo: null, readToMs: null, problem: null },
    })),
  );
  const cursors = new Map<number, HistoryCursor | null>();
  const readingOf = (chainId: number) => store.getState().find((one) => one.chainId === chainId);

  function report(chainId: number, news: Partial<ChainReading>): void {
    store.setState(
      store.getState().map((chain) => (chain.chainId === chainId ? { ...chain, ...news } : chain)),
      true,
    );
  }

  async function read(chain: ChainConfig): Promise<void> {
    const { id } = chain;
    const cursor = cursors.get(id) ?? (await reads.startCursor(id));
    const run = await reads.readAccountBack({ chain, account }, cursor, (part, readTo) => {
      report(id, { readTo });
      onPart(part);
    });
    cursors.set(id, run.cursor);
    const readTo = readingOf(id)?.readTo ?? null;
    const readToMs = readTo === null || run.cursor === null ? null : await reads.blockTimeMs(id, readTo);
    const status = run.cursor === null ? 'complete' : run.problem === null ? 'paused' : 'stopped';
    report(id, { status, readToMs, problem: run.problem });
  }

  return {
    store,

    /** Reads older blocks of a chain until the run ends. Does nothing while one is under way. Never throws. */
    readOn: async (chainId: number): Promise<void> => {
      const chain = chains.find(({ id }) => id === chainId);
      const status = readingOf(chainId)?.status;
      if (!chain || status === 'reading' || status === 'complete') return;
      report(chainId, { status: 'reading', problem: null });
      await read(chain).catch((error: unknown) => report(chainId, { status: 'stopped', problem: shortReason(error) }));
    },
  };
}
