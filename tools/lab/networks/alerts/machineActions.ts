import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { LabInstallation } from '../../installation/installationFile.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { World } from '../tryDeployment.ts';
import { must } from './alertCase.ts';

type Role = 'api' | 'worker';
type Change = (file: LabInstallation) => void;

/** The service's copy of the file. */
export const COPY = '/etc/causeway/service/installation.json';
const KEPT = '/root/installation.json';

/**
 * Changes the service's copy and restarts processes. It does not use `causeway apply`, which would refuse some of these faults.
 */
export async function changeFile(world: World, roles: readonly Role[], change: Change): Promise<void> {
  const file: LabInstallation = JSON.parse(await must(world, `cat ${COPY}`));
  change(file);
  await writeFile(join(world.clone, 'changed.json'), JSON.stringify(file));
  await must(world, `cp ${COPY} ${KEPT} && install -T -m 600 changed.json ${COPY}`);
  for (const role of roles) await must(world, `systemctl restart causeway-${role}`);
}

/** Restores the file from before the last change. */
export async function restoreFile(world: World, roles: readonly Role[]): Promise<void> {
  await must(world, `install -T -m 600 ${KEPT} ${COPY}`);
  for (const role of roles) await must(world, `systemctl restart causeway-${role}`);
}

/** Waits until a unit's journal has a line. */
export async function waitForLog(world: World, unit: string, text: string): Promise<void> {
  const look = async () =>
    (await world.machine.run(`journalctl -u ${unit} -o cat --since -120s | grep -q '${text}'`)).code === 0;
  await waitUntil(look, { timeoutMs: 180_000, everyMs: 2000, what: `the line "${text}" of ${unit}` });
}

/** Runs one statement in the installation's database, as a superuser. */
export async function askDatabase<Row>({ server }: World, sql: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: server.urlOf('causeway') });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function readDeployed(
  world: World,
  chainName: string,
): Promise<{ readonly vault: `0x${string}`; readonly depositContract: `0x${string}` }> {
  const { chains }: LabInstallation = JSON.parse(await must(world, `cat ${COPY}`));
  const { vault, depositContract } = chains.find(({ name }) => name === chainName) ?? {};
  if (!vault || !depositContract) throw new Error(`the installation has no contracts on ${chainName}`);
  return { vault, depositContract };
}

export async function readHotWallet(world: World): Promise<`0x${string}`> {
  const { hotWallet }: LabInstallation = JSON.parse(await must(world, `cat ${COPY}`));
  if (!hotWallet) throw new Error('the installation has no hot wallet');
  return hotWallet;
}
