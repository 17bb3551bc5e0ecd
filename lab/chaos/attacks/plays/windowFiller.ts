import { setTimeout as sleep } from 'node:timers/promises';
import { parseEther, zeroAddress } from 'viem';
import { paidEvent, vaultAbi } from '#shared/abi/vaultAbi.ts';
import { setVaultCap } from '../../../bridge/setVaultCap.ts';
import { waitUntil } from '../../../processes/waitUntil.ts';
import type { Attack } from '../attack.ts';
import type { Attacker } from '../world/attacker.ts';
import { createAttacker } from '../world/attacker.ts';
import type { AttackedSide, AttackWorld } from '../world/attackWorld.ts';

const MAX_WAIT_SECONDS = 60;
// The deadline, and the time of a refund.
const SETTLED_MS = 2 * MAX_WAIT_SECONDS * 1000;
const FIRST = parseEther('2');
const LARGE = parseEther('0.5');
const STEP = parseEther('0.1');
const LARGEST = parseEther('1000000');
const BACKLOG = 10;
// Longer than a waiting payment takes to its next try, so that the attacker's payments can take each part.
const STEP_MS = 8000;
const POLL_MS = 100;

async function readWindow({ chain, deployment }: AttackedSide) {
  const vault = { address: deployment.vault, abi: vaultAbi, args: [zeroAddress] } as const;
  const [{ perWindow }, spendable] = await Promise.all([
    chain.client.readContract({ ...vault, functionName: 'capOf' }),
    chain.client.readContract({ ...vault, functionName: 'spendable' }),
  ]);
  return { spent: perWindow - spendable, spendable };
}

async function allow(side: AttackedSide, left: bigint): Promise<void> {
  const { spent } = await readWindow(side);
  await setVaultCap(side, zeroAddress, { perPayment: LARGEST, perWindow: spent + left });
}

/** Whether a depositor was paid on the second chain, or refunded on the first. */
async function isSettled({ sides: [origin, destination] }: AttackWorld, { address, account }: Attacker) {
  const isPaid = async ({ chain, vaults }: AttackedSide, to: Attacker['address']) => {
    const filter = { address: vaults, event: paidEvent, args: { to }, fromBlock: 0n } as const;
    return (await chain.client.getLogs(filter)).length > 0;
  };
  return (await isPaid(destination, address)) || (await isPaid(origin, account));
}

/** The window frees a little at a time, and a payment of the attacker waits for each part before a larger one fits. */
async function fillWindow(world: AttackWorld, attacker: Attacker, honest: Attacker): Promise<boolean> {
  const [, side] = world.sides;
  // The window can free enough for the large payment only if its cap allows it.
  await attacker.deposit({ amount: FIRST });
  await waitUntil(async () => (await readWindow(side)).spent > LARGE, { timeoutMs: 60_000, what: 'the first payout' });
  await allow(side, 0n);
  await honest.deposit({ amount: LARGE });
  await attacker.depositAtOnce(BACKLOG, { amount: STEP });
  const endMs = performance.now() + SETTLED_MS;
  while (performance.now() < endMs) {
    const { spendable } = await readWindow(side);
    await allow(side, spendable + STEP);
    await attacker.deposit({ amount: STEP });
    const nextMs = performance.now() + STEP_MS;
    while (performance.now() < nextMs && (await readWindow(side)).spendable >= STEP) await sleep(POLL_MS);
    if (await isSettled(world, honest)) return true;
  }
  return false;
}

export const windowFiller: Attack = {
  name: 'window-filler',
  title: "Window: small payouts use up what the vault's window frees, while a larger one waits",
  configure: ({ lab }) => {
    lab.maxWaitSeconds = MAX_WAIT_SECONDS;
  },
  mayStop: "the window is full, so the service quotes nothing in the token until the attacker's payouts are made",
  prepare: async (world) => {
    const [, side] = world.sides;
    const [attacker, honest] = [await createAttacker(world), await createAttacker(world)];
    return async () => {
      const filled = fillWindow(world, attacker, honest).finally(() => allow(side, LARGEST));
      filled.catch(() => {});
      return {
        stop: async () => {
          if (!(await filled)) throw new Error(`the larger payout is neither paid nor refunded after ${SETTLED_MS} ms`);
        },
      };
    };
  },
};
