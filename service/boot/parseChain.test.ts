import { zeroAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import {
  createMainnetFile,
  createSampleCatalog,
  createSampleFile,
  listConfigProblems,
  pickChain,
} from '../../tools/lab/service/sampleCatalog.ts';
import type { ChainSettings } from './installation.ts';

function problemsOf(fields: Partial<ChainSettings>, lab: object = {}): string {
  const file = createSampleFile();
  file.chains = file.chains.map((chain) => ({ ...chain, ...fields }));
  Object.assign(file.lab, lab);
  return listConfigProblems(file).join('\n');
}

const readChain = (fields: Partial<ChainSettings>) =>
  pickChain(
    createSampleCatalog((file) => {
      file.chains = file.chains.map((chain) => ({ ...chain, ...fields }));
    }),
    'Northshore',
  );

const TIER = { '10000': 12 };
const [one, other] = ['https://one.example/key', 'https://other.example'];

describe('a chain is rejected with', () => {
  test.each<readonly [string, Partial<ChainSettings>, string]>([
    [
      'confirmations beyond the reorg window',
      { confirmations: 65 },
      'confirmations must not be more than the blocks that the service reads again, or it misses a reorg: 65 > 64.',
    ],
    [
      'a tier beyond the reorg window',
      { confirmationsAbove: { '10000': 65 } },
      'confirmationsAbove.10000 must not be more than the blocks that the service reads again',
    ],
    [
      'a tier with no more confirmations than small deposits',
      { confirmationsAbove: { '10000': 2 } },
      'confirmationsAbove.10000 must be more than the 2 of smaller deposits.',
    ],
    [
      'tiers whose confirmations do not rise',
      { confirmationsAbove: { ...TIER, '20000': 12 } },
      'confirmationsAbove.20000 must be more than the 12 of smaller deposits.',
    ],
    [
      'two depths for one value',
      { confirmationsAbove: { ...TIER, '10000.0': 20 } },
      'confirmationsAbove.10000.0 repeats the value of another entry.',
    ],
    [
      'a tier above zero',
      { confirmationsAbove: { '0': 12 } },
      'confirmationsAbove.0 must be more than 0 with at most 18 decimals, not 0.',
    ],
    [
      'a tier above no decimal',
      { confirmationsAbove: { '1e4': 12 } },
      'confirmationsAbove.1e4 must be a plain decimal, such as "0.5", not "1e4".',
    ],
    [
      'less finality than the confirmations of large deposits',
      { confirmationsAbove: TIER, finality: 11 },
      'finality must not be less than the 12 confirmations of the largest deposits.',
    ],
    [
      'less finality than the tag of large deposits',
      { confirmationsAbove: { '1': 'safe' }, finality: 40 },
      'finality must not be less than the "safe" of the largest deposits.',
    ],
    [
      'a tag for large deposits that is not deeper than the tag for smaller ones',
      { confirmations: 'finalized', confirmationsAbove: { '1': 'safe' } },
      'confirmationsAbove.1 must be more than the "finalized" of smaller deposits.',
    ],
    ['an exposure cap of zero', { exposureCap: '0' }, 'exposureCap must be more than 0'],
    ['an exposure cap that is not a decimal', { exposureCap: '1e6' }, 'exposureCap must be a plain decimal'],
    [
      'a quorum of more RPCs than there are',
      { rpcUrls: [one, other], quorum: 3 },
      'quorum must not be more than the 2',
    ],
    [
      'a closed vault that is not retired',
      { closedVaults: [`0x${'1'.repeat(40)}`] },
      'closedVaults must list only vaults',
    ],
    [
      'an ignored token that the bridge supports',
      { ignoredTokens: [zeroAddress] },
      'chains.0.ignoredTokens.0 must not be 0x0000000000000000000000000000000000000000, the token ETH of "tokens": its deposits are owed to their senders.',
    ],
    ['no gas price', { maxGasPriceGwei: '0' }, 'maxGasPriceGwei must be more than 0 with at most 9 decimals, not 0.'],
    [
      'a retired vault that is the vault in use',
      { vault: `0x${'1'.repeat(40)}`, retiredVaults: [`0x${'1'.repeat(40)}`] },
      'retiredVaults must not list a vault twice, and not the vault in use.',
    ],
    [
      'a retired vault that is the deposit contract',
      { depositContract: `0x${'1'.repeat(40)}`, retiredVaults: [`0x${'1'.repeat(40)}`] },
      'retiredVaults must not list the deposit contract 0x',
    ],
    [
      'a secret in place of a host',
      { rpcUrls: ['https://{file:one}'] },
      'rpcUrls.0 must name its host. Put only the secret part into {file:name}, not the whole URL.',
    ],
    [
      'a misspelt reference',
      { wsUrls: ['wss://one.example/{flie:one}'] },
      'wsUrls.0 may have braces only in {file:name} and {env:NAME}.',
    ],
    [
      'a secret by its path',
      { rpcUrls: ['https://one.example/{file:/var/lib/causeway-signer/maker.json}'] },
      'rpcUrls.0 must name a file in the secrets folder: no path, and not keystore-password.',
    ],
    [
      'a secret of another folder',
      { rpcUrls: ['https://one.example/{file:../passwords/x}'] },
      'rpcUrls.0 must name a file in the secrets folder: no path, and not keystore-password.',
    ],
    [
      'the password of the key',
      { rpcUrls: ['https://one.example/{file:keystore-password}'] },
      'rpcUrls.0 must name a file in the secrets folder: no path, and not keystore-password.',
    ],
    [
      'a secret in a public URL',
      { publicRpcUrls: ['https://one.example/{file:one}'] },
      'publicRpcUrls.0 must not contain a secret: every visitor can read it.',
    ],
    [
      'the name of a method',
      { name: 'toString' },
      'name must not be "toString", a property of every JavaScript object.',
    ],
    [
      'the name of a prototype',
      { name: '__proto__' },
      'name must not be "__proto__", a property of every JavaScript object.',
    ],
    ['no public URL', { publicRpcUrls: [] }, 'publicRpcUrls must not be empty.'],
    ['two RPCs on one host', { rpcUrls: [one, `${one}2`] }, 'rpcUrls must be on different hosts, because 2 providers'],
  ])('%s', (_name, fields, problem) => {
    expect(problemsOf(fields)).toContain(problem);
  });

  test('a block range within the reorg window', () => {
    expect(problemsOf({}, { blockRange: 64 })).toContain(
      'lab.blockRange must be more than reorgWindow, or the watcher never advances: 64 <= 64.',
    );
  });
});

describe('a chain', () => {
  test('takes its depths from its family, and the deepest of family and tiers as its finality', () => {
    const { confirmations: _a, payoutConfirmations: _b, ...bare } = createSampleFile().chains[0] ?? {};
    const readFamily = (fields: Partial<ChainSettings>) =>
      pickChain(
        createSampleCatalog((file) => {
          const [, ...others] = file.chains;
          file.chains = [{ ...bare, ...fields } as ChainSettings, ...others];
        }),
        'Northshore',
      );
    expect(readFamily({ family: 'opStack' })).toMatchObject({
      ...{ confirmations: 'safe', finality: 'finalized', payoutConfirmations: 'safe' },
    });
    expect(readFamily({ family: 'ethereum', confirmations: 5 })).toMatchObject({
      ...{ confirmations: 5, finality: 'finalized', payoutConfirmations: 12 },
    });
    expect(readFamily({ family: 'polygon', finality: 'finalized' })).toMatchObject({ confirmations: 'finalized' });
    expect(() => readFamily({ family: 'other' })).toThrow('the family other has no default');
  });

  test('can have a finality that is deeper than the blocks the watcher reads again', () => {
    expect(readChain({ finality: 5000 })).toMatchObject({ finality: 5000 });
  });

  test('has no exposure cap by default, and the finality of its largest deposits', () => {
    expect(readChain({})).toMatchObject({ finality: 2, exposureCap: null });
    expect(readChain({ confirmationsAbove: TIER })).toMatchObject({ finality: 12 });
  });

  test('takes finality and exposure cap from the file', () => {
    expect(readChain({ confirmationsAbove: TIER, finality: 40, exposureCap: '2.5' })).toMatchObject({
      finality: 40,
      exposureCap: 2_500_000_000_000_000_000n,
    });
  });

  test('needs most of its providers to agree by default', () => {
    const quorumOf = (rpcUrls: readonly string[]) => readChain({ rpcUrls: [...rpcUrls] }).quorum;
    const third = 'https://third.example';
    expect(quorumOf([one])).toBe(1);
    expect(quorumOf([one, other])).toBe(2);
    expect(quorumOf([one, other, third])).toBe(2);
    expect(quorumOf([one, other, third, 'https://fourth.example'])).toBe(3);
    expect(readChain({ rpcUrls: [one, other], quorum: 1 }).quorum).toBe(1);
  });

  test('counts as unread after its newest block is 900 s old, and a mainnet after 120 s', () => {
    expect(readChain({}).maxHeadAgeSeconds).toBe(900);
    const [mainnet] = createSampleCatalog((file) => Object.assign(file, createMainnetFile())).chains;
    expect(mainnet?.maxHeadAgeSeconds).toBe(120);
    // Ten of its blocks take longer.
    expect(readChain({ blockTimeMs: 120_000 }).maxHeadAgeSeconds).toBe(1200);
  });
});
