import type { Reason } from '../../domain/reason.ts';
import { because } from '../../domain/reason.ts';

/** Why a vault refuses a payment that is right. `isAlert`: only a person can end the wait. */
export type VaultRefusal = { readonly note: Reason; readonly isAlert: boolean };

/**
 * Reads a vault's error about a simulated payment. The payment then waits and is not tried, because nothing is wrong with it.
 * @returns null for an error about the payment itself
 */
export function readVaultRefusal(error: string, chainName: string): VaultRefusal | null {
  const wait = (what: string) => `the payment waits until ${what}`;
  switch (error) {
    case 'PaymentsPaused':
      return { note: because('vault_paused', wait(`the vault on ${chainName} is no longer paused`)), isAlert: true };
    case 'AbovePaymentCap':
      return {
        note: because('vault_limit', wait(`the vault on ${chainName} allows so large a payment`)),
        isAlert: true,
      };
    case 'Unauthorized':
      return {
        note: because('vault_paused', wait(`the vault on ${chainName} allows the hot wallet to pay`)),
        isAlert: true,
      };
    case 'AboveWindowCap':
      return { note: because('vault_limit', wait(`the vault's window on ${chainName} allows more`)), isAlert: false };
    case 'InsufficientBalance':
      return { note: because('funds_short', wait(`the vault on ${chainName} has enough funds`)), isAlert: false };
    default:
      return null;
  }
}
