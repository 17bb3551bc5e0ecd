import type { Address, Hex } from 'viem';
import { parseTransaction, recoverTransactionAddress, serializeTransaction } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import type { TransactionToSign } from './transactions.ts';
import { toSerializable } from './transactions.ts';

// Half the order of secp256k1. Nodes reject signatures with a higher s (EIP-2).
const MAX_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Whether the bytes are exactly this transaction, signed by this account. */
export async function isSigned(raw: Hex, transaction: TransactionToSign, address: Address): Promise<boolean> {
  try {
    const { r, s, yParity } = parseTransaction(raw);
    if (r === undefined || s === undefined || yParity === undefined || BigInt(s) > MAX_S) return false;
    // In a legacy transaction, v has the chain id too (EIP-155). Computed from the requested chain, it fits no other one.
    const parity = transaction.fees.isLegacy ? { v: 27n + BigInt(yParity) } : { yParity };
    const expected = serializeTransaction(toSerializable(transaction), { r, s, ...parity });
    return (
      raw === expected && isSameAddress(await recoverTransactionAddress({ serializedTransaction: expected }), address)
    );
  } catch {
    return false;
  }
}
