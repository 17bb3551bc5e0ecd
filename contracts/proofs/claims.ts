import { applyEdits, limitsEdits, vaultEdits } from './edits.ts';
import type { Claim } from './modelChecker.ts';
import { readSource } from './modelChecker.ts';

const LIMITS = 'contracts/src/vault/SpendingLimits.sol';
const VAULT = 'contracts/src/CausewayVault.sol';

/** The sources with the edits that let the model checker read them. */
export const limits = applyEdits(readSource(LIMITS), limitsEdits);
export const vault = applyEdits(readSource(VAULT), vaultEdits);

export const limitsClaim = (source: string): Claim => ({
  contract: 'SpendingLimitsProof',
  edited: { [LIMITS]: source },
});
export const vaultClaim = (source: string): Claim => ({ contract: 'PaidOnceProof', edited: { [VAULT]: source } });
