import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { ConfigFile } from '../../../service/boot/configSchema.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { World } from '../tryDeployment.ts';
import { must } from './alertCase.ts';

type Role = 'api' | 'worker';

const fileOf = (role: Role) => `/etc/causeway/${role}.json`;

/** Changes the configuration of a process, and restarts it. */
export async function changeConfig(world: World, role: Role, change: (file: ConfigFile) => void): Promise<void> {
  const file: ConfigFile = JSON.parse(await must(world, `cat ${fileOf(role)}`));
  change(file);
  await writeFile(join(world.clone, 'changed.json'), JSON.stringify(file));
  await must(world, `cp ${fileOf(role)} /root/${role}.json && install -T -m 600 changed.json ${fileOf(role)}`);
  await must(world, `systemctl restart causeway-${role}`);
}

/** Puts the configuration before the last change back. */
export async function restoreConfig(world: World, role: Role): Promise<void> {
  await must(world, `install -T -m 600 /root/${role}.json ${fileOf(role)} && systemctl restart causeway-${role}`);
}

/** Waits until the journal of the worker has a line. */
export async function waitForLog(world: World, unit: string, text: string): Promise<void> {
  const look = async () =>
    (await world.machine.run(`journalctl -u ${unit} -o cat --since -120s | grep -q '${text}'`)).code === 0;
  await waitUntil(look, { timeoutMs: 180_000, everyMs: 2000, what: `the line "${text}" of ${unit}` });
}

/** Runs one statement in the database of the installation, as a superuser. */
export async function askDatabase<Row>({ server }: World, sql: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: server.urlOf('causeway') });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The facts that `causeway init` has written about a chain. */
export async function readDeployed(
  { clone }: World,
  chain: string,
): Promise<{ readonly vault: `0x${string}`; readonly depositContract: `0x${string}` }> {
  return JSON.parse(await readFile(join(clone, 'installation/deployments.json'), 'utf8'))[chain];
}

export async function readHotWallet(world: World): Promise<`0x${string}`> {
  const policy: { hotWallet: `0x${string}` } = JSON.parse(await must(world, 'cat /etc/causeway/policy.json'));
  return policy.hotWallet;
}
