import type { Address } from 'viem';
import type { StoreApi } from 'zustand/vanilla';
import { createStore } from 'zustand/vanilla';

/** The account and chain that the connected wallet announces; undefined without a wallet. */
type Announced = {
  readonly address: Address | undefined;
  readonly chainId: number | undefined;
  /** The wallet of the last visit is being restored. */
  readonly isReconnecting: boolean;
};

/** The connection as every page shows it. It exists before the wallet library has loaded. */
export type WalletConnection = StoreApi<Announced>;

export function createWalletConnection(): WalletConnection {
  return createStore(() => ({ address: undefined, chainId: undefined, isReconnecting: false }));
}
