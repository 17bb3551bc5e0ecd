import type { Address, Client, Hex } from 'viem';
import { BaseError } from 'viem';
import { call, estimateGas, simulateBlocks } from 'viem/actions';
import { isInsufficientGas, isRevert, revertReason } from '../wallet/walletProblem.ts';

export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint };

/** Calls that were tried out one on top of the other, and not sent. */
export type Rehearsal = {
  /** What the first call that fails says; null where all of those that were tried go through. */
  readonly reverted: string | null;
  /** Gas of the calls that were tried. */
  readonly gas: bigint;
  /** False where the node can try only the first: the later ones build on what it would change. */
  readonly isWhole: boolean;
};

const NOT_OFFERED = new Set([-32_601, -32_004, 4200]);

function isNotOffered(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  return (
    error.walk((e) => typeof e === 'object' && e !== null && 'code' in e && NOT_OFFERED.has(Number(e.code))) !== null
  );
}

async function rehearseFirst(client: Client, account: Address, first: Call): Promise<Rehearsal> {
  try {
    await call(client, { account, ...first });
    const gas = await estimateGas(client, { account, ...first });
    return { reverted: null, gas, isWhole: false };
  } catch (error) {
    if (isRevert(error)) return { reverted: revertReason(error), gas: 0n, isWhole: false };
    // Too little for gas is another check's to say.
    if (isInsufficientGas(error)) return { reverted: null, gas: 0n, isWhole: false };
    throw error;
  }
}

/**
 * Tries calls out in order, each on what the ones before it would leave (eth_simulateV1). Nodes without it try the
 * first. Throws where no node answers.
 */
export async function simulateInOrder(client: Client, account: Address, calls: readonly Call[]): Promise<Rehearsal> {
  const [first] = calls;
  if (!first) return { reverted: null, gas: 0n, isWhole: true };
  try {
    const [block] = await simulateBlocks(client, { blocks: [{ calls: calls.map((one) => ({ account, ...one })) }] });
    const results = block?.calls ?? [];
    if (results.length !== calls.length) return await rehearseFirst(client, account, first);
    const failed = results.find(({ status }) => status === 'failure');
    const gas = results.reduce((sum, { gasUsed }) => sum + gasUsed, 0n);
    return { reverted: failed ? revertReason(failed.error ?? failed) : null, gas, isWhole: true };
  } catch (error) {
    if (isNotOffered(error)) return rehearseFirst(client, account, first);
    throw error;
  }
}
