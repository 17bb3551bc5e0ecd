import type { Address } from 'viem';
import { createStore } from 'zustand/vanilla';
import type { Receipt } from '#client/receipt.ts';
import { MAX_HASHES } from '#shared/wire/receipts.ts';
import type { HistoryReads } from '../chain/historyReads.ts';
import type { ChainConfig } from '../config/runtimeConfig.ts';
import type { ChainReading } from '../domain/history/chainReading.ts';
import type { FoundDeposit } from '../domain/history/foundDeposit.ts';
import { depositKey } from '../domain/history/foundDeposit.ts';
import { createChainReadings } from './createChainReadings.ts';
import type { ReceiptSource } from './createReceiptSource.ts';

export type HistoryState = {
  /** Newest first. */
  readonly deposits: readonly FoundDeposit[];
  /** By the hash of the deposit. */
  readonly receipts: ReadonlyMap<string, readonly Receipt[]>;
  /** The service gave no receipts at the last attempt. */
  readonly isServiceSilent: boolean;
  readonly chains: readonly ChainReading[];
};

type Sources = {
  readonly account: Address;
  readonly chains: readonly ChainConfig[];
  readonly reads: Pick<HistoryReads, 'startCursor' | 'readBack' | 'momentOfBlock'>;
  readonly receipts: Pick<ReceiptSource, 'receiptsOf'>;
};

/** Whether the service may still change its answer. */
function isOpenReceipt(receipt: Receipt): boolean {
  if (receipt.kind === 'failed') return receipt.report.step === 'refunding' || receipt.report.step === 'held';
  return receipt.kind !== 'delivered';
}

const NEVER = Number.NEGATIVE_INFINITY;

function newestFirst(a: FoundDeposit, b: FoundDeposit): number {
  const byTime = (b.depositedAt ?? NEVER) - (a.depositedAt ?? NEVER);
  return byTime || Number(b.blockNumber - a.blockNumber) || b.logIndex - a.logIndex;
}

/** The deposits of one account, read from the chains while the page is open. */
export function createHistory({ account, chains, reads, receipts: source }: Sources) {
  const readings = createChainReadings<readonly FoundDeposit[]>({
    chains,
    reads,
    readBack: (chain, start, onPart) => reads.readBack({ chain, account }, start, onPart),
    onPart: (part) => {
      add(part);
      void ask(askForMissing);
    },
  });
  const store = createStore<HistoryState>(() => ({
    deposits: [],
    receipts: new Map(),
    isServiceSilent: false,
    chains: readings.store.getState(),
  }));
  readings.store.subscribe((all) => store.setState({ chains: all }));
  let asking: Promise<void> | null = null;

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
    const answers = await Promise.allSettled(
      hashes.map(async (hash) => [hash, await source.receiptsOf(hash, { isPatient: true })] as const),
    );
    const added = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    if (added.length === 0) throw new Error('the service gave no receipts');
    store.setState(({ receipts }) => ({ receipts: new Map([...receipts, ...added]), isServiceSilent: false }));
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

  return {
    store,

    /** Reads older blocks of a chain until the run ends, and asks for the receipts. Never throws. */
    readOn: async (chainId: number): Promise<void> => {
      await readings.readOn(chainId);
      await ask(askForMissing);
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
