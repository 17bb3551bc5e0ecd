import { createStore } from 'zustand/vanilla';
import type { WalletProblem } from '../../account/walletProblem.ts';
import { ownValue } from '../../lib/ownValue.ts';

/** A transfer's wallet session in this page. A reload ends it. */
export type SessionState = { readonly isRunning: boolean; readonly problem: WalletProblem | null };

export const IDLE_SESSION: SessionState = { isRunning: false, problem: null };

type SessionStates = Readonly<Record<string, SessionState>>;

/** Session states by their transfer's id. */
export function createSessions() {
  return createStore<SessionStates>(() => ({}));
}

export function sessionOf(states: SessionStates, id: string): SessionState {
  return ownValue(states, id) ?? IDLE_SESSION;
}

export type Sessions = ReturnType<typeof createSessions>;
