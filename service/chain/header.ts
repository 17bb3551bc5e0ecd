import type { Hash, Hex } from 'viem';

/** The fields of a block header that the service reads. */
export type Header = {
  readonly number: bigint;
  readonly hash: Hash;
  readonly parentHash: Hash;
  readonly time: Date;
  /** 0 on a chain without a base fee. */
  readonly baseFee: bigint;
  /** Null when the provider reports none. */
  readonly logsBloom: Hex | null;
};
