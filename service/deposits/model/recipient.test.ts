import { describe, expect, test } from 'vitest';
import { createSampleCatalog, pickChain } from '../../../tools/lab/service/sampleCatalog.ts';
import { readRecipient } from './recipient.ts';

const catalog = createSampleCatalog(() => {});
const destination = pickChain(catalog, 'Southshore');
const USER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

describe("a deposit's target", () => {
  test.each([USER, USER.toLowerCase(), USER.toUpperCase(), `0x${USER.slice(2).toUpperCase()}`])(
    'of %s is paid to the account',
    (target) => {
      expect(readRecipient(catalog, destination, target)).toEqual({ ok: true, recipient: USER });
    },
  );

  test('with a wrong checksum is rejected', () => {
    expect(readRecipient(catalog, destination, USER.replace('3C', '3c'))).toMatchObject({ ok: false });
  });

  test('that is an address of the bridge in upper case is rejected', () => {
    const target = `0x${destination.depositContract.slice(2).toUpperCase()}`;
    expect(readRecipient(catalog, destination, target)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/bridge/),
    });
  });
});
