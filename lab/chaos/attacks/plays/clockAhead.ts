import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseGwei } from 'viem';
import type { Attack } from '../attack.ts';
import type { AttackWorld } from '../world/attackWorld.ts';
import { preloadClock } from '../world/preloadClock.ts';

const DAY_MS = 86_400_000;
const AHEAD_FOR_MS = 4000;
const STEP_MS = 200;
const CLOCK_FILE = 'clock';

/** Sets the worker's clock ahead and raises the base fee of both chains meanwhile. */
async function runAhead({ folder, sides }: AttackWorld): Promise<void> {
  const setClock = (aheadMs: number) => writeFile(join(folder.path, CLOCK_FILE), String(aheadMs));
  const setBaseFees = (gwei: string) =>
    Promise.all(sides.map(({ chain }) => chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei(gwei) })));
  await setClock(DAY_MS);
  for (let passedMs = 0; passedMs < AHEAD_FOR_MS; passedMs += STEP_MS) {
    await setBaseFees('20');
    await sleep(STEP_MS);
  }
  await setBaseFees('0');
  await setClock(0);
}

/** While the clock is wrong, gas is expensive: a schedule that the worker stores then charges more than users were quoted. */
export const clockAhead: Attack = {
  name: 'clock-ahead',
  title: "Clock: the worker's clock runs 24 hours ahead for 4 s while gas is expensive",
  workerEnvironment: (folder) => preloadClock(join(folder, CLOCK_FILE)),
  prepare: async (world) => async () => {
    const ended = runAhead(world);
    ended.catch(() => {});
    return { stop: () => ended };
  },
};
