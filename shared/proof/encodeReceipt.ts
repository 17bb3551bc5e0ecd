import type { Hex } from 'viem';
import type { RpcReceipt } from './block.ts';
import type { RlpItem } from './rlp.ts';
import { rlpInteger } from './rlp.ts';
import { typed } from './typed.ts';

const quantity = (value: Hex): Hex => rlpInteger(BigInt(value));

/**
 * Since Canyon, an OP-stack deposit adds its nonce and its version. Before that, endpoints also report the nonce, but
 * the receipts root excludes it: https://specs.optimism.io/protocol/canyon/overview.html
 */
function opStackFields({ depositNonce, depositReceiptVersion }: RpcReceipt): readonly RlpItem[] {
  return depositNonce && depositReceiptVersion ? [quantity(depositNonce), quantity(depositReceiptVersion)] : [];
}

/**
 * Encodes a receipt as its block's trie contains it. All types have the same fields, except OP-stack deposits. The
 * caller compares the block's root, which differs if a chain encodes a type differently.
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
