import { expectedDeposit } from '#client/findMismatches.ts';
import type { Registry } from '../../config/registry.ts';
import { joinTerms } from '../../config/registry.ts';
import { isEqual } from '../../lib/isEqual.ts';
import type { TransferTerms } from './transferTerms.ts';

/**
 * Whether the app, which encodes the deposit of stored terms again from the registry, gets the stored transaction. Other pages
 * of the same origin can edit the storage, and the operator can replace a contract.
 */
export function encodesAgain(terms: TransferTerms, registry: Registry): boolean {
  const joined = joinTerms(registry, terms);
  if (!joined || terms.maker !== joined.origin.vault) return false;
  const { to, data, value } = expectedDeposit(terms, joined, terms.send);
  return isEqual({ to, data, value }, terms.deposit);
}
