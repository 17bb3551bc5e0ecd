import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ALERT_CASES, selectCases } from './alerts/alertCases.ts';
import { describeAlerts } from './alerts/describeAlerts.ts';
import type { TriedAlert } from './alerts/runAlerts.ts';
import { runAlerts } from './alerts/runAlerts.ts';
import { TASKS } from './listTasks.ts';
import { createNetworkFile, keyOf } from './networkFile.ts';
import type { TaskResult } from './networksResult.ts';
import { describeNetworks, describeTasks } from './networksResult.ts';
import type { Network } from './startNetworks.ts';
import { startNetworks } from './startNetworks.ts';
import { FOLDER, tryDeployment } from './tryDeployment.ts';
import { DELAY_SECONDS, GUARDS, tryTasks } from './tryTasks.ts';

// An Ethereum epoch has 32 blocks of 12 s. On a rollup, a block is safe after a few minutes.
const REAL_EPOCHS = { ethereum: 32, rollup: 150 };
// An eighth of that, so that a transfer takes minutes, not a quarter of an hour.
const SHORT_EPOCHS = { ethereum: 4, rollup: 15 };
// For alerts, a transfer takes less than a minute.
const ALERT_EPOCHS = { ethereum: 1, rollup: 10 };

const describe = ({ name, id, family, blockSeconds, epoch, endpoints, usdc, feeds }: Network) =>
  [
    `${name}: chain ${id}, family ${family}, a block every ${blockSeconds} s, "safe" ${epoch} and "finalized" ${2 * epoch} blocks behind`,
    `  rpcUrls: ${endpoints.map(({ url }) => url).join(' ')}`,
    `  USDC: ${usdc}`,
    ...Object.entries(feeds).map(([token, address]) => `  price feed ${token} / USD: ${address}`),
  ].join('\n');

/** Starts the networks, and writes an installation.json for them, until Ctrl-C. */
export async function keepNetworks(folder: string): Promise<void> {
  const networks = await startNetworks(REAL_EPOCHS);
  const out = resolve(folder);
  await mkdir(out, { recursive: true });
  const file = `${JSON.stringify(createNetworkFile(networks, new Date()), null, 2)}\n`;
  await writeFile(join(out, 'installation.json'), file);
  for (const [index, name] of ['deployer.key', 'sender.key'].entries()) {
    await writeFile(join(out, name), keyOf(index), { mode: 0o600 });
  }
  for (const network of [networks.ethereum, networks.rollup]) console.log(describe(network));
  console.log(
    `\n${out} has an installation.json and the keys of two accounts with funds. Next: docs/deploying.md. Ctrl-C ends the networks.`,
  );
  await new Promise<never>(() => {});
}

/**
 * Deploys on the networks as docs/deploying.md says, then tries the entries of the runbook, and prints the result.
 * @param only the alerts to try; by default all
 */
export async function tryRunbook(print: (line: string) => void, only: readonly string[] | null): Promise<void> {
  const cases = only ? selectCases(only) : ALERT_CASES;
  const networks = await startNetworks(ALERT_EPOCHS);
  try {
    print('the networks run');
    let tried: readonly TriedAlert[] = [];
    await tryDeployment({
      ...{ networks, print, change: { lab: { delaySeconds: DELAY_SECONDS } } },
      use: async (world) => {
        tried = await runAlerts(world, FOLDER, cases);
      },
    });
    const trials = cases.flatMap((one) => one.trials);
    console.log(describeAlerts(tried, trials));
    console.log(`\n${tried.length} of ${trials.length} faults raised their alert, and the runbook ended it.`);
    const failed = trials.length - tried.length;
    print(failed === 0 ? `passed: ${tried.length} faults` : `FAILED: ${failed} of ${trials.length} faults`);
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    await networks.stop();
  }
}

/** Follows docs/deploying.md on the networks, then the tasks of docs/operating.md, and prints the result. */
export async function tryNetworks(print: (line: string) => void): Promise<void> {
  const networks = await startNetworks(SHORT_EPOCHS);
  // One token is added later, by its task.
  const tokens = createNetworkFile(networks, new Date()).tokens.filter(({ name }) => name === 'ETH');
  try {
    print('the networks run');
    let tasks: readonly TaskResult[] = [];
    const result = await tryDeployment({
      ...{ networks, print, change: { tokens, guards: GUARDS, lab: { delaySeconds: DELAY_SECONDS } } },
      after: async (world) => {
        tasks = await tryTasks(world, TASKS);
      },
    });
    console.log(`${describeNetworks(result)}\n\n${describeTasks(tasks)}`);
    const { steps, transfers } = result;
    const seconds = transfers.map((transfer) => transfer.seconds).join(' and ');
    console.log(`\n${steps.length} commands, transfers delivered in ${seconds} s, ${tasks.length} tasks done.`);
    print(`passed: two transfers delivered, ${tasks.length} tasks done`);
  } finally {
    await networks.stop();
  }
}
