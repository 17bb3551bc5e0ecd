import type { Hex } from 'viem';

const DELEGATION_PREFIX = '0xef0100';

/** EIP-7702: an ordinary account that has delegated to a contract's code. */
export function isDelegated(code: Hex): boolean {
  return code.toLowerCase().startsWith(DELEGATION_PREFIX);
}

/** Whether the account is a contract, such as a Safe: its owners sign instead of the account's own key. */
export function isContract(code: Hex): boolean {
  return code !== '0x' && !isDelegated(code);
}
