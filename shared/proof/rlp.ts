import type { Hex } from 'viem';
import { fromRlp, toRlp } from 'viem';

/** An RLP value: bytes, or a list of values. https://ethereum.org/developers/docs/data-structures-and-encoding/rlp */
export type RlpItem = Hex | readonly RlpItem[];

/** Encodes an item. viem's type asks for mutable arrays. */
export function encodeRlp(item: RlpItem): Hex {
  return toRlp(item as Parameters<typeof toRlp>[0]) as Hex;
}

/** Encodes a number in RLP: without leading zeros, and zero as no bytes. */
export function rlpInteger(value: bigint | number): Hex {
  if (BigInt(value) === 0n) return '0x';
  const digits = BigInt(value).toString(16);
  return `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`;
}

/**
 * Reads an item. viem also accepts lengths with leading zeros and ignores bytes after the end, so the item is encoded
 * again and must be the same bytes.
 * @returns null for any other bytes
 */
export function decodeRlp(bytes: Hex): RlpItem | null {
  try {
    const item: RlpItem = fromRlp(bytes, 'hex');
    return encodeRlp(item) === bytes ? item : null;
  } catch {
    return null;
  }
}

/** A list's items; null for bytes. */
export function listOf(item: RlpItem | null | undefined): readonly RlpItem[] | null {
  return typeof item === 'string' || !item ? null : item;
}

/** An item's bytes; null for a list, or if the length isn't the requested one. */
export function bytesOf(item: RlpItem | null | undefined, length?: number): Hex | null {
  if (typeof item !== 'string') return null;
  return length === undefined || item.length === 2 + 2 * length ? item : null;
}

/** The number that an item encodes; null for a list, for leading zeros, or for more than 256 bits. */
export function integerOf(item: RlpItem | null | undefined): bigint | null {
  const bytes = bytesOf(item);
  if (bytes === null || bytes.startsWith('0x00') || bytes.length > 66) return null;
  return bytes === '0x' ? 0n : BigInt(bytes);
}
