import type { Witness } from '#shared/proof/proofFile.ts';
import type { ComparedBlock } from '../../../domain/desk/weighWitnesses.ts';
import { weighWitnesses } from '../../../domain/desk/weighWitnesses.ts';

/** Whether the chains have the blocks of a consistent file. */
export type Agreement =
  /** No endpoint has answered yet. Anyone can write a consistent file. */
  | 'notCompared'
  /** An endpoint of each chain shows the block, and none shows another one. */
  | 'agreed'
  | 'differs'
  /** For one block at least, no endpoint shows it. */
  | 'unconfirmed';

/** @param witnesses null before the endpoints have answered */
export function agreementOf(blocks: readonly ComparedBlock[], witnesses: readonly Witness[] | null): Agreement {
  if (!witnesses) return 'notCompared';
  const weighed = weighWitnesses(blocks, witnesses);
  if (weighed.some(({ differing }) => differing.length > 0)) return 'differs';
  return weighed.every(({ agreed }) => agreed > 0) ? 'agreed' : 'unconfirmed';
}
