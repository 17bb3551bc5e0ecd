import type { Hash } from 'viem';
import type { Witness } from '#shared/proof/proofFile.ts';

/** A block by its place and its hash. */
export type ComparedBlock = { readonly chainId: number; readonly blockNumber: bigint; readonly blockHash: Hash };

/** What the endpoints of a chain say of one block. */
export type BlockWitnesses = {
  readonly chainId: number;
  readonly asked: number;
  readonly agreed: number;
  readonly differing: readonly string[];
  readonly silent: readonly string[];
};

/** Counts the endpoints that show each block, and names the others. */
export function weighWitnesses(
  blocks: readonly ComparedBlock[],
  witnesses: readonly Witness[],
): readonly BlockWitnesses[] {
  return blocks.map(({ chainId, blockNumber, blockHash }) => {
    const asked = witnesses.filter((one) => one.chainId === chainId && one.blockNumber === blockNumber);
    const silent = asked.filter((one) => one.blockHash === null);
    const differing = asked.filter((one) => one.blockHash !== null && one.blockHash !== blockHash);
    return {
      chainId,
      asked: asked.length,
      agreed: asked.length - silent.length - differing.length,
      differing: differing.map(({ endpoint }) => endpoint),
      silent: silent.map(({ endpoint }) => endpoint),
    };
  });
}
