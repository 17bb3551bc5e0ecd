import type { Hex } from 'viem';
import { concat } from 'viem';
import type { RlpItem } from './rlp.ts';
import { decodeRlp, encodeRlp, listOf } from './rlp.ts';

/** A typed item: its type byte, then its fields (EIP-2718). */
export function typed(type: number, fields: readonly RlpItem[]): Hex {
  const list = encodeRlp(fields);
  return type === 0 ? list : concat([`0x${type.toString(16).padStart(2, '0')}`, list]);
}

/** Reads an item with or without a type byte. A list starts with 0xc0 or more, and a type is below 0x80. */
export function readTyped(bytes: Hex): { readonly type: number; readonly fields: readonly RlpItem[] } | null {
  const first = Number.parseInt(bytes.slice(2, 4), 16);
  const type = first < 0x80 ? first : 0;
  const fields = listOf(decodeRlp(type === 0 ? bytes : `0x${bytes.slice(4)}`));
  return fields && { type, fields };
}
