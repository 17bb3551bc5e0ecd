import { createStore } from 'zustand/vanilla';
import type { WalletProblem } from '../wallet/walletProblem.ts';

/** The wallet session of a transfer in this page. A reload ends it. */
export type SessionState = { readonly isRunning: boolean; readonly problem: WalletProblem | null };

export const IDLE_SESSION: SessionState = { isRunning: false, problem: null };

/** Session states by the id of their transfer. */
export function createSessions() {
  return createStore<Readonly<Record<string, SessionState>>>(() => ({}));
}

export type Sessions = ReturnType<typeof createSessions>;
