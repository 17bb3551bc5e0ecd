import type { InstalledChain } from '../../tools/lab/chains/deployment.ts';

/** The running stack, passed from the global setup to Playwright's workers. */
export type PublishedStack = {
  readonly webUrl: string;
  readonly serviceUrl: string;
  readonly chains: readonly InstalledChain[];
  readonly stateDir: string;
};

const VARIABLE = 'CAUSEWAY_E2E_STACK';

// Playwright's workers inherit the environment of the global setup.
export function publishStack(stack: PublishedStack): void {
  process.env[VARIABLE] = JSON.stringify(stack);
}

export function readPublishedStack(): PublishedStack {
  const json = process.env[VARIABLE];
  if (json === undefined) throw new Error(`${VARIABLE} is not set. Run the tests through playwright.config.ts.`);
  return JSON.parse(json) as PublishedStack;
}
