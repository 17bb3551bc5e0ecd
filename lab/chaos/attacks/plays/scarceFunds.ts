import type { Address } from 'viem';
import { encodeAbiParameters, keccak256, numberToHex, parseUnits } from 'viem';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import { waitUntil } from '../../../processes/waitUntil.ts';
import type { Attack } from '../attack.ts';
import { listUnstored } from '../measure/listUnstored.ts';
import { createAttacker } from '../world/attacker.ts';
import type { AttackedSide, AttackWorld } from '../world/attackWorld.ts';

const TOKEN = 'WBTC';
const DEPOSITS = 4;
const DECIMALS = { origin: 8, destination: 18 } as const;
// The vault can make one of these payments.
const AMOUNT = parseUnits('0.6', DECIMALS.origin);
const FUNDS = parseUnits('1', DECIMALS.destination);
const MAX_WAIT_SECONDS = 60;
const REFUNDS_MS = 240_000;

/** Leaves a vault this much of the token. OpenZeppelin's ERC-20 keeps its balances in a mapping at slot 0. */
async function leaveFunds({ chain, deployment, token }: AttackedSide): Promise<void> {
  const index = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [deployment.vault, 0n]));
  await chain.client.setStorageAt({ address: token(TOKEN), index, value: numberToHex(FUNDS, { size: 32 }) });
}

async function countPayments({ chain, deployment }: AttackedSide, to: Address): Promise<number> {
  const { vault: address } = deployment;
  const logs = await chain.client.getLogs({ address, event: paidEvent, args: { to }, fromBlock: 0n, strict: true });
  return logs.length;
}

/** Waits until each deposit is paid or refunded. @throws if the signer signed a payment that the worker has not stored */
async function verifyEnd(world: AttackWorld, { address, account }: { address: Address; account: Address }) {
  const [origin, destination] = world.sides;
  const isOver = async () => {
    const paid = await countPayments(destination, address);
    return paid > 0 && paid + (await countPayments(origin, account)) === DEPOSITS;
  };
  await waitUntil(isOver, { timeoutMs: REFUNDS_MS, everyMs: 500, what: "the attacker's payout and refunds" });
  const [dropped] = await listUnstored(world);
  if (dropped) throw new Error(`the signer signed a payment at nonce ${dropped.nonce} that the worker dropped`);
}

/** Each payment fits the vault's balance, and no two of them do. The attacker gets the capital back and pays for gas. */
export const scarceFunds: Attack = {
  name: 'scarce-funds',
  title: `Scarce funds: ${DEPOSITS} deposits at once, each of more than half of what the vault has`,
  configure: ({ lab }) => {
    lab.maxWaitSeconds = MAX_WAIT_SECONDS;
  },
  prepare: async (world) => {
    const [origin, destination] = world.sides;
    const attacker = await createAttacker(world);
    await leaveFunds(destination);
    return async () => {
      await attacker.depositAtOnce(DEPOSITS, { token: origin.token(TOKEN), amount: AMOUNT });
      return { stop: () => verifyEnd(world, attacker) };
    };
  },
};
