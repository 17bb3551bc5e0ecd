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

type Connection = Announced & {
  /** Whether the last visit had a wallet. Its balance keeps its place while the wallet is restored. */
  readonly hadWallet: boolean;
};

/** The connection as every page shows it. It exists before the wallet library has loaded. */
export type WalletConnection = StoreApi<Connection>;

/** Where wagmi stores the last visit's wallet. */
export const walletKey = (installation: string): string => `causeway.wallet.${installation}`;

export function createWalletConnection(area: () => StorageArea, installation: string): WalletConnection {
  const recent = createStored(area, {
    key: `${walletKey(installation)}.recentConnectorId`,
    schema: v.string(),
    empty: '',
  });
  const hadWallet = recent.get() !== '';
  return createStore(() => ({ address: undefined, chainId: undefined, isReconnecting: false, hadWallet }));
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
