import type { Address, Hex } from 'viem';

/** A call that a Safe makes. */
export type SafeCall = { readonly to: Address; readonly value: bigint; readonly data: Hex };

type SafeBatch = {
  readonly chainId: number;
  readonly name: string;
  readonly description: string;
  readonly now: Date;
  readonly calls: readonly SafeCall[];
};

/**
 * Calls as a file for a Safe's Transaction Builder. @see https://help.safe.global/en/articles/40841-transaction-builder
 */
export function createSafeBatch({ chainId, name, description, now, calls }: SafeBatch) {
  return {
    version: '1.0',
    chainId: String(chainId),
    createdAt: now.getTime(),
    meta: { name, description },
    transactions: calls.map(({ to, value, data }) => ({
      ...{ to, value: value.toString(), data, contractMethod: null, contractInputsValues: null },
    })),
  };
}
