import type { Address } from 'viem';
import { parseEther } from 'viem';
import type { BridgeSide } from '../chains/testBridge.ts';
import type { AttackerDeposit } from '../installation/deposits.ts';
import { BURNER, createAttacker } from '../installation/deposits.ts';
import type { Random } from '../random.ts';

/** An attacker who deposits on one chain throughout the campaign. */
export type Stranger = {
  /** The accounts whose deposits may stay unpaid. */
  readonly accounts: readonly Address[];
  /** Makes one of the attacks. @returns how many deposits it made */
  attack(): Promise<number>;
};

const BATCH = 40;
const BURST = 10;
const SMALL = parseEther('0.0002');

/** The attacks a stranger can make with deposits: a log bomb, starvation, a burst, and refunds that burn gas. */
export async function createStranger(side: BridgeSide, destinationId: number, random: Random): Promise<Stranger> {
  const [attacker, burner] = await Promise.all([
    createAttacker(side, destinationId),
    createAttacker(side, destinationId),
  ]);
  const together = async (deposit: AttackerDeposit) => {
    await attacker.depositTogether(BATCH, deposit);
    return BATCH;
  };
  const burn = async () => {
    await burner.deposit({ target: 'nowhere' });
    await side.chain.client.setCode({ address: burner.account, bytecode: BURNER });
    return 1;
  };
  const burst = async () => {
    await attacker.depositAtOnce(BURST);
    return BURST;
  };
  const attacks = [
    () => together({ target: 'x'.repeat(128), amount: 1n }),
    () => together({ amount: SMALL }),
    burst,
    burn,
  ] as const;
  return {
    accounts: [...attacker.depositors, ...burner.depositors],
    // A reorg or a full pool may reject a deposit, which does not matter to an attacker.
    attack: () =>
      random
        .pick(attacks)()
        .catch(() => 0),
  };
}
