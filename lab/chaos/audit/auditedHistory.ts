import type { Address } from 'viem';
import type { RouteTerms } from './expectedPayment.ts';

/** The terms of one configuration of the service. */
export type TermsVersion = {
  readonly routes: readonly RouteTerms[];
  /** When the first process started with these terms. They justify no earlier payment. */
  readonly startedMs: number;
  /**
   * When the service had begun to quote them; infinite before. A later deposit must get at least what they give, even if
   * other terms replaced them meanwhile: a test's quotes stay valid until its end.
   */
  quotedMs: number;
};

/** What the configuration was and is. Whoever changes the configuration adds to it, and the auditor reads it each time. */
export type AuditedHistory = {
  readonly terms: TermsVersion[];
  /** When a vault became a retired one. It must pay for no later deposit. */
  readonly retirements: Map<Address, number>;
};

/** The history of a configuration that never changes. */
export function startHistory(routes: readonly RouteTerms[]): AuditedHistory {
  return { terms: [{ routes, startedMs: 0, quotedMs: 0 }], retirements: new Map() };
}
