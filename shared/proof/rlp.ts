import type { Hex } from 'viem';
import { fromRlp } from 'viem';

/** An RLP value: bytes, or a list of values. https://ethereum.org/developers/docs/data-structures-and-encoding/rlp */
export type RlpItem = Hex | readonly RlpItem[];

const MAX_SHORT_BYTES = 55;

function wholeBytes(digits: string): string {
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

/** The digits of a string (from 0x80) or list (from 0xc0) with its length. */
function withLength(first: 0x80 | 0xc0, content: string): string {
  const bytes = content.length / 2;
  if (bytes <= MAX_SHORT_BYTES) return (first + bytes).toString(16) + content;
  const length = wholeBytes(bytes.toString(16));
  return (first + MAX_SHORT_BYTES + length.length / 2).toString(16) + length + content;
}

function digitsOf(item: RlpItem): string {
  if (typeof item !== 'string') return withLength(0xc0, item.map(digitsOf).join(''));
  const digits = wholeBytes(item.slice(2).toLowerCase());
  return digits.length === 2 && digits < '80' ? digits : withLength(0x80, digits);
}

/** Encodes an item. viem's encoder takes seconds for a megabyte of small items, which a stranger's file can have. */
export function encodeRlp(item: RlpItem): Hex {
  return `0x${digitsOf(item)}`;
}

/** Encodes a number in RLP: without leading zeros, and zero as no bytes. */
export function rlpInteger(value: bigint | number): Hex {
  return BigInt(value) === 0n ? '0x' : `0x${wholeBytes(BigInt(value).toString(16))}`;
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
