import type { Address } from 'viem';
import { parseGwei } from 'viem';
import { compileContracts } from '../../../contracts/artifacts.ts';
import { compareFunds } from '../audit/createBridgeAuditor.ts';
import { addVault } from '../chains/deployment.ts';
import type { Installation } from '../installation/installation.ts';
import type { Testbed } from '../installation/testbed.ts';
import { waitUntil } from '../processes/waitUntil.ts';
import type { TrafficDrill } from './drill.ts';
import { nothingToStop } from './drill.ts';

/** Deploys a second, funded vault on each chain. @returns the vaults in the order of the chains */
async function deployVaults({ bridge, sides, audited }: Testbed): Promise<readonly Address[]> {
  const artifacts = await compileContracts();
  const vaults: Address[] = [];
  for (const [index, { chain, deployment, vaults: known }] of sides.entries()) {
    const vault = await addVault(chain, { artifacts, hotWallet: bridge.hotWallet, deployment });
    known.push(vault);
    vaults.push(vault);
    const own = audited[index];
    own?.vaults.push(vault);
    if (own) await compareFunds(own, chain, vault);
  }
  return vaults;
}

/** Ends a hot wallet's halt. The command refuses until every nonce of the old database is final. */
async function endHalt(installation: Installation, chainName: string): Promise<void> {
  let refusal = '';
  const decision = ['--decisions', 'none', '--why', 'moved to a new database', '--who', 'alice'];
  const unhalt = async () => {
    const { code, stderr } = await installation.operator().run('unhalt', chainName, ...decision);
    refusal = stderr.trim();
    return code === 0;
  };
  try {
    await waitUntil(unhalt, { timeoutMs: 120_000, everyMs: 1000, what: `the end of the halt on ${chainName}` });
  } catch (error) {
    throw new Error(`the halt of ${chainName} did not end: ${refusal}`, { cause: error });
  }
}

/** Moves to the new vaults and an empty database, as the runbook says, and ends each hot wallet's halt. */
async function move(installation: Installation, vaults: readonly Address[]): Promise<void> {
  const { file } = installation;
  const chains = file.chains.map((chain, index) => ({
    ...chain,
    vault: vaults[index] ?? chain.vault,
    retiredVaults: chain.vault === undefined ? [] : [chain.vault],
  }));
  await installation.halt();
  await installation.writeFile({ ...file, chains });
  await installation.replaceDatabase(await installation.createDatabase());
  await installation.run();
  for (const { name } of chains) await endHalt(installation, name);
  await installation.untilPairs();
}

/** An operator's move, which must not pay the history again. The thief could be anyone who was paid before. */
const newDatabase: TrafficDrill = {
  kind: 'traffic',
  name: 'new-database',
  title: 'New vault and database: every past deposit could be paid again',
  leavesTraces: true,
  prepare: async (installation) => {
    const vaults = await deployVaults(installation.testbed);
    return async () => {
      await move(installation, vaults);
      return nothingToStop;
    };
  },
};

const DAY_MS = 86_400_000;
const AHEAD_FOR_MS = 4000;

/**
 * Gas is expensive while the clock is wrong, so a fee schedule that the worker stores then would charge more than users were
 * quoted.
 */
const clockAhead: TrafficDrill = {
  kind: 'traffic',
  name: 'clock-ahead',
  title: "Clock: the worker's clock runs 24 hours ahead for 4 s while gas is expensive",
  leavesTraces: true,
  prepare: async ({ testbed: { sides }, workers: [worker] }) => {
    const set = async (aheadMs: number, gwei: string) => {
      await worker?.setClock(aheadMs);
      for (const { chain } of sides) chain.setBaseFee(parseGwei(gwei));
    };
    return async () => {
      await set(DAY_MS, '20');
      const ended = new Promise((resolve) => setTimeout(resolve, AHEAD_FOR_MS)).then(() => set(0, '0'));
      return { stop: () => ended };
    };
  },
};

export const OPERATIONS: readonly TrafficDrill[] = [newDatabase, clockAhead];
