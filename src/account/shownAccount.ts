import * as v from 'valibot';
import type { Address } from 'viem';
import type { StoreApi } from 'zustand/vanilla';
import { createStore } from 'zustand/vanilla';
import { addressWire } from '#shared/wire/primitives.ts';
import type { StorageArea, Stored } from '../lib/createStored.ts';
import { createStored } from '../lib/createStored.ts';

/** The account and chain that the connected wallet announces; undefined without a wallet. */
type Announced = {
  readonly address: Address | undefined;
  readonly chainId: number | undefined;
  /** Whether the last visit's wallet is still being restored. */
  readonly isReconnecting: boolean;
};

/** The connection as every page shows it. It exists before the wallet library has loaded. */
export type WalletConnection = StoreApi<Announced>;

export function createWalletConnection(): WalletConnection {
  return createStore(() => ({ address: undefined, chainId: undefined, isReconnecting: false }));
}

/** An account that a person views without its wallet. It can't sign anything. */
export type ViewedAccount = Stored<Address | null>;

/** Keeps the account until the tab closes, given the tab's storage. */
export function createViewedAccount(area: () => StorageArea, installation: string): ViewedAccount {
  return createStored(area, {
    key: `causeway.viewed.${installation}`,
    schema: v.nullable(addressWire),
    empty: null,
  });
}
