import type { Hex } from 'viem';
import { hexToBytes, keccak256 } from 'viem';

/** Whether a block's logsBloom admits a log with this address or topic. With an honest filter, false means that the block has none. */
export function mayContain(bloom: Hex, value: Hex): boolean {
  const bits = hexToBytes(bloom);
  const hash = keccak256(value, 'bytes');
  return [0, 2, 4].every((offset) => {
    const bit = (((hash[offset] ?? 0) << 8) | (hash[offset + 1] ?? 0)) & 2047;
    return ((bits[255 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0;
  });
}
