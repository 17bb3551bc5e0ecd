import type { Processes } from '../../lab/processes/processes.ts';
import type { Steps } from '../setup/steps.mjs';
import type { StateDir } from '../stateDir.ts';

export type WebTools = { readonly processes: Processes; readonly steps: Steps; readonly signal: AbortSignal };

/** Serves the web app of a stack. */
export type WebServer = {
  /** The path at which it says whether it is ready. */
  readonly statusPath?: string;
  /** Runs before the chains start. */
  readonly prepare: (dir: StateDir, tools: WebTools) => Promise<void>;
  /** @returns a function that stops the server */
  readonly start: (dir: StateDir, port: number) => Promise<() => Promise<void>>;
};
