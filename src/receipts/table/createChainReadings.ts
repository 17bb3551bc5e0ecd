import { createStore } from 'zustand/vanilla';
import { shortReason } from '../../chain/chainErrors.ts';
import type { HistoryReads } from '../../chain/historyReads.ts';
import type { HistoryCursor, HistoryRun } from '../../chain/readRanges.ts';
import type { ChainConfig } from '../../config/runtimeConfig.ts';
import type { ChainReading } from '../model/chainReading.ts';

type Sources<T> = {
  readonly chains: readonly ChainConfig[];
  readonly reads: Pick<HistoryReads, 'startCursor' | 'momentOfBlock'>;
  readonly readBack: (
    chain: ChainConfig,
    start: HistoryCursor,
    onPart: (part: T, readTo: bigint) => void,
  ) => Promise<HistoryRun>;
  readonly onPart: (part: T) => void;
};

/** The readings of all chains, from their newest blocks down. */
export function createChainReadings<T>({ chains, reads, readBack, onPart }: Sources<T>) {
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
    const run = await readBack(chain, cursor, (part, readTo) => {
      report(id, { readTo });
      onPart(part);
    });
    cursors.set(id, run.cursor);
    const readTo = readingOf(id)?.readTo ?? null;
    const readToMs = readTo === null || run.cursor === null ? null : await reads.momentOfBlock(id, readTo);
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
