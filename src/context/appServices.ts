import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { ServiceClient } from '../api/serviceClient.ts';
import type { RuntimeConfig } from '../config/runtimeConfig.ts';
import type { Registry } from '../domain/registry.ts';
import type { Transfer } from '../domain/transfer.ts';
import type { TransferStore } from '../store/transferStore.ts';
import type { Engine } from '../tracking/createEngine.ts';
import type { Run, Runs } from '../tracking/runs.ts';
import { IDLE_RUN } from '../tracking/runs.ts';
import type { Wagmi } from '../wallet/createWagmi.ts';

/** What the composition root makes once and every feature may use. */
export type AppServices = {
  readonly config: RuntimeConfig;
  readonly registry: Registry;
  readonly service: ServiceClient;
  readonly wagmi: Wagmi;
  readonly store: TransferStore;
  readonly runs: Runs;
  /** Chain reads and the runner, fetched on first use. */
  readonly engine: () => Promise<Engine>;
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

/** What the wallet run of a transfer is doing in this page. */
export function useRun(id: string): Run {
  return useStore(useAppServices().runs, (runs) => runs[id] ?? IDLE_RUN);
}
