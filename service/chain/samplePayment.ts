import type { Address } from 'viem';
import { keccak256, slice, toHex } from 'viem';
import type { Payment } from '../domain/payment.ts';

// Hashes look like the ids and recipients of real payments, which do not compress. No one has the recipient's key.
const ID = keccak256(toHex('causeway sample payment'));
const RECIPIENT = slice(keccak256(toHex('causeway sample recipient')), 0, 20);

/** A payment that is never made: to an account that has none of the token, which costs the most gas. */
export function samplePayment(token: Address): Payment {
  return { id: ID, token, to: RECIPIENT, amount: 1n };
}
