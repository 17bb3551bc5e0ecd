import { expect, test } from 'vitest';
import { createSampleCatalog } from '../../../tools/lab/service/sampleCatalog.ts';
import { describeOtherViews } from './fingerprint.ts';

test('names a chain for which the signer has another view', () => {
  const { chains } = createSampleCatalog();
  const own = new Map([
    [31_337, 'a'],
    [31_338, 'b'],
  ]);
  expect(describeOtherViews(chains, { own, signers: new Map(own) })).toBe(null);
  expect(describeOtherViews(chains, { own, signers: new Map([[31_337, 'a']]) })).toMatch(/view of Southshore differs/);
});
