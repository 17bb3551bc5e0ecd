import type { Address, Client } from 'viem';
import { call, estimateGas, simulateBlocks } from 'viem/actions';
import { isInsufficientGas, isRevert, revertReason } from '../../chain/chainErrors.ts';
import type { Call } from '../model/transactionPlan.ts';

export type SimulationResult = {
  /** The reason of the first call that reverts; null when every simulated call succeeds. */
  readonly reverted: string | null;
  /** Gas used by the simulated calls. */
  readonly gas: bigint;
  /** False when the node can simulate only the first call. */
  readonly isComplete: boolean;
};

async function simulateFirst(client: Client, account: Address, first: Call): Promise<SimulationResult> {
  try {
    await call(client, { account, ...first });
    const gas = await estimateGas(client, { account, ...first });
    return { reverted: null, gas, isComplete: false };
  } catch (error) {
    if (isRevert(error)) return { reverted: revertReason(error), gas: 0n, isComplete: false };
    // The gas check reports a balance that is too low for gas.
    if (isInsufficientGas(error)) return { reverted: null, gas: 0n, isComplete: false };
    throw error;
  }
}

/**
 * Simulates every call on the state that the previous one leaves (eth_simulateV1); null from a node that does not
 * support it.
 */
async function simulateAll(client: Client, account: Address, calls: readonly Call[]): Promise<SimulationResult | null> {
  try {
    const [block] = await simulateBlocks(client, { blocks: [{ calls: calls.map((one) => ({ account, ...one })) }] });
    const results = block?.calls ?? [];
    if (results.length !== calls.length) return null;
    const failed = results.find(({ status }) => status === 'failure');
    const gas = results.reduce((sum, { gasUsed }) => sum + gasUsed, 0n);
    return { reverted: failed ? revertReason(failed.error ?? failed) : null, gas, isComplete: true };
  } catch (error) {
    // Nodes refuse the method with many codes, and proxies with HTTP errors. Only a revert says something about the
    // calls.
    return isRevert(error) ? { reverted: revertReason(error), gas: 0n, isComplete: false } : null;
  }
}

/**
 * Simulates calls in order. A node that does not support that simulates only the first call. Throws when no node can do
 * even that: the caller then has no result, which is neither a success nor a revert.
 */
export async function simulateInOrder(
  client: Client,
  account: Address,
  planned: readonly Call[],
): Promise<SimulationResult> {
  const calls = planned.map(({ to, data, value }) => ({ to, data, value }));
  const [first] = calls;
  if (!first) return { reverted: null, gas: 0n, isComplete: true };
  return (await simulateAll(client, account, calls)) ?? simulateFirst(client, account, first);
}
