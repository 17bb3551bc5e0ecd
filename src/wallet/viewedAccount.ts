import type { Address } from 'viem';
import type { StoreApi } from 'zustand/vanilla';
import { createStore } from 'zustand/vanilla';
import { parseAddress } from '#shared/address.ts';

/** An account that a person looks at without its wallet. It can sign nothing. */
export type ViewedAccount = StoreApi<{ readonly address: Address | null }>;

/** Keeps the account until the tab closes. */
export function createViewedAccount(storage: Pick<Storage, 'getItem' | 'setItem'>, key: string): ViewedAccount {
  const store: ViewedAccount = createStore(() => ({ address: parseAddress(storage.getItem(key) ?? '') }));
  store.subscribe(({ address }) => storage.setItem(key, address ?? ''));
  return store;
}
