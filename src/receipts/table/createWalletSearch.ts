import type { Address } from 'viem';
import { createStore } from 'zustand/vanilla';
import type { AccountPart, HistoryReads } from '../../chain/historyReads.ts';
import type { ChainConfig } from '../../config/runtimeConfig.ts';
import type { ListedCase } from '../model/caseList.ts';
import { createChainReadings } from './createChainReadings.ts';

type Sources = {
  readonly account: Address;
  readonly chains: readonly ChainConfig[];
  readonly reads: Pick<HistoryReads, 'startCursor' | 'readAccountBack' | 'momentOfBlock'>;
};

type Found = {
  readonly cases: readonly ListedCase[];
  /** How many deposits of the account, and payments to it, each transaction has. */
  readonly counts: ReadonlyMap<string, number>;
};

/** Finds the deposits of an account and the payments to it. Each transaction is a case to look up. */
export function createWalletSearch({ account, chains, reads }: Sources) {
  const store = createStore<Found>(() => ({ cases: [], counts: new Map() }));

  function add({ deposits, payments }: AccountPart): void {
    const before = store.getState();
    const cases = new Map<string, ListedCase>(before.cases.map((one) => [one.hash, one]));
    const counts = new Map(before.counts);
    for (const { transactionHash: hash, chainId } of [...deposits, ...payments]) {
      if (!cases.has(hash)) cases.set(hash, { kind: 'hash', hash, chainId, cells: [] });
      counts.set(hash, (counts.get(hash) ?? 0) + 1);
    }
    store.setState({ cases: [...cases.values()], counts });
  }

  const readings = createChainReadings<AccountPart>({
    chains,
    reads,
    readBack: (chain, start, onPart) => reads.readAccountBack({ chain, account }, start, onPart),
    onPart: add,
  });
  return { store, readings: readings.store, readOn: readings.readOn };
}

export type WalletSearch = ReturnType<typeof createWalletSearch>;
