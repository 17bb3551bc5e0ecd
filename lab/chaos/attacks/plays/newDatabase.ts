import { writeFile } from 'node:fs/promises';
import type { Address } from 'viem';
import { compileContracts } from '../../../../contracts/artifacts.ts';
import { addVault } from '../../../installation/deployment.ts';
import { waitUntil } from '../../../processes/waitUntil.ts';
import type { OperatorCommand } from '../../../service/operatorCommand.ts';
import { createOperatorCommand } from '../../../service/operatorCommand.ts';
import type { Attack } from '../attack.ts';
import { nothingToStop } from '../attack.ts';
import type { AttackWorld } from '../world/attackWorld.ts';

const UNHALT_MS = 120_000;

/** Deploys a second vault on each chain, with funds. @returns the vaults in the order of the chains */
async function deployVaults({ bridge, sides }: AttackWorld): Promise<readonly Address[]> {
  const artifacts = await compileContracts();
  const vaults: Address[] = [];
  for (const { chain, deployment, vaults: known } of sides) {
    const vault = await addVault(chain, { artifacts, hotWallet: bridge.hotWallet, deployment });
    known.push(vault);
    vaults.push(vault);
  }
  return vaults;
}

/** Ends the halt of a hot wallet. The command refuses while a nonce of the old database is not final. */
async function endHalt(operator: OperatorCommand, chainName: string): Promise<void> {
  let refusal = '';
  const unhalt = async () => {
    const { code, stderr } = await operator.run(
      'unhalt',
      chainName,
      '--decisions',
      'none',
      '--why',
      'moved to a new database',
      '--who',
      'alice',
    );
    refusal = stderr.trim();
    return code === 0;
  };
  try {
    await waitUntil(unhalt, { timeoutMs: UNHALT_MS, everyMs: 1000, what: `the end of the halt on ${chainName}` });
  } catch (error) {
    throw new Error(`the halt of ${chainName} did not end: ${refusal}`, { cause: error });
  }
}

/** Moves to the new vaults and an empty database, as the runbook says, and ends the halt of each hot wallet. */
async function move(world: AttackWorld, vaults: readonly Address[]): Promise<void> {
  const { folder, file, service } = world;
  const chains = file.chains.map((chain, index) => ({
    ...chain,
    vault: vaults[index] ?? chain.vault,
    retiredVaults: [chain.vault],
  }));
  const moved = JSON.stringify({ ...file, chains });
  await service.stop();
  const installationPath = await folder.write('moved.json', moved);
  const database = await world.createDatabase();
  await writeFile(service.options.signerFiles.environment.CAUSEWAY_INSTALLATION ?? '', moved);
  await world.restart({ installationPath, database });
  const environment = { CAUSEWAY_INSTALLATION: installationPath, DATABASE_URL: database.operator };
  const operator = createOperatorCommand(environment, [service.options.programs.operator]);
  for (const { name } of chains) await endHalt(operator, name);
  await world.service.waitForPairs();
}

/** An operator's move, which must not pay the history again. The thief of this attack is anyone who was paid before. */
export const newDatabase: Attack = {
  name: 'new-database',
  title: 'New vault and database: every past deposit could be paid again',
  prepare: async (world) => {
    const vaults = await deployVaults(world);
    return async () => {
      await move(world, vaults);
      return nothingToStop;
    };
  },
};
