import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { Address } from 'viem';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '#client/operations.ts';
import type { Maintenance } from '#shared/config/installationConfig.ts';
import type { RuntimeConfig } from '#shared/config/runtimeConfig.ts';
import type { ConnectorLoader } from '../account/connectorLoader.ts';
import type { ContactStore } from '../account/contacts/contactStore.ts';
import type { Wagmi } from '../account/createWagmi.ts';
import type { ViewedAccount, WalletConnection } from '../account/shownAccount.ts';
import type { ReceiptSource } from '../api/createReceiptSource.ts';
import type { ClosableRoute, Notices } from '../config/maintenance.ts';
import { closureOf } from '../config/maintenance.ts';
import type { Registry } from '../config/registry.ts';
import type { FormMemory } from '../form/formDraft.ts';
import { ownValue } from '../lib/ownValue.ts';
import type { DeskReads } from '../receipts/reads/createDeskReads.ts';
import type { Transfer } from '../transfer/model/transfer.ts';
import type { ChainReads } from '../transfer/reads/chainReads.ts';
import type { SessionState, Sessions } from '../transfer/session/sessionStates.ts';
import { sessionOf } from '../transfer/session/sessionStates.ts';
import type { TransferRunner } from '../transfer/session/transferRunner.ts';
import type { LookedAt } from '../transfer/tracking/createTracker.ts';
import type { TransferStore } from '../transfer/transferStore.ts';

/** Created once by the composition root, for every feature. */
export type AppServices = {
  readonly config: RuntimeConfig;
  readonly registry: Registry;
  readonly service: Client;
  /** Loads the reader of the service's receipts on first use. */
  readonly receipts: () => Promise<ReceiptSource>;
  /** Loads the wallet library on first use. The first paint doesn't need it. */
  readonly wagmi: () => Promise<Wagmi>;
  readonly connection: WalletConnection;
  readonly connectors: ConnectorLoader;
  readonly viewed: ViewedAccount;
  readonly store: TransferStore;
  readonly sessions: Sessions;
  readonly looked: LookedAt;
  readonly formMemory: FormMemory;
  /** Loads the address book on first use. */
  readonly contacts: () => Promise<ContactStore>;
  /** The operator's current notices. */
  readonly notices: StoreApi<Notices>;
  /** The origin of the embedding site; null outside of a frame and in a Safe. */
  readonly embeddedIn: string | null;
  /** Loads the chain reads on first use. They need no wallet code. */
  readonly chainReads: () => Promise<ChainReads>;
  /** Loads the receipts desk's readers on first use. */
  readonly deskReads: () => Promise<DeskReads>;
  /** Loads the wallet code on first use. */
  readonly runner: () => Promise<TransferRunner>;
};

export const AppServicesContext = createContext<AppServices | null>(null);

export function useAppServices(): AppServices {
  const services = useContext(AppServicesContext);
  if (!services) throw new Error('AppServicesContext is missing above this component');
  return services;
}

export function useTransfers(): Readonly<Record<string, Transfer>> {
  return useStore(useAppServices().store, (state) => state.transfers);
}

/** Returns undefined if this browser has no transfer with the id. */
export function useTransfer(id: string): Transfer | undefined {
  return useStore(useAppServices().store, (state) => ownValue(state.transfers, id));
}

/** The wallet session of a transfer in this page. */
export function useSession(id: string): SessionState {
  return useStore(useAppServices().sessions, (sessions) => sessionOf(sessions, id));
}

/** Tells the tracker which transfer the page shows. */
export function useLookingAt(id: string): void {
  const { looked } = useAppServices();
  useEffect(() => {
    looked.setState({ id });
    return () => looked.setState({ id: null });
  }, [looked, id]);
}

/** The account and chain of the connected wallet. */
export function useWalletConnection() {
  return useStore(useAppServices().connection);
}

/** The account whose balances the screen shows; null when there is none. A connected wallet takes precedence. */
export function useViewedAccount(): Address | null {
  const { subscribe, get } = useAppServices().viewed;
  return useSyncExternalStore(subscribe, get);
}

/** The operator's current notices. */
export function useNotices(): Notices {
  return useStore(useAppServices().notices);
}

/** The maintenance that currently closes a route; null for an open one. */
export function useClosure(route: ClosableRoute): Maintenance | null {
  return closureOf(route, useNotices().maintenance);
}
