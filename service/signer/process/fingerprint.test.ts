import { expect, test } from 'vitest';
import { createSampleCatalog } from '../../../tools/lab/service/sampleCatalog.ts';
import { describeOtherViews } from './fingerprint.ts';

test('a chain that the signer signs for by another view is named', () => {
  const { chains } = createSampleCatalog();
  const own = new Map([
    [31_337, 'a'],
    [31_338, 'b'],
  ]);
  expect(describeOtherViews(chains, { own, signers: new Map(own) })).toBe(null);
  expect(describeOtherViews(chains, { own, signers: new Map([[31_337, 'a']]) })).toMatch(/another view of Southshore/);
});
