import { chmod } from 'node:fs/promises';
import { parseGwei } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LabInstallation } from '../../../tools/lab/installation/installationFile.ts';
import { createMainnetFile, createSampleFile } from '../../../tools/lab/service/sampleCatalog.ts';
import type { WorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { InvalidConfig } from '../../boot/operatorError.ts';
import { parsePolicy, readPolicy } from './policyFile.ts';

let folder: WorkFolder;
beforeAll(async () => {
  folder = await createWorkFolder();
});
afterAll(() => folder?.remove());

function policyOf(change: (file: LabInstallation) => void = () => {}) {
  const file = createSampleFile();
  change(file);
  return parsePolicy(JSON.stringify(file));
}

// biome-ignore lint/suspicious/noExplicitAny: the cases set values that the schema forbids
type EditableFile = any;

function problemsAfter(change: (file: EditableFile) => void): string {
  try {
    policyOf(change);
    return '';
  } catch (error) {
    return error instanceof InvalidConfig ? error.problems.join('\n') : String(error);
  }
}

function setProviders({ signer }: EditableFile, count: number, quorum?: number): void {
  const rpcUrls = Array.from({ length: count }, () => 'http://127.0.0.1:1');
  signer.chains.Northshore = { rpcUrls, ...(quorum !== undefined && { quorum }) };
}

describe('the policy of a file', () => {
  test('has the amounts in base units', () => {
    const { chains, routes } = policyOf();
    expect(chains[0]).toMatchObject({ id: 31_337, maxGasPrice: parseGwei('1000'), maxGasLimit: 8_000_000n });
    expect(routes.find(({ token }) => token === 'USDC')).toEqual({
      token: 'USDC',
      from: 'Northshore',
      to: 'Southshore',
      minFee: 100_000n,
      gasDropFloor: 0n,
    });
    // WBTC goes in one direction only.
    expect(routes.filter(({ token }) => token === 'WBTC')).toHaveLength(1);
  });

  test("allows a payment of 120 % of its token's largest transfer, in each chain's decimals", () => {
    const capsOf = (change?: (file: LabInstallation) => void) =>
      policyOf(change).chains.map(({ tokens }) => tokens.map(({ name, maxPerPayment }) => [name, maxPerPayment]));
    expect(capsOf()).toEqual([
      [
        ['ETH', 12n * 10n ** 18n],
        ['USDC', 12_000n * 10n ** 6n],
        ['WBTC', 240_000_000n],
      ],
      [
        ['ETH', 12n * 10n ** 18n],
        ['USDC', 12_000n * 10n ** 6n],
        ['WBTC', 24n * 10n ** 17n],
      ],
    ]);
    const [, [, , wbtc] = []] = capsOf(({ tokens }) => {
      for (const token of tokens.filter(({ name }) => name === 'WBTC')) {
        const [transfer] = token.transfers;
        token.transfers.push({ ...transfer, closed: false, from: 'Southshore', max: '2.0000000000000001' });
      }
    });
    expect(wbtc).toEqual(['WBTC', 2_400_000_000_000_000_120n]);
  });

  test('rounds a cap up to the decimals of the chain', () => {
    const [north] = policyOf(({ tokens }) => {
      for (const token of tokens.filter(({ name }) => name === 'WBTC')) {
        token.transfers = token.transfers.map((transfer) => ({
          ...transfer,
          from: 'Southshore',
          max: '2.0000000000000001',
        }));
      }
    }).chains;
    // 2.00000001 in its 8 decimals.
    expect(north?.tokens[2]).toMatchObject({ name: 'WBTC', maxPerPayment: 240_000_002n });
  });

  test('pays no token without a route', () => {
    const [chain] = policyOf(({ tokens }) => {
      for (const token of tokens.filter(({ name }) => name === 'USDC')) token.transfers = [];
    }).chains;
    expect(chain?.tokens.map(({ name }) => name)).toEqual(['ETH', 'WBTC']);
  });

  test('refunds a token whose routes are all closed', () => {
    const { chains, routes } = policyOf(({ tokens }) => {
      for (const transfer of tokens.flatMap(({ transfers }) => transfers)) transfer.closed = true;
    });
    expect(routes).toEqual([]);
    expect(chains.map(({ tokens }) => tokens)).toEqual(policyOf().chains.map(({ tokens }) => tokens));
  });

  test('has no cap on a mainnet for the transfers between testnets', () => {
    const file = createMainnetFile();
    const added = file.chains.map((chain) => ({
      ...chain,
      ...{ name: `${chain.name} test`, id: chain.id + 1000, category: 'Testnet' as const },
    }));
    file.chains.push(...added);
    const [, usdc] = file.tokens;
    const addresses = Object.fromEntries(added.map(({ name }) => [name, usdc?.addresses.Northshore]));
    Object.assign(usdc?.addresses ?? {}, addresses);
    usdc?.transfers.unshift({ ...usdc.transfers[0], closed: false, from: 'Northshore test', max: '1000000' });
    const caps = parsePolicy(JSON.stringify(file)).chains.map(({ tokens }) => tokens[1]?.maxPerPayment);
    expect(caps).toEqual([12_000, 12_000, 1_200_000, 1_200_000].map((cap) => BigInt(cap) * 10n ** 6n));
  });

  test('keeps a closed chain with its vaults, and pays no deposit from or to it', () => {
    const retired = `0x${'1'.repeat(40)}` as const;
    const { chains, routes } = policyOf((file) => {
      const [, chain] = file.chains;
      Object.assign(chain ?? {}, { status: 'closed', retiredVaults: [retired] });
    });
    expect(chains.map(({ name }) => name)).toEqual(['Northshore', 'Southshore']);
    expect(chains[1]?.retiredVaults).toEqual([retired]);
    expect(routes).toEqual([]);
  });

  test("has the signer's endpoints, or the service's on a testnet", () => {
    const [north, south] = policyOf((file) => setProviders(file, 3)).chains;
    expect(north).toMatchObject({ rpcUrls: Array.from({ length: 3 }, () => 'http://127.0.0.1:1'), quorum: 3 });
    expect(south).toMatchObject({ rpcUrls: ['http://127.0.0.1:8546'], quorum: 1 });
  });
});

describe('a file is refused with', () => {
  test.each<readonly [string, (file: EditableFile) => void, RegExp]>([
    ['no hot wallet', (file) => delete file.hotWallet, /^hotWallet is missing\. Run "causeway init"/],
    [
      'a former hot wallet that is the present one',
      (file) => Object.assign(file, { formerHotWallets: [file.hotWallet] }),
      /^formerHotWallets must not list the hot wallet itself\.$/,
    ],
    [
      'an unknown setting',
      ({ chains }) => Object.assign(chains[0], { method: 'any' }),
      /method is not a known setting/,
    ],
    [
      'no largest transfer',
      ({ tokens }) => delete tokens[0].transfers[0].max,
      /tokens\.0\.transfers\.0\.max is missing/,
    ],
    [
      'a number as an amount',
      ({ tokens }) => Object.assign(tokens[0].transfers[0], { max: 5 }),
      /tokens\.0\.transfers\.0\.max must be a decimal in quotes/,
    ],
    [
      'more decimals than the token',
      ({ tokens }) => Object.assign(tokens[1].transfers[0], { max: '9.1234567' }),
      /must fit the token's 6 decimals/,
    ],
    [
      'more decimals than the token, for a closed chain',
      ({ chains, tokens }) => {
        chains[1].status = 'closed';
        tokens[1].transfers[0].minFee = '0.0000001';
      },
      /^tokens\.1\.transfers\.0\.minFee must fit the token's 6 decimals on Northshore/,
    ],
    ['no provider', (file) => setProviders(file, 0), /signer\.chains\.Northshore\.rpcUrls must not be empty/],
    ['a quorum of half the providers', (file) => setProviders(file, 2, 1), /Northshore\.quorum must be more than half/],
    ['a quorum above the providers', (file) => setProviders(file, 2, 3), /Northshore\.quorum must be at most 2/],
    [
      'endpoints for an unknown chain',
      ({ signer }) => Object.assign(signer.chains, { Nowhere: { rpcUrls: ['http://127.0.0.1:1'] } }),
      /^signer\.chains\.Nowhere names a chain that "chains" does not list/,
    ],
    [
      'a route of a token that a chain lacks',
      ({ tokens }) => Object.assign(tokens[2].transfers[0], { to: 'Nowhere' }),
      /tokens\.2\.transfers\.0\.to is Nowhere, but WBTC is on Northshore, Southshore/,
    ],
    ['a repeated chain', ({ chains }) => Object.assign(chains[1], { id: 31337 }), /^chains\.1 repeats 31337\.$/],
    [
      'two tokens at one address',
      ({ tokens }) => Object.assign(tokens[2].addresses, { Northshore: tokens[1].addresses.Northshore }),
      /^tokens must have different addresses on Northshore/,
    ],
  ])('%s', (_what, change, words) => {
    expect(problemsAfter(change)).toMatch(words);
  });

  test('not JSON', () => {
    expect(() => parsePolicy('{')).toThrow('The file is not JSON.');
  });
});

describe('the copy of the signer', () => {
  const read = async (file: object, { mode = 0o600, env = {} } = {}) => {
    const path = await folder.write('installation.json', JSON.stringify(file));
    await chmod(path, mode);
    return readPolicy(path, env);
  };

  test("gets the signer's secrets, and needs no secret of the service", async () => {
    const file = createMainnetFile();
    const [north] = file.chains;
    north?.rpcUrls.push('https://fifth.example/{env:SERVICE_KEY}');
    file.signer.chains.Northshore = { rpcUrls: ['https://third.example/{env:KEY}', 'https://fourth.example'] };
    const { chains } = await read(file, { env: { KEY: 'secret-key' } });
    expect(chains[0]).toMatchObject({
      rpcUrls: ['https://third.example/secret-key', 'https://fourth.example'],
      quorum: 2,
    });
    await expect(read(file)).rejects.toMatchObject({
      problems: ['signer.chains.Northshore.rpcUrls.0 names the variable KEY, but it is not set.'],
    });
  });

  test.each([0o620, 0o602])('is refused with mode %o, which lets others change it', async (mode) => {
    await expect(read(createSampleFile(), { mode })).rejects.toMatchObject({
      problems: [expect.stringMatching(/but other accounts can change it\. Run: chmod go-w/)],
    });
  });

  test('is refused if it cannot be read', async () => {
    await expect(readPolicy('/nowhere/installation.json', {})).rejects.toMatchObject({
      problems: [
        expect.stringMatching(/^CAUSEWAY_INSTALLATION is \/nowhere\/installation\.json, but the signer cannot/),
      ],
    });
  });
});
