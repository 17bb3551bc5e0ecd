import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from 'viem';
import { parseEther, parseUnits, zeroAddress } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { parseAddress } from '#shared/address.ts';
import { on } from '../../../tools/lab/endpoints/faults.ts';
import type { PreparedSetup } from '../../../tools/lab/installation/prepareSetup.ts';
import { GUARDS, prepareSetup, setUpInstallation } from '../../../tools/lab/installation/prepareSetup.ts';
import type { InstallationFile } from '../../boot/installation.ts';
import { readKeystore } from '../../signer/process/keystore.ts';
import { runChain } from './chainCommand.ts';
import { formatInstallation } from './installationFile.ts';
import { runSigner } from './signerCommand.ts';
import { runVault } from './vaultCommand.ts';

const said: string[] = [];
let setup: PreparedSetup;

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  setup = await prepareSetup(48_110);
  await setUpInstallation(setup);
});
afterEach(() => setup?.second.answer(null));
afterAll(() => setup?.stop());

const at = (name: string) => join(setup.dir, name);
const read = (name: string) => readFileSync(at(name), 'utf8');
const file = (): InstallationFile => JSON.parse(read('installation.json'));
const change = (settings: Partial<InstallationFile>) =>
  writeFileSync(setup.path, formatInstallation({ ...file(), ...settings }));
const vaultOf = (index: number): Address => parseAddress(file().chains[index]?.vault ?? '') ?? zeroAddress;
const common = () => ['--file', setup.path, '--yes'];
const fund = (chain = 'all') => runVault(['fund', chain, '--key', setup.key, ...common()]);
const vault = (...args: string[]) => runVault([...args, '--file', setup.path]);

const noncesOf = (account: Address) =>
  Promise.all(setup.chains.map(({ client }) => client.getTransactionCount({ address: account })));
const tokenOn = (token: 'ETH' | 'USDC', index: number) =>
  token === 'ETH' ? zeroAddress : (setup.usdc[index] ?? zeroAddress);
const balancesOf = (token: 'ETH' | 'USDC') =>
  Promise.all(setup.chains.map((chain, index) => chain.balanceOf(tokenOn(token, index), vaultOf(index))));

describe('money', () => {
  const withFloat = (floats: Readonly<Record<string, string>>) =>
    change({ tokens: file().tokens.map((token) => ({ ...token, float: floats[token.name] ?? token.float })) });

  test.each([
    { lie: 'no code', method: 'eth_getCode', answer: '0x', problem: 'has no code at' },
    { lie: 'another chain', method: 'eth_chainId', answer: '0x1', problem: 'serves chain 1' },
    { lie: 'another payer', method: 'eth_call', answer: `0x${'0'.repeat(64)}`, problem: 'is not a payer' },
  ])('goes nowhere while one endpoint tells of $lie', async ({ method, answer, problem }) => {
    withFloat({ ETH: '101' });
    const nonces = await noncesOf(setup.deployer);
    setup.second.answer(on(method, { result: answer }));
    await expect(fund('Northshore')).rejects.toThrow(problem);
    expect(await noncesOf(setup.deployer)).toEqual(nonces);
  });

  test('goes nowhere while an endpoint of the signer tells of no code', async () => {
    const before = file();
    const [first = '', second = ''] = before.chains[0]?.rpcUrls ?? [];
    mkdirSync(at('signer-secrets'));
    writeFileSync(at('signer-secrets/dogwood'), 'key\n', { mode: 0o600 });
    change({
      chains: before.chains.map((chain, index) => (index === 0 ? { ...chain, rpcUrls: [first] } : chain)),
      signer: { chains: { Northshore: { rpcUrls: [`${second}/{file:dogwood}`] } } },
    });
    setup.second.answer(on('eth_getCode', { result: '0x' }));
    await expect(fund('Northshore')).rejects.toThrow('Northshore: rpcUrls of the signer 1 has no code');
    writeFileSync(setup.path, formatInstallation(before));
  });

  test('is not sent twice because one endpoint reports too little', async () => {
    withFloat({ ETH: '100' });
    const nonces = await noncesOf(setup.deployer);
    setup.second.answer(on('eth_getBalance', { result: '0x0' }));
    await fund('Northshore');
    expect(await noncesOf(setup.deployer)).toEqual(nonces);
  });

  test('of a token whose cap is below the file waits for its owner, and the others are funded', async () => {
    withFloat({ ETH: '101', USDC: '20001' });
    const tokens = file().tokens;
    change({ tokens: tokens.map((token) => (token.name === 'USDC' ? { ...token, perDay: '200000' } : token)) });
    await expect(fund()).rejects.toThrow(
      /Northshore: USDC is not funded.*causeway vault Northshore setCap USDC --safe FILE\nSouthshore/,
    );
    expect(await balancesOf('ETH')).toEqual([parseEther('101'), parseEther('101')]);
    expect(await balancesOf('USDC')).toEqual([parseUnits('20000', 6), parseUnits('20000', 6)]);
  });

  test('is refused before the first transfer if the account has too little', async () => {
    withFloat({ ETH: '1000000' });
    const nonces = await noncesOf(setup.deployer);
    await expect(fund('Southshore')).rejects.toThrow(/has [\d.]+ ETH, but 999899 ETH are needed. Nothing was sent/);
    expect(await noncesOf(setup.deployer)).toEqual(nonces);
    withFloat({ ETH: '101' });
  });

  test('is not sent, and no contract deployed, without an answer', async () => {
    withFloat({ ETH: '102' });
    const [before, nonces] = [file(), await noncesOf(setup.deployer)];
    const withoutYes = ['--key', setup.key, '--file', setup.path];
    await expect(runVault(['fund', 'Southshore', ...withoutYes])).rejects.toThrow('There is no terminal to answer on');
    change({ chains: before.chains.map(({ vault: _, ...chain }) => chain) });
    await expect(runChain(['add', 'Southshore', ...withoutYes])).rejects.toThrow('Deploy the vault on Southshore?');
    expect(await noncesOf(setup.deployer)).toEqual(nonces);
    writeFileSync(setup.path, formatInstallation(before));
    withFloat({ ETH: '101' });
  });

  test('of a Safe is a file with the transfers', async () => {
    withFloat({ ETH: '102' });
    const nonces = await noncesOf(setup.deployer);
    await runVault(['fund', 'Northshore', '--safe', at('fund.json'), '--file', setup.path]).catch(() => {});
    const { chainId, transactions } = JSON.parse(read('fund.json'));
    expect(chainId).toBe('48110');
    expect(transactions).toEqual([
      expect.objectContaining({ to: vaultOf(0), value: parseEther('1').toString(), data: '0x' }),
    ]);
    expect(await noncesOf(setup.deployer)).toEqual(nonces);
    withFloat({ ETH: '101' });
  });
});

describe('vault', () => {
  const accounts = () => ({ owner: file().vaults?.owner, guardian: file().vaults?.guardian });

  /** Makes the calls in a Safe's file on the first chain from an account. */
  async function make(name: string, account: unknown): Promise<void> {
    if (typeof account !== 'string' || !account.startsWith('0x')) throw new Error('no account');
    const { client } = setup.chains[0];
    const from: Address = `0x${account.slice(2)}`;
    await client.impersonateAccount({ address: from });
    for (const { to, value, data } of JSON.parse(read(name)).transactions) {
      const hash = await client.sendTransaction({ account: from, chain: null, to, data, value: BigInt(value) });
      const { status } = await client.waitForTransactionReceipt({ hash });
      expect(status).toBe('success');
    }
  }

  async function wait(seconds: number): Promise<void> {
    await setup.chains[0].client.increaseTime({ seconds });
    await setup.chains[0].mine(1);
  }

  test('setCap is scheduled, executed after the delay, and then the token is funded', async () => {
    await vault('Northshore', 'setCap', 'USDC', '--safe', at('schedule.json'));
    await make('schedule.json', accounts().owner);
    said.length = 0;
    await vault('Northshore', 'setCap', 'USDC', '--execute', '--safe', at('early.json'));
    expect(said.join('\n')).toContain('it is ready at');
    expect(readdirSync(setup.dir)).not.toContain('early.json');
    await wait(172_801);
    await vault('Northshore', 'setCap', 'USDC', '--execute', '--safe', at('execute.json'));
    await make('execute.json', accounts().owner);
    await fund('Northshore');
    expect((await balancesOf('USDC'))[0]).toBe(parseUnits('20001', 6));
    said.length = 0;
    await vault('Northshore', 'setCap', 'USDC');
    expect(said.join('\n')).toContain('already');
  });

  test('pause, unpause and cancel are calls that the vault accepts', async () => {
    await vault('Northshore', 'pause', '--safe', at('pause.json'));
    await make('pause.json', accounts().guardian);
    await vault('Northshore', 'unpause', '--safe', at('unpause.json'));
    await make('unpause.json', accounts().owner);
    await vault('Northshore', 'addPayer', setup.deployer, '--safe', at('add.json'));
    await make('add.json', accounts().owner);
    await vault('Northshore', 'addPayer', setup.deployer, '--cancel', '--safe', at('cancel.json'));
    await make('cancel.json', accounts().guardian);
    said.length = 0;
    await vault('Northshore', 'addPayer', setup.deployer, '--execute');
    expect(said.join('\n')).toContain('it is not scheduled');
  });

  test('writes one file per chain', async () => {
    await vault('all', 'pause', '--safe', at('both.json'));
    expect(JSON.parse(read('both-Northshore.json')).chainId).toBe('48110');
    expect(JSON.parse(read('both-Southshore.json')).transactions[0].to).toBe(vaultOf(1));
  });

  test('prepares a pause while an endpoint is down', async () => {
    setup.second.answer(() => ({ result: 'nonsense' }));
    await vault('Northshore', 'pause', '--safe', at('down.json'));
    expect(JSON.parse(read('down.json')).transactions).toHaveLength(1);
  });

  test('a rotation: a new key, its payer, and the end of the former one', async () => {
    const former = file().hotWallet ?? '0x';
    await expect(vault('Northshore', 'removePayer', former)).rejects.toThrow('is the hotWallet of the file');
    await runSigner(['key', ...common()]);
    const { hotWallet, formerHotWallets, guards } = file();
    expect(formerHotWallets).toEqual([former]);
    expect(hotWallet).not.toBe(former);
    expect(guards).toEqual(GUARDS);
    expect(readdirSync(at('keys')).sort()).toEqual(['keystore-password', 'maker-2.json', 'maker.json']);
    expect(hotWallet?.slice(2).toLowerCase()).toBe(JSON.parse(read('keys/maker-2.json')).address);
    await expect(fund('Northshore')).rejects.toThrow(`${hotWallet} is not a payer of the vault`);
    await vault('Northshore', 'addPayer', '--safe', at('new.json'));
    await make('new.json', accounts().owner);
    await vault('Northshore', 'addPayer', '--approve', '--safe', at('approve.json'));
    await make('approve.json', accounts().guardian);
    await vault('Northshore', 'addPayer', '--execute', '--safe', at('go.json'));
    await make('go.json', accounts().owner);
    await fund('Northshore');
    await vault('Northshore', 'removePayer', former, '--safe', at('remove.json'));
    await make('remove.json', accounts().owner);
    said.length = 0;
    await vault('Northshore', 'removePayer', former);
    expect(said.join('\n')).toContain('is not a payer');
  });

  test('a rotation that was killed before the file was written uses the same key', async () => {
    const before = read('installation.json');
    await runSigner(['key', ...common()]);
    const { hotWallet } = file();
    writeFileSync(setup.path, before);
    await runSigner(['key', ...common()]);
    expect(file().hotWallet).toBe(hotWallet);
    expect(readdirSync(at('keys'))).toHaveLength(4);
    writeFileSync(setup.path, before);
    rmSync(at('keys/maker-3.json'));
  });

  test('a rotation where the signer runs puts the new key next to the old one, with its password', async () => {
    const before = read('installation.json');
    renameSync(at('keys'), at('state'));
    await expect(runSigner(['key', ...common(), '--state', at('nowhere')])).rejects.toThrow(
      'Run the command where the key is',
    );
    await runSigner(['key', ...common(), '--state', at('state')]);
    expect(file().hotWallet?.slice(2).toLowerCase()).toBe(JSON.parse(read('state/maker-3.json')).address);
    await readKeystore(at('state/maker-3.json'), read('state/keystore-password').trim());
    writeFileSync(setup.path, before);
    rmSync(at('state/maker-3.json'));
    writeFileSync(at('state/keystore-password'), 'of another keystore');
    await expect(runSigner(['key', ...common(), '--state', at('state')])).rejects.toThrow('The password is wrong');
    expect(read('installation.json')).toBe(before);
  });

  test('chain add gives a new vault no former hot wallet', async () => {
    const before = file();
    change({
      ...{ hotWallet: before.formerHotWallets?.[0] },
      chains: before.chains.map(({ vault: address, ...chain }) => ({
        ...chain,
        ...(chain.name === 'Northshore' ? { retiredVaults: [address ?? '0x'] } : { vault: address }),
      })),
    });
    await expect(runChain(['add', 'Northshore', '--key', setup.key, ...common()])).rejects.toThrow(
      'formerHotWallets must not list the hot wallet itself',
    );
    writeFileSync(setup.path, formatInstallation(before));
  });
});

test('refuses a key file that other accounts can read', async () => {
  chmodSync(setup.key, 0o644);
  await expect(fund()).rejects.toThrow('chmod 600');
  chmodSync(setup.key, 0o600);
});
