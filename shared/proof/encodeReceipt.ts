import type { Hex } from 'viem';
import type { RpcReceipt } from './block.ts';
import type { RlpItem } from './rlp.ts';
import { rlpInteger } from './rlp.ts';
import { typed } from './typed.ts';

const quantity = (value: Hex): Hex => rlpInteger(BigInt(value));

/**
 * A deposit of the OP stack adds its nonce and its version since Canyon. Before, endpoints also report the nonce, but the
 * root of the receipts is without it: https://specs.optimism.io/protocol/canyon/overview.html
 */
function opStackFields({ depositNonce, depositReceiptVersion }: RpcReceipt): readonly RlpItem[] {
  return depositNonce && depositReceiptVersion ? [quantity(depositNonce), quantity(depositReceiptVersion)] : [];
}

/**
 * Encodes a receipt as the trie of its block holds it. All types have the same fields, but for the deposits of the OP stack.
 * The caller compares the root of the block, which differs where a chain encodes a type in another way.
 */
export function encodeReceipt(receipt: RpcReceipt): Hex {
  const { type, status, root, cumulativeGasUsed, logsBloom, logs } = receipt;
  return typed(Number(type ?? '0x0'), [
    root ?? quantity(status ?? '0x0'),
    quantity(cumulativeGasUsed),
    logsBloom,
    logs.map(({ address, topics, data }) => [address, topics, data]),
    ...opStackFields(receipt),
  ]);
}
