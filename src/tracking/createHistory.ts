import type { Address } from 'viem';
import { createStore } from 'zustand/vanilla';
import { MAX_HASHES } from '#shared/wire/receipts.ts';
import type { ReceiptReader, Receipts } from '../api/readReceipts.ts';
import { shortReason } from '../chain/chainErrors.ts';
import type { HistoryCursor, HistoryReads } from '../chain/historyReads.ts';
import type { ChainConfig } from '../config/runtimeConfig.ts';
import { isOpenReceipt } from '../domain/history/depositVerdict.ts';
import type { FoundDeposit } from '../domain/history/foundDeposit.ts';
import { depositKey } from '../domain/history/foundDeposit.ts';

/** How far a chain has been read. */
export type ChainReading = {
  readonly chainId: number;
  readonly chainName: string;
  readonly status: 'reading' | 'paused' | 'complete' | 'stopped';
  /** The oldest block that has been read, and its time if a node says it. */
  readonly readTo: bigint | null;
  readonly readToMs: number | null;
  /** Why the reading stopped, in the words of the endpoint. */
  readonly problem: string | null;
};

export type HistoryState = {
  /** Newest first. */
  readonly deposits: readonly FoundDeposit[];
  readonly receipts: Receipts;
  /** The service gave no receipts at the last attempt. */
  readonly isServiceSilent: boolean;
  readonly chains: readonly ChainReading[];
};

type Sources = {
  readonly account: Address;
  readonly chains: readonly ChainConfig[];
  readonly reads: HistoryReads;
  readonly readReceipts: ReceiptReader;
};

const NEVER = Number.NEGATIVE_INFINITY;

function newestFirst(a: FoundDeposit, b: FoundDeposit): number {
  const byTime = (b.depositedAt ?? NEVER) - (a.depositedAt ?? NEVER);
  return byTime || Number(b.blockNumber - a.blockNumber) || b.logIndex - a.logIndex;
}

/** The deposits of one account, read from the chains while the page is open. */
export function createHistory({ account, chains, reads, readReceipts }: Sources) {
  const store = createStore<HistoryState>(() => ({
    deposits: [],
    receipts: new Map(),
    isServiceSilent: false,
    chains: chains.map(({ id, name }) => ({
      chainId: id,
      chainName: name,
      status: 'paused',
      readTo: null,
      readToMs: null,
      problem: null,
    })),
  }));
  const cursors = new Map<number, HistoryCursor | null>();
  let asking: Promise<void> | null = null;

  function report(chainId: number, news: Partial<ChainReading>): void {
    store.setState(({ chains: all }) => ({
      chains: all.map((chain) => (chain.chainId === chainId ? { ...chain, ...news } : chain)),
    }));
  }

  function add(part: readonly FoundDeposit[]): void {
    if (part.length === 0) return;
    const byKey = new Map([...store.getState().deposits, ...part].map((deposit) => [depositKey(deposit), deposit]));
    store.setState({ deposits: [...byKey.values()].sort(newestFirst) });
  }

  function hashesToAsk(isWanted: (hash: string) => boolean): readonly string[] {
    const hashes = store.getState().deposits.map(({ transactionHash }) => transactionHash);
    return [...new Set(hashes)].filter(isWanted).slice(0, MAX_HASHES);
  }

  async function askFor(hashes: readonly string[]): Promise<void> {
    const receipts = await readReceipts(hashes);
    store.setState((state) => ({ receipts: new Map([...state.receipts, ...receipts]), isServiceSilent: false }));
  }

  async function askForMissing(): Promise<void> {
    const missing = () => hashesToAsk((hash) => !store.getState().receipts.has(hash));
    for (let hashes = missing(); hashes.length > 0; hashes = missing()) await askFor(hashes);
  }

  /** One request at a time. A failure leaves the deposits without a verdict. */
  function ask(work: () => Promise<void>): Promise<void> {
    asking ??= work()
      .catch(() => store.setState({ isServiceSilent: true }))
      .finally(() => {
        asking = null;
      });
    return asking;
  }

  async function read(chain: ChainConfig): Promise<void> {
    const { id } = chain;
    const cursor = cursors.get(id) ?? (await reads.startCursor(id));
    const run = await reads.readBack({ chain, account }, cursor, (part, readTo) => {
      add(part);
      report(id, { readTo });
      void ask(askForMissing);
    });
    cursors.set(id, run.cursor);
    const { readTo } = store.getState().chains.find(({ chainId }) => chainId === id) ?? { readTo: null };
    const readToMs = readTo === null || run.cursor === null ? null : await reads.momentOfBlock(id, readTo);
    const status = run.cursor === null ? 'complete' : run.problem === null ? 'paused' : 'stopped';
    report(id, { status, readToMs, problem: run.problem });
    await ask(askForMissing);
  }

  return {
    store,

    /** Reads older blocks of a chain until the run ends. Does nothing while one is under way. Never throws. */
    readOn: async (chainId: number): Promise<void> => {
      const chain = chains.find(({ id }) => id === chainId);
      const status = store.getState().chains.find((one) => one.chainId === chainId)?.status;
      if (!chain || status === 'reading' || status === 'complete') return;
      report(chainId, { status: 'reading', problem: null });
      await read(chain).catch((error: unknown) => report(chainId, { status: 'stopped', problem: shortReason(error) }));
    },

    /** Asks for the missing receipts, and again for the receipts that can still change. */
    askAgain: (): Promise<void> =>
      ask(async () => {
        await askForMissing();
        const open = hashesToAsk((hash) => store.getState().receipts.get(hash)?.some(isOpenReceipt) ?? false);
        if (open.length > 0) await askFor(open);
      }),
  };
}

export type History = ReturnType<typeof createHistory>;
