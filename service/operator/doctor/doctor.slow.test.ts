import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEther } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PreparedSetup } from '../../../lab/installation/prepareSetup.ts';
import { ETH_PRICE, prepareSetup } from '../../../lab/installation/prepareSetup.ts';
import { runInit } from '../init/command.ts';
import { parseEnvFile } from '../init/installationFolder.ts';
import { examine } from './command.ts';
import type { Finding } from './finding.ts';
import { MACHINE_ROLES } from './readInstallation.ts';

// A busy machine must not fail a test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

let setup: PreparedSetup;
const at = (name: string) => join(setup.out, name);

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  setup = await prepareSetup(48_100);
  await runInit(setup.args);
});
afterEach(() => setup.setLie(null));
afterAll(() => setup?.stop());

async function look(): Promise<readonly Finding[]> {
  return examine({
    dir: setup.out,
    keystore: at('maker.json'),
    isRunning: false,
    now: new Date(),
    roles: MACHINE_ROLES,
  });
}

const failuresOf = (findings: readonly Finding[]) =>
  findings.filter(({ ok }) => !ok).map(({ check, detail }) => `${check}: ${detail}`);

/** Changes a file of the installation, examines it, and puts the file back. */
async function failuresWith(name: string, change: (text: string) => string): Promise<readonly string[]> {
  const before = readFileSync(at(name), 'utf8');
  const changed = change(before);
  expect(changed).not.toBe(before);
  writeFileSync(at(name), changed);
  return failuresOf(await look().finally(() => writeFileSync(at(name), before)));
}

describe('causeway doctor', () => {
  test('passes a new installation', async () => {
    const findings = await look();
    expect(failuresOf(findings)).toEqual([]);
    expect(findings.length).toBeGreaterThan(40);
  });

  type Fault = { readonly file: string; readonly from: RegExp; readonly to: string; readonly found: RegExp };
  const otherVault = { from: /"vault": "0x\w{38}/, to: `"vault": "0x${'0'.repeat(38)}` };
  const faults: readonly Fault[] = [
    {
      file: 'policy.json',
      from: /"routes": \[[\s\S]*\]/,
      to: '"routes": []',
      found: /policy: ETH from North.*lacks this route/,
    },
    {
      file: 'policy.json',
      from: /"maxPerPayment": "12"/,
      to: '"maxPerPayment": "10"',
      found: /policy: ETH .*maxPerPayment on \w+ is below 12, 120 % of max/,
    },
    {
      file: 'worker.json',
      from: /"max": "10"/,
      to: '"max": "10.1"',
      found: /Northshore: vault: cap of ETH: it is 12, below 12.12, 120 % of the largest transfer/,
    },
    {
      file: 'worker.json',
      from: /"ETH \/ USD"|"price": "3000"/,
      to: '"price": "2000"',
      found: /price feed of ETH: .*differ/,
    },
    {
      file: 'worker.json',
      from: /("chain": "Northshore",\s*"address": "0x)\w{40}/,
      to: '$1000000000000000000000000000000000000dEaD',
      found: /price feed of ETH: .*no code/,
    },
    {
      file: 'policy.json',
      from: /"maxPerPayment": "\d+"/,
      to: '"maxPerPayment": "1"',
      found: /policy: ETH .*maxPerPayment/,
    },
    { file: 'policy.json', ...otherVault, found: /policy: chain North.*vault/ },
    { file: 'web.json', ...otherVault, found: /web: chain North.*vault/ },
    { file: 'web.json', from: /api\/v1/, to: 'api/v2', found: /web: service: baseUrl ends with/ },
    { file: 'api.json', from: /"price": "3000"/, to: '"price": "2000"', found: /api.json and worker.json: .*differ/ },
    {
      file: 'worker.json',
      from: /"decimals": 18/,
      to: '"decimals": 6',
      found: /file worker.json: .*must have 18 decimals/,
    },
    { file: 'worker.json', from: /"decimals": 6/, to: '"decimals": 8', found: /North.*: USDC: .* 6 decimals, not 8/ },
    { file: 'worker.json', from: /"USDC"/g, to: '"DAI"', found: /Northshore: DAI: the contract calls itself USDC/ },
    {
      file: 'worker.json',
      from: /http:\/\/127\.0\.0\.1:\d+/,
      to: 'http://127.0.0.1:9',
      found: /RPC 1: could not be checked/,
    },
    { file: 'worker.json', from: /"id": 48100/, to: '"id": 48102', found: /RPC 1: serves chain 48100, not 48102/ },
    {
      file: 'worker.json',
      from: /"depositContract": "0x\w{4}/,
      to: '"depositContract": "0x1111',
      found: /no code|checksum|address/,
    },
    {
      file: 'worker.json',
      from: /"category": "Testnet"/,
      to: '"category": "Mainnet"',
      found: /file worker.json: .*mainnet/,
    },
    { file: 'api.env', from: /causeway_api/, to: 'causeway_worker', found: /database as causeway_api: / },
    {
      file: 'worker.env',
      from: /@[^/]+\//,
      to: '@127.0.0.1:9/',
      found: /database as causeway_worker: could not be checked/,
    },
  ];

  test.each(faults)('names what is wrong in $file: $to', async ({ file, from, to, found }) => {
    const failures = await failuresWith(file, (text) => text.replace(from, to));
    expect(failures.join('\n')).toMatch(found);
  });

  test('names the endpoint that alone shows other code', async () => {
    const { Northshore } = JSON.parse(readFileSync(at('deployments.json'), 'utf8'));
    setup.setLie(({ method, params }) => {
      const [address] = params ?? [];
      const isVault = String(address).toLowerCase() === Northshore.vault.toLowerCase();
      return method === 'eth_getCode' && isVault ? '0x6001' : null;
    });
    expect(failuresOf(await look())).toEqual([
      expect.stringMatching(/^Northshore: code of the vault: RPC 2 has other code at 0x/),
    ]);
  });

  test('names a price feed that is stale, and one of another pair', async () => {
    await setup.feed.report(ETH_PRICE, new Date(Date.now() - 2 * 86_400_000));
    expect(failuresOf(await look()).join('\n')).toMatch(/^Northshore: price feed of ETH: .* is stale/);
    await setup.feed.report(ETH_PRICE);
    const failures = await failuresWith('worker.json', (text) =>
      text
        .replaceAll('"name": "ETH"', '"name": "XRP"')
        .replaceAll('"token": "ETH"', '"token": "XRP"')
        .replaceAll('"nativeToken": "ETH"', '"nativeToken": "XRP"'),
    );
    expect(failures.join('\n')).toMatch(/price feed of XRP: .*"ETH \/ USD"/);
  });

  test('reads the URL of the database from a file, as the service does', async () => {
    const { DATABASE_URL = '' } = parseEnvFile(readFileSync(at('api.env'), 'utf8'));
    writeFileSync(at('api.url'), DATABASE_URL, { mode: 0o600 });
    expect(await failuresWith('api.env', () => `DATABASE_URL_FILE='${at('api.url')}'\n`)).toEqual([]);
    writeFileSync(at('api.url'), '');
    expect((await failuresWith('api.env', () => `DATABASE_URL_FILE='${at('api.url')}'\n`)).join('\n')).toMatch(
      /^file api.env: DATABASE_URL_FILE is .* empty/,
    );
  });

  test('looks for the files of the roles of a machine only', async () => {
    const options = { dir: setup.out, keystore: at('none'), isRunning: false, now: new Date() };
    const findings = await examine({ ...options, roles: ['api', 'web'] });
    expect(failuresOf(findings)).toEqual([]);
    expect(findings.filter(({ check }) => /worker|policy|keystore/.test(check))).toEqual([]);
  });

  test('names a secret that other accounts can read', async () => {
    chmodSync(at('worker.env'), 0o644);
    const failures = failuresOf(await look().finally(() => chmodSync(at('worker.env'), 0o600)));
    expect(failures).toEqual([expect.stringMatching(/^file worker.env: other accounts can read its secret/)]);
  });

  test('names code, gas and funds that are not as they must be', async () => {
    const [{ client }] = setup.chains;
    const { Northshore } = JSON.parse(readFileSync(at('deployments.json'), 'utf8'));
    const { hotWallet } = JSON.parse(readFileSync(at('policy.json'), 'utf8'));
    const code = (await client.getCode({ address: Northshore.depositContract })) ?? '0x';
    await client.setBalance({ address: hotWallet, value: 1n });
    await client.setBalance({ address: Northshore.vault, value: parseEther('9') });
    await client.setCode({ address: Northshore.depositContract, bytecode: `${code}00` });
    expect(failuresOf(await look())).toEqual([
      expect.stringMatching(/^Northshore: code of the deposit contract: .* has other code/),
      expect.stringMatching(/^Northshore: gas of the hot wallet: /),
      expect.stringMatching(/^Northshore: ETH: the vault has 9 ETH, but the largest transfer pays 10 ETH/),
    ]);
  });
});
