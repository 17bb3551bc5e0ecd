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

const TIER = { above: '10000', confirmations: 12 };

describe('the exposure of a chain', () => {
  test.each([
    [
      'finality that is less deep than large deposits',
      { confirmationTiers: [TIER], finality: 11 },
      /finality: must not be less than the confirmations of the largest deposits/,
    ],
    ['finality beyond what is watched', { finality: 65 }, /finality: must not be more than reorgWindow/],
    ['a cap that lets nothing through', { exposureCap: '0' }, /exposureCap: must be more than 0/],
    ['a cap that is no decimal', { exposureCap: '1e6' }, /exposureCap: must be a plain decimal/],
  ])('is refused with %s', (_what, fields, words) => {
    expect(problemsOf(fields)).toMatch(words);
  });

  test('has no cap, and ends at the depth of the largest deposits, unless the file says otherwise', () => {
    const read = (fields: Partial<ChainConfig>) =>
      pickChain(
        createSampleCatalog((file) => {
          file.chains = file.chains.map((chain) => ({ ...chain, ...fields }));
        }),
        'Northshore',
      );
    expect(read({})).toMatchObject({ finality: 2, exposureCap: null });
    expect(read({ confirmationTiers: [TIER] })).toMatchObject({ finality: 12 });
    expect(read({ confirmationTiers: [TIER], finality: 40, exposureCap: '2.5' })).toMatchObject({
      finality: 40,
      exposureCap: 2_500_000_000_000_000_000n,
    });
  });
});

describe('the second RPC of a chain', () => {
  const [one, other] = ['https://one.example/key', 'https://other.example'];
  test.each([
    ['with one RPC only', { rpcUrls: [one], secondRpcAbove: '5000' }, /secondRpcAbove: needs RPCs on two hosts/],
    ['on the same host', { rpcUrls: [one, `${one}2`], secondRpcAbove: '5000' }, /secondRpcAbove: needs RPCs on two/],
    ['above no value', { rpcUrls: [one, other], secondRpcAbove: '0' }, /secondRpcAbove: must be more than 0/],
  ])('is refused %s', (_what, fields, words) => {
    expect(problemsOf(fields)).toMatch(words);
  });

  test('is asked above the value of the file', () => {
    const catalog = createSampleCatalog((file) => {
      for (const chain of file.chains) Object.assign(chain, { rpcUrls: [one, other], secondRpcAbove: '0.5' });
    });
    expect(pickChain(catalog, 'Northshore').secondRpcAbove).toBe(500_000_000_000_000_000n);
  });
});
