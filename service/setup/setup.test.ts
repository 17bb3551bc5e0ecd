import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEther, parseUnits, toHex } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { compileContracts } from '../../contracts/artifacts.ts';
import { deployContracts, mintTokens } from '../../contracts/deploy.ts';
import { ANVIL_ACCOUNTS } from '../../lab/anvil/anvil.ts';
import type { TestChain } from '../../lab/anvil/testChain.ts';
import { startTestChain } from '../../lab/anvil/testChain.ts';
import type { TestFeed } from '../../lab/networks/predeploys.ts';
import { deployFeed } from '../../lab/networks/predeploys.ts';
import type { TestPostgres } from '../../lab/postgres/testPostgres.ts';
import { startTestPostgres } from '../../lab/postgres/testPostgres.ts';
import type { RpcProxy, RpcRequest } from '../../lab/rpc/rpcProxy.ts';
import { listRequests, startRpcProxy } from '../../lab/rpc/rpcProxy.ts';
import { examine } from './doctor/examine.ts';
import type { Finding } from './doctor/finding.ts';
import { MACHINE_ROLES } from './doctor/readInstallation.ts';
import { parseEnvFile } from './envFile.ts';
import { createExampleAnswers } from './exampleAnswers.ts';
import { runInit } from './initCommand.ts';

// A busy machine must not fail a test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const dir = mkdtempSync(join(tmpdir(), 'causeway-setup-'));
const out = join(dir, 'installation');
const at = (name: string) => join(out, name);
const said: string[] = [];
let chains: readonly [TestChain, TestChain];
let postgres: TestPostgres;
let proxy: RpcProxy;
let feed: TestFeed;
let init: () => Promise<void>;

// The day of the prices is an answer, whatever day the command runs.
const PRICES_AS_OF = '2026-11-01';
const QUERY = '?application_name=setup&sslmode=disable';
const ETH_PRICE = 300_000_000_000n;

/** What the second endpoint of the first chain answers instead of the chain, or null. */
let lie: (request: RpcRequest) => unknown = () => null;
afterEach(() => {
  lie = () => null;
});

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  const [north, south, server, artifacts] = await Promise.all([
    startTestChain(48_100),
    startTestChain(48_101),
    startTestPostgres({ fsync: 'on' }),
    compileContracts(),
  ]);
  [chains, postgres] = [[north, south], server];
  const [deployer] = ANVIL_ACCOUNTS;
  if (!deployer) throw new Error('anvil has no accounts');
  const deployToken = async (chain: TestChain) => {
    const tokens = [{ name: 'USDC', decimals: 6, kind: 'standard' }] as const;
    const { tokens: deployed } = await deployContracts(chain, { artifacts, tokens, hotWallet: deployer.address });
    const token = deployed[0]?.address ?? '0x';
    await mintTokens(chain, [{ token, to: deployer.address, amount: parseUnits('20000', 6) }]);
    return token;
  };
  const [Northshore, Southshore] = await Promise.all(chains.map(deployToken));
  const limits = { min: '1', max: '10000', maxPerWindow: '100000', feeBps: 10, feeFloor: '0.1' };
  const usdc = { name: 'USDC', price: '1', addresses: { Northshore, Southshore }, limits, float: '20000' };
  const example = createExampleAnswers(new Date());
  proxy = await startRpcProxy(north.rpcUrl, async ({ body, forward, respond }) => {
    const [request] = listRequests(body);
    const result = request ? lie(request) : null;
    respond(result === null ? await forward() : JSON.stringify({ jsonrpc: '2.0', id: request?.id, result }));
  });
  feed = await deployFeed(north.rpcUrl, artifacts, { description: 'ETH / USD', price: ETH_PRICE });
  const priceFeed = { chain: 'Northshore', address: feed.address, maxAgeSeconds: 86_400, maxDeviationPercent: 5 };
  const answers = {
    ...example,
    pricesAsOf: PRICES_AS_OF,
    tokens: [...example.tokens.map((token) => ({ ...token, priceFeed })), usdc],
    chains: example.chains.map((chain, index) => {
      const { id, rpcUrl } = chains[index === 0 ? 0 : 1];
      // Another host: with one, what a provider says would count twice.
      const second = proxy.url.replace('127.0.0.1', 'localhost');
      return { ...chain, id, rpcUrls: index === 0 ? [rpcUrl, second] : [rpcUrl] };
    }),
  };
  writeFileSync(join(dir, 'answers.json'), JSON.stringify(answers));
  const key = join(dir, 'deployer.key');
  writeFileSync(key, toHex(deployer.getHdKey().privateKey ?? new Uint8Array()), { mode: 0o600 });
  const database = (await server.createDatabase()) + QUERY;
  init = () => runInit([join(dir, 'answers.json'), '--out', out, '--deployer-key', key, '--database', database]);
  await init();
});

afterAll(async () => {
  await Promise.all([...(chains ?? []).map((chain) => chain.stop()), postgres?.stop(), proxy?.stop()]);
  rmSync(dir, { recursive: true });
});

async function look(): Promise<readonly Finding[]> {
  return examine({
    dir: out,
    keystore: at('maker.json'),
    journal: dir,
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

describe('operator init', () => {
  test('writes every file for its owner only', () => {
    const files = readdirSync(out);
    expect(files).toEqual(expect.arrayContaining(['api.json', 'worker.json', 'policy.json', 'web.json', 'maker.json']));
    for (const file of files) expect(statSync(at(file)).mode & 0o077).toBe(0);
  });

  test('keeps contracts, keys and passwords when it runs again', async () => {
    const kept = ['deployments.json', 'maker.json', 'keystore-password', 'worker.env', 'worker.json', 'policy.json'];
    const before = kept.map((name) => readFileSync(at(name), 'utf8'));
    said.length = 0;
    await init();
    expect(kept.map((name) => readFileSync(at(name), 'utf8'))).toEqual(before);
    expect(said.join('\n')).toContain('0 migrations applied');
    expect(said.join('\n')).not.toContain('vault');
  });

  test('keeps the day of the prices, and lets the service measure the gas of a payout', () => {
    const { pricesAsOf, routes } = JSON.parse(readFileSync(at('worker.json'), 'utf8'));
    expect(pricesAsOf).toBe(PRICES_AS_OF);
    for (const route of routes) expect(route).not.toHaveProperty('payoutGas');
  });

  test('writes environment files of which a shell reads the same URL as the doctor', () => {
    for (const role of ['api', 'worker', 'operator', 'migrate']) {
      const script = `set -aeu; . '${at(`${role}.env`)}'; printenv DATABASE_URL`;
      const sourced = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trim();
      expect(sourced).toContain(QUERY);
      expect(parseEnvFile(readFileSync(at(`${role}.env`), 'utf8'))).toEqual({ DATABASE_URL: sourced });
    }
  });

  test('prints no secret', () => {
    const secrets = [
      readFileSync(at('keystore-password'), 'utf8').trim(),
      readFileSync(join(dir, 'deployer.key'), 'utf8'),
    ];
    for (const secret of secrets) expect(said.join('\n')).not.toContain(secret);
  });
});

describe('operator doctor', () => {
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
    lie = ({ method, params }) => {
      const [address] = params ?? [];
      const isVault = String(address).toLowerCase() === Northshore.vault.toLowerCase();
      return method === 'eth_getCode' && isVault ? '0x6001' : null;
    };
    expect(failuresOf(await look())).toEqual([
      expect.stringMatching(/^Northshore: code of the vault: RPC 2 has other code at 0x/),
    ]);
  });

  test('names a price feed that is stale, and one of another pair', async () => {
    await feed.report(ETH_PRICE, new Date(Date.now() - 2 * 86_400_000));
    expect(failuresOf(await look()).join('\n')).toMatch(/^Northshore: price feed of ETH: .* is stale/);
    await feed.report(ETH_PRICE);
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
    const options = { dir: out, keystore: join(dir, 'none'), journal: dir, isRunning: false, now: new Date() };
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
    const [{ client }] = chains;
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
