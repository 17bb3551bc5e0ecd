import type { Address, Client } from 'viem';
import { call, estimateGas, simulateBlocks } from 'viem/actions';
import type { Call } from '../domain/transactionPlan.ts';
import { hasErrorCode, isInsufficientGas, isRevert, revertReason } from './chainErrors.ts';

export type SimulationResult = {
  /** The reason of the first call that reverts; null when every simulated call succeeds. */
  readonly reverted: string | null;
  /** Gas used by the simulated calls. */
  readonly gas: bigint;
  /** False when the node can simulate the first call only. */
  readonly isComplete: boolean;
};

// Codes of nodes without the method: method not found, method not supported, unsupported method (EIP-1193).
const METHOD_MISSING: ReadonlySet<number> = new Set([-32_601, -32_004, 4200]);

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
 * Simulates calls in order, each on the state that the previous one leaves (eth_simulateV1). A node without that method
 * simulates the first call only. Throws when no node answers.
 */
export async function simulateInOrder(
  client: Client,
  account: Address,
  planned: readonly Call[],
): Promise<SimulationResult> {
  const calls = planned.map(({ to, data, value }) => ({ to, data, value }));
  const [first] = calls;
  if (!first) return { reverted: null, gas: 0n, isComplete: true };
  try {
    const [block] = await simulateBlocks(client, { blocks: [{ calls: calls.map((one) => ({ account, ...one })) }] });
    const results = block?.calls ?? [];
    if (results.length !== calls.length) return await simulateFirst(client, account, first);
    const failed = results.find(({ status }) => status === 'failure');
    const gas = results.reduce((sum, { gasUsed }) => sum + gasUsed, 0n);
    return { reverted: failed ? revertReason(failed.error ?? failed) : null, gas, isComplete: true };
  } catch (error) {
    if (hasErrorCode(error, METHOD_MISSING)) return simulateFirst(client, account, first);
    throw error;
  }
}
