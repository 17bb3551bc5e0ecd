import type { Hash } from 'viem';

/** A block of a proof. */
export type ProofBlock = { readonly chainId: number; readonly blockNumber: bigint; readonly blockHash: Hash };

/** What a chain's endpoints say about one block. Endpoints are named by host. */
export type BlockAnswers = {
  readonly chainId: number;
  readonly asked: number;
  readonly agreed: number;
  readonly differing: readonly string[];
  readonly silent: readonly string[];
};

/** An endpoint's block at that height; null without an answer. */
type EndpointBlock = { readonly host: string; readonly blockHash: Hash | null };

/** Counts the endpoints that show a block, and names the others. */
export function weighBlock({ chainId, blockHash }: ProofBlock, answers: readonly EndpointBlock[]): BlockAnswers {
  const hostsOf = (some: readonly EndpointBlock[]) => some.map(({ host }) => host);
  const silent = answers.filter((one) => one.blockHash === null);
  const agreed = answers.filter((one) => one.blockHash === blockHash);
  const differing = answers.filter((one) => !silent.includes(one) && !agreed.includes(one));
  return {
    ...{ chainId, asked: answers.length, agreed: agreed.length },
    ...{ differing: hostsOf(differing), silent: hostsOf(silent) },
  };
}

/** Whether the chains have the blocks of a consistent proof file. */
export type Agreement =
  /** No endpoint has answered yet. Anyone can write a consistent file. */
  | 'notCompared'
  /** At least one endpoint of each chain shows its block, and none shows another block. */
  | 'agreed'
  | 'differs'
  /** No endpoint shows at least one of the blocks. */
  | 'unconfirmed';

/** @param answers for each block of the file; null before the endpoints have answered */
export function agreementOf(answers: readonly BlockAnswers[] | null): Agreement {
  if (!answers) return 'notCompared';
  if (answers.some(({ differing }) => differing.length > 0)) return 'differs';
  return answers.every(({ agreed }) => agreed > 0) ? 'agreed' : 'unconfirmed';
}
