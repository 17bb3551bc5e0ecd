import { zeroAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import {
  createSampleCatalog,
  listConfigProblems,
  pickChain,
  readExampleFile,
} from '../../lab/service/sampleCatalog.ts';
import type { ChainConfig } from './configSchema.ts';

function problemsOf(fields: Partial<ChainConfig>): string {
  const file = readExampleFile();
  file.chains = file.chains.map((chain) => ({ ...chain, ...fields }));
  return listConfigProblems(file).join('\n');
}

const readChain = (fields: Partial<ChainConfig>) =>
  pickChain(
    createSampleCatalog((file) => {
      file.chains = file.chains.map((chain) => ({ ...chain, ...fields }));
    }),
    'Northshore',
  );

const TIER = { above: '10000', confirmations: 12 };
const [one, other] = ['https://one.example/key', 'https://other.example'];

describe('a chain is rejected with', () => {
  test.each<readonly [string, Partial<ChainConfig>, string]>([
    [
      'a block range within the reorg window',
      { blockRange: 64 },
      'blockRange must be more than reorgWindow, or the watcher never advances: 64 <= 64.',
    ],
    [
      'confirmations beyond the reorg window',
      { confirmations: 65 },
      'confirmations must not be more than reorgWindow, or the service misses a reorg: 65 > 64.',
    ],
    [
      'a tier beyond the reorg window',
      { confirmationTiers: [{ above: '10000', confirmations: 65 }] },
      'confirmationTiers.0.confirmations must not be more than reorgWindow',
    ],
    [
      'a tier with no more confirmations than small deposits',
      { confirmationTiers: [{ above: '10000', confirmations: 2 }] },
      'confirmationTiers.0.confirmations must be more than the 2 of smaller deposits.',
    ],
    [
      'tiers whose confirmations do not rise',
      { confirmationTiers: [TIER, { above: '20000', confirmations: 12 }] },
      'confirmationTiers.1.confirmations must be more than the 12 of smaller deposits.',
    ],
    [
      'tiers whose values do not rise',
      { confirmationTiers: [TIER, { above: '10000.0', confirmations: 20 }] },
      'confirmationTiers.1.above must be more than in the tier before.',
    ],
    [
      'less finality than the confirmations of large deposits',
      { confirmationTiers: [TIER], finality: 11 },
      'finality must not be less than the 12 confirmations of the largest deposits.',
    ],
    [
      'less finality than the tag of large deposits',
      { confirmationTiers: [{ above: '1', confirmations: 'safe' }], finality: 40 },
      'finality must not be less than the "safe" of the largest deposits.',
    ],
    [
      'a tag that is no deeper than the one of smaller deposits',
      { confirmations: 'finalized', confirmationTiers: [{ above: '1', confirmations: 'safe' }] },
      'confirmationTiers.0.confirmations must be more than the "finalized" of smaller deposits.',
    ],
    ['an exposure cap of zero', { exposureCap: '0' }, 'exposureCap must be more than 0'],
    ['an exposure cap that is no decimal', { exposureCap: '1e6' }, 'exposureCap must be a plain decimal'],
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
    ['two RPCs on one host', { rpcUrls: [one, `${one}2`] }, 'rpcUrls must be on different hosts, because 2 providers'],
  ])('%s', (_name, fields, problem) => {
    expect(problemsOf(fields)).toContain(problem);
  });
});

describe('a chain', () => {
  test('takes its depths from its family, and the deepest of family and tiers as its finality', () => {
    const { confirmations: _a, payoutConfirmations: _b, ...bare } = readExampleFile().chains[0] ?? {};
    const readFamily = (fields: Partial<ChainConfig>) =>
      pickChain(
        createSampleCatalog((file) => {
          const [, ...others] = file.chains;
          file.chains = [{ ...bare, ...fields } as ChainConfig, ...others];
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

  test('can have a finality that is deeper than the blocks that the watcher reads again', () => {
    expect(readChain({ finality: 5000, reorgWindow: 64 })).toMatchObject({ finality: 5000 });
  });

  test('has no exposure cap by default, and the finality of its largest deposits', () => {
    expect(readChain({})).toMatchObject({ finality: 2, exposureCap: null });
    expect(readChain({ confirmationTiers: [TIER] })).toMatchObject({ finality: 12 });
  });

  test('takes finality and exposure cap from the file', () => {
    expect(readChain({ confirmationTiers: [TIER], finality: 40, exposureCap: '2.5' })).toMatchObject({
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
    expect(readChain({ maxHeadAgeSeconds: 30 }).maxHeadAgeSeconds).toBe(30);
  });
});
