import type { Address } from 'viem';
import { createStore } from 'zustand/vanilla';
import type { AccountPart, HistoryReads } from '../../chain/historyReads.ts';
import type { ChainConfig } from '../../config/runtimeConfig.ts';
import type { ListedCase } from '../../domain/desk/caseList.ts';
import { createChainReadings } from '../createChainReadings.ts';

type Sources = {
  readonly account: Address;
  readonly chains: readonly ChainConfig[];
  readonly reads: Pick<HistoryReads, 'startCursor' | 'readAccountBack' | 'momentOfBlock'>;
};

/** Finds the deposits of an account and the payments to it. Each transaction is a case to look up. */
export function createWalletSearch({ account, chains, reads }: Sources) {
  const store = createStore<{ readonly cases: readonly ListedCase[] }>(() => ({ cases: [] }));

  function add({ deposits, payments }: AccountPart): void {
    const cases = new Map<string, ListedCase>(store.getState().cases.map((one) => [one.hash, one]));
    for (const { transactionHash: hash, chainId } of [...deposits, ...payments]) {
      if (!cases.has(hash)) cases.set(hash, { kind: 'hash', hash, chainId, cells: [] });
    }
    store.setState({ cases: [...cases.values()] });
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
