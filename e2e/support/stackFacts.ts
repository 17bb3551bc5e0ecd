import type { Address } from 'viem';
import type { InstalledChain } from '../../lab/installation/serviceConfig.ts';

/** What the process that started the stack tells the processes that run the tests. */
export type StackFacts = {
  readonly webUrl: string;
  readonly serviceUrl: string;
  readonly chains: readonly InstalledChain[];
  readonly maker: Address;
  readonly stateDir: string;
  readonly blockTimeSeconds: number;
};

const VARIABLE = 'CAUSEWAY_E2E_STACK';

// Playwright's workers inherit the environment as the global setup leaves it.
export function publishStack(facts: StackFacts): void {
  process.env[VARIABLE] = JSON.stringify(facts);
}

export function readStackFacts(): StackFacts {
  const json = process.env[VARIABLE];
  if (json === undefined) throw new Error(`${VARIABLE} is not set: these tests run through playwright.config.ts`);
  return JSON.parse(json) as StackFacts;
}
