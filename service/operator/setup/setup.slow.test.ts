import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from 'viem';
import { parseEther, parseUnits, zeroAddress } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { parseAddress } from '#shared/address.ts';
import type { PreparedSetup } from '../../../tools/lab/installation/prepareSetup.ts';
import { GUARDS, PRICES_AS_OF, prepareSetup } from '../../../tools/lab/installation/prepareSetup.ts';
import type { InstallationFile } from '../../boot/installation.ts';
import { readKeylessConfig } from '../../boot/readConfig.ts';
import type { Database } from '../../db/database.ts';
import { openPostgres } from '../../db/postgres.ts';
import { parsePolicy } from '../../signer/process/policyFile.ts';
import { runApply } from '../apply/command.ts';
import { digitsOf } from '../apply/plan.ts';
import { runChain } from './chainCommand.ts';
import { runInit } from './initCommand.ts';
import { formatInstallation } from './installationFile.ts';
import { runOperator } from './operatorCommand.ts';
import { runSigner } from './signerCommand.ts';
import { runVault } from './vaultCommand.ts';

const said: string[] = [];
/** After how many lines a command is killed; null for never. */
let linesToLive: number | null = null;
let setup: PreparedSetup;
let admin: Database;

class Killed extends Error {}

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => {
    said.push(line);
    if (linesToLive === null) return;
    linesToLive -= 1;
    if (linesToLive === 0) throw new Killed('killed');
  });
  setup = await prepareSetup(48_100);
});
afterEach(() => {
  linesToLive = null;
});
afterAll(async () => {
  await admin?.close();
  await setup?.stop();
});

const at = (name: string) => join(setup.dir, name);
const read = (name: string) => readFileSync(at(name), 'utf8');
const file = (): InstallationFile => JSON.parse(read('installation.json'));
const change = (settings: Partial<InstallationFile>) =>
  writeFileSync(setup.path, formatInstallation({ ...file(), ...settings }));
const vaultOf = (index: number): Address => parseAddress(file().chains[index]?.vault ?? '') ?? zeroAddress;
const common = () => ['--file', setup.path, '--yes'];

const init = () => runInit([setup.path, '--database', setup.database, '--yes']);
const add = (chain: string) => runChain(['add', chain, '--key', setup.key, ...common()]);
const fund = (chain = 'all') => runVault(['fund', chain, '--key', setup.key, ...common()]);
const operator = (...args: string[]) => runOperator([...args, '--database', setup.database, ...common()]);

/**
 * Runs a command repeatedly, killed one line later each time, until it finishes.
 * @returns how often it was killed
 */
async function runKilled(command: () => Promise<void>): Promise<number> {
  for (let lines = 1; ; lines += 1) {
    linesToLive = lines;
    try {
      await command();
      linesToLive = null;
      return lines - 1;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
}

/** The stored form of a role's password, which each new password changes. */
const verifierOf = async (role: string) =>
  (
    await admin.query<{ verifier: string | null }>('select rolpassword as verifier from pg_authid where rolname = $1', [
      role,
    ])
  )[0]?.verifier;

const urlOf = (role: string, password: string) => {
  const url = new URL(setup.database);
  [url.username, url.password] = [role, password];
  return url.href;
};

const noncesOf = (account: Address) =>
  Promise.all(setup.chains.map(({ client }) => client.getTransactionCount({ address: account })));
const tokenOn = (token: 'ETH' | 'USDC', index: number) =>
  token === 'ETH' ? zeroAddress : (setup.usdc[index] ?? zeroAddress);
const balancesOf = (token: 'ETH' | 'USDC') =>
  Promise.all(setup.chains.map((chain, index) => chain.balanceOf(tokenOn(token, index), vaultOf(index))));

/** Every file next to the installation, with its content. */
function snapshot(folder = setup.dir): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

describe('the first installation', () => {
  test('init continues after it was killed at any step, and creates each thing once', async () => {
    const kills = await runKilled(init);
    expect(kills).toBeGreaterThan(10);
    admin = await openPostgres({ url: setup.database, poolSize: 1 }, () => {});
    expect(readdirSync(at('keys')).sort()).toEqual(['keystore-password', 'maker.json']);
    expect(readdirSync(at('passwords')).sort()).toEqual([
      ...['causeway_api', 'causeway_migrate', 'causeway_operator', 'causeway_worker'],
    ]);
    expect(file().hotWallet?.slice(2).toLowerCase()).toBe(JSON.parse(read('keys/maker.json')).address);
    for (const name of Object.keys(snapshot())) expect(statSync(at(name)).mode & 0o077, name).toBe(0);
  });

  test('chain add deploys each contract once, although it is killed after each step', async () => {
    const before = await noncesOf(setup.deployer);
    await runKilled(() => add('Northshore'));
    await runKilled(() => add('Southshore'));
    const after = await noncesOf(setup.deployer);
    expect(after.map((nonce, index) => nonce - (before[index] ?? 0))).toEqual([2, 2]);
    for (const { depositContract, vault: address, startBlock } of file().chains) {
      expect([depositContract, address].every((one) => one?.startsWith('0x'))).toBe(true);
      expect(startBlock).toBeGreaterThan(0);
    }
  });

  test('vault fund sends each transfer once, although it is killed after each step', async () => {
    const before = await noncesOf(setup.deployer);
    await runKilled(() => fund());
    const after = await noncesOf(setup.deployer);
    expect(after.map((nonce, index) => nonce - (before[index] ?? 0))).toEqual([3, 3]);
    expect(await balancesOf('ETH')).toEqual([parseEther('100'), parseEther('100')]);
    expect(await balancesOf('USDC')).toEqual([parseUnits('20000', 6), parseUnits('20000', 6)]);
  });

  test('prints no secret', () => {
    const secrets = [
      'keys/keystore-password',
      'deployer.key',
      'passwords/causeway_worker',
      'operators/bob/passwords/bob',
    ];
    for (const secret of secrets) expect(said.join('\n')).not.toContain(read(secret).trim());
  });

  test('every command run again changes nothing and sends nothing', async () => {
    const [before, nonces, verifier] = [
      snapshot(),
      await noncesOf(setup.deployer),
      await verifierOf('causeway_worker'),
    ];
    said.length = 0;
    await init();
    // It needs no superuser to see that nothing is missing.
    await runInit([setup.path]);
    for (const chain of ['Northshore', 'Southshore']) await add(chain);
    await fund();
    await operator('add', 'alice');
    expect(said.filter((line) => line.startsWith('Nothing is missing'))).toHaveLength(2);
    expect(snapshot()).toEqual(before);
    expect(await noncesOf(setup.deployer)).toEqual(nonces);
    expect(await verifierOf('causeway_worker')).toBe(verifier);
  });

  test('leaves every guard and price of the file as it was', () => {
    expect(file().guards).toEqual(GUARDS);
    expect(file().prices?.asOf).toBe(PRICES_AS_OF);
    for (const token of file().tokens) expect(token.transfers).toHaveLength(1);
  });
});

describe('init', () => {
  test('asks before it changes anything', async () => {
    rmSync(at('operators/bob'), { recursive: true });
    await admin.query('drop role bob');
    const before = snapshot();
    await expect(runInit([setup.path, '--database', setup.database])).rejects.toThrow('There is no terminal');
    expect(snapshot()).toEqual(before);
    await init();
    expect(await verifierOf('bob')).toMatch(/^SCRAM-SHA-256/);
  });

  test('keeps the password of an interrupted operator, and gives nobody a new one', async () => {
    const [stored, verifier] = [read('operators/bob/passwords/bob'), await verifierOf('alice')];
    await admin.query('drop role bob');
    // alice's folder was handed over.
    rmSync(at('operators/alice'), { recursive: true });
    await init();
    expect(read('operators/bob/passwords/bob')).toBe(stored);
    expect(await verifierOf('alice')).toBe(verifier);
    expect(readdirSync(at('operators'))).toEqual(['bob']);
  });

  test('refuses a server whose roles have passwords that the folder lacks', async () => {
    const verifier = await verifierOf('causeway_worker');
    renameSync(at('passwords'), at('away'));
    await expect(init()).rejects.toThrow('the folder passwords lacks them. Copy the files back');
    expect(readdirSync(setup.dir)).not.toContain('passwords');
    expect(await verifierOf('causeway_worker')).toBe(verifier);
    renameSync(at('away'), at('passwords'));
  });

  test("refuses a database other than the file's", async () => {
    await admin.query('drop role bob');
    const other = setup.database.replace(/causeway$/, 'postgres');
    await expect(runInit([setup.path, '--database', other, '--yes'])).rejects.toThrow('"database" ends in /causeway');
    await init();
  });

  test('creates no second key, and no second password of a key', async () => {
    renameSync(at('keys/keystore-password'), at('away'));
    await init();
    expect(readdirSync(at('keys'))).toEqual(['maker.json']);
    renameSync(at('keys'), at('keys-away'));
    await init();
    expect(readdirSync(setup.dir)).not.toContain('keys');
    renameSync(at('keys-away'), at('keys'));
    renameSync(at('away'), at('keys/keystore-password'));
  });
});

describe('operator', () => {
  test('add gives a person a role with the rights of an operator, and a folder', async () => {
    mkdirSync(at('secrets'));
    writeFileSync(at('secrets/north'), 'key of the provider\n', { mode: 0o600 });
    const before = file();
    const [north, ...others] = before.chains;
    if (!north) throw new Error('no chain');
    const [first = '', ...more] = north.rpcUrls;
    change({ chains: [{ ...north, rpcUrls: [`${first}/{file:north}`, ...more] }, ...others] });
    await operator('add', 'carol');
    expect(file()).toMatchObject({ operators: ['alice', 'bob', 'carol'], guards: GUARDS });
    const password = read('operators/carol/passwords/carol').trim();
    const person = await openPostgres({ url: urlOf('carol', password), poolSize: 1 }, () => {});
    const [row] = await person.query('select session_user::text as role, exists (select from orders) as asked');
    await person.close();
    expect(row).toEqual({ role: 'carol', asked: false });
    const folder = at('operators/carol');
    const { database } = await readKeylessConfig({
      ...{ CAUSEWAY_INSTALLATION: join(folder, 'installation.json'), CAUSEWAY_SECRETS: join(folder, 'secrets') },
      CAUSEWAY_ROLE: 'carol',
    });
    expect(database).toEqual({ kind: 'postgresql', url: urlOf('carol', password) });
    expect(read('operators/carol/installation.json')).toBe(read('installation.json'));
    expect(read('operators/carol/installation.json')).not.toContain('key of the provider');
    expect(read('operators/carol/secrets/north')).toBe('key of the provider\n');
    expect(read('operators/carol/README.txt')).toContain('CAUSEWAY_ROLE=carol');
    for (const name of Object.keys(snapshot(at('operators/carol')))) {
      expect(statSync(at(`operators/carol/${name}`)).mode & 0o077, name).toBe(0);
    }
    writeFileSync(setup.path, formatInstallation({ ...before, operators: ['alice', 'bob', 'carol'] }));
  });

  test('remove ends the access at once, and add gives a new password', async () => {
    const old = read('operators/carol/passwords/carol').trim();
    const session = await openPostgres({ url: urlOf('carol', old), poolSize: 1 }, () => {});
    await session.query('select 1');
    await operator('remove', 'carol');
    await expect(session.query('select 1')).rejects.toThrow();
    await session.close().catch(() => {});
    expect(file().operators).toEqual(['alice', 'bob']);
    await expect(openPostgres({ url: urlOf('carol', old), poolSize: 1 }, () => {})).rejects.toThrow('not permitted');
    rmSync(at('operators/carol'), { recursive: true });
    await operator('add', 'carol');
    const next = read('operators/carol/passwords/carol').trim();
    expect(next).not.toBe(old);
    const again = await openPostgres({ url: urlOf('carol', next), poolSize: 1 }, () => {});
    expect(await again.query('select 1 as one')).toEqual([{ one: 1 }]);
    await again.close();
    await operator('remove', 'carol');
  });

  test('refuses a role that is more than an operator, and fewer than two people for approvals', async () => {
    await admin.query('create role dave login superuser');
    const before = read('installation.json');
    await expect(operator('add', 'dave')).rejects.toThrow("it is not an operator's role");
    await expect(operator('add', 'postgres')).rejects.toThrow();
    await expect(operator('add', 'x"; drop role bob')).rejects.toThrow();
    await expect(operator('remove', 'alice')).rejects.toThrow('guards.approveAbove needs two people');
    expect(read('installation.json')).toBe(before);
    expect(await verifierOf('alice')).toMatch(/^SCRAM/);
  });
});

test("apply with another root writes the containers' copies, without a build, units or restarts", async () => {
  const before = file();
  change({ prices: { ...before.prices, asOf: new Date().toISOString().slice(0, 10) } });
  const digits = digitsOf(parsePolicy(read('installation.json')));
  const options = ['--root', at('root'), '--programs', at('none'), '--signer', digits, '--yes'];
  said.length = 0;
  await runApply([setup.path, '--roles', 'signer,worker,api,web', ...options]);
  expect(said.filter((line) => line.endsWith('Restart it.'))).toHaveLength(4);
  const copies = ['service/installation.json', 'signer/installation.json', 'web/host.json', 'passwords/causeway_api'];
  for (const name of copies) expect(read(`root/etc/causeway/${name}`), name).not.toBe('');
  said.length = 0;
  await runApply([setup.path, ...options]);
  expect(said.at(-1)).toBe('This machine already runs this file.');
  writeFileSync(setup.path, formatInstallation(before));
});

test("signer accept-nonces reads each chain with the signer's secrets, and keeps what the log has", async () => {
  const [north, ...others] = file().chains;
  if (!north) throw new Error('no chain');
  const [first = '', ...more] = north.rpcUrls;
  change({ chains: [{ ...north, rpcUrls: [`${first}/?key={file:north}`, ...more] }, ...others] });
  const accept = () => runSigner(['accept-nonces', '--file', setup.path, '--state', at('keys')]);
  vi.stubEnv('CAUSEWAY_SECRETS', at('none'));
  await expect(accept()).rejects.toThrow('north');
  vi.stubEnv('CAUSEWAY_SECRETS', at('secrets'));
  const { hotWallet = '' } = file();
  const [chain] = setup.chains;
  await chain?.client.setNonce({ address: parseAddress(hotWallet) ?? zeroAddress, nonce: 2 });
  for (const answer of ['Accepted nonces 0 to 1 of', 'No nonces are missing for']) {
    said.length = 0;
    await accept();
    expect(said).toEqual([
      `${answer} ${hotWallet} on Northshore.`,
      `No nonces are missing for ${hotWallet} on Southshore.`,
    ]);
  }
  vi.unstubAllEnvs();
});
