import { createStore } from 'zustand/vanilla';
import type { WalletProblem } from '../wallet/walletProblem.ts';

/** What the wallet run of a transfer is doing, for as long as the page lives. */
export type Run = { readonly isRunning: boolean; readonly problem: WalletProblem | null };

export const IDLE_RUN: Run = { isRunning: false, problem: null };

/** Runs by the id of their transfer. */
export function createRuns() {
  return createStore<Readonly<Record<string, Run>>>(() => ({}));
}

export type Runs = ReturnType<typeof createRuns>;
