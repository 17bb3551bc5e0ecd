import { setTimeout as sleep } from 'node:timers/promises';
import { parseEther, zeroAddress } from 'viem';
import { setVaultCap } from '../../../bridge/setVaultCap.ts';
import type { Attack } from '../attack.ts';
import { createAttacker } from '../world/attacker.ts';

// The next deposit comes before the last one is decided, so one is always undecided.
const EVERY_MS = 500;
const WINDOW = parseEther('1');
const REFUND_WINDOW = parseEther('1000');
const REFUND_CAP = parseEther('500');
const ABOVE_REFUND_CAP = parseEther('2000');

/** Each deposit would take all that the other vault's window allows. The first one is above what its own vault refunds at once. */
export const unpayableDeposits: Attack = {
  name: 'unpayable-deposits',
  title: 'Closed pairs: deposits of a whole window without a valid recipient, and one above the cap of a refund',
  prepare: async (world) => {
    const [origin, destination] = world.sides;
    const attacker = await createAttacker(world);
    await setVaultCap(origin, zeroAddress, { perPayment: REFUND_CAP, perWindow: REFUND_WINDOW });
    await setVaultCap(destination, zeroAddress, { perPayment: WINDOW, perWindow: WINDOW });
    return async () => {
      let isStopped = false;
      const deposits = async () => {
        await attacker.deposit({ target: 'no address', amount: ABOVE_REFUND_CAP });
        while (!isStopped) {
          await attacker.deposit({ target: 'no address', amount: WINDOW });
          await sleep(EVERY_MS);
        }
      };
      const ended = deposits();
      ended.catch(() => {});
      return {
        stop: () => {
          isStopped = true;
          return ended;
        },
      };
    };
  },
  leadMs: 3000,
};
