import type { Address } from 'viem';
import { isAddressEqual, zeroAddress } from 'viem';
import { readDeposits, readPayments } from '../../audit/readAuditedChain.ts';
import type { AttackedSide, AttackWorld } from '../world/attackWorld.ts';
import { connectVaults, createAppraisal } from './readMovements.ts';

// More than a simple payment or a batch of a few needs. A transaction above it burns gas for one of its recipients.
const HONEST_GAS = 1_000_000n;

/** What the bridge still holds of a depositor's native deposits on a chain. */
async function readKept(side: AttackedSide, depositor: Address): Promise<bigint> {
  const [chain] = connectVaults(side);
  if (!chain) throw new Error(`${side.name} has no vault`);
  const [deposits, payments] = await Promise.all([readDeposits(chain), readPayments(chain)]);
  const made = deposits.filter((deposit) => isAddressEqual(deposit.depositor, depositor));
  const refunds = payments.filter(({ id }) => made.some((deposit) => deposit.id === id));
  const sum = (entries: readonly { readonly amount: bigint }[]) =>
    entries.reduce((total, { amount }) => total + amount, 0n);
  return sum(made) - sum(refunds);
}

/**
 * Adds up the gas of the hot wallet's failed and oversized transactions on the first chain since a block. The result
 * is its value above what the bridge still holds of the depositor's deposits.
 */
export async function readUnpaidGas(
  world: AttackWorld,
  { depositor, from }: { readonly depositor: Address; readonly from: bigint },
): Promise<bigint> {
  const [side] = world.sides;
  const { chain, deployment } = side;
  const { client } = chain;
  const appraise = createAppraisal(world);
  let burnt = 0n;
  for (let number = from; number <= (await client.getBlockNumber()); number += 1n) {
    const { transactions } = await client.getBlock({ blockNumber: number, includeTransactions: true });
    for (const { hash, to } of transactions) {
      if (to?.toLowerCase() !== deployment.vault.toLowerCase()) continue;
      const { status, gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash });
      if (status === 'reverted' || gasUsed > HONEST_GAS) burnt += gasUsed * effectiveGasPrice;
    }
  }
  const kept = await readKept(side, depositor);
  return burnt > kept ? appraise(chain.id, zeroAddress, burnt - kept) : 0n;
}
