import { describe, expect, it } from 'vitest';
import { ACCOUNT, pairOf, routeFor } from '../../../../lab/web/fixtures.ts';
import { inEnglish } from '../../../../lab/web/inEnglish.ts';
import { mainWords } from '../../../words/main/mainWords.ts';
import { chainOptions, tokenOptions } from './pickerOptions.ts';

const words = await inEnglish(mainWords);
const route = routeFor('USDC');
const { origin, originToken } = route;
const unverifiable = { ...pairOf('USDC'), tokenName: 'NEW' };

describe('chainOptions', () => {
  it('names each chain and its id', () => {
    expect(chainOptions([origin], words)).toEqual([{ name: 'Northshore', detail: 'Chain 31337', isDisabled: false }]);
  });
});

describe('tokenOptions', () => {
  it('shows the address of a pinned token', () => {
    expect(tokenOptions(route, { offered: [originToken], unverifiable: [] }, words)).toEqual([
      { name: 'USDC', detail: originToken.address, isDisabled: false },
    ]);
  });

  it('marks an unpinned token as unverified', () => {
    const unpinned = { ...originToken, name: 'NEW', address: ACCOUNT };
    expect(tokenOptions(route, { offered: [unpinned], unverifiable: [] }, words)).toEqual([
      { name: 'NEW', detail: `Unverified: ${ACCOUNT}`, isDisabled: false },
    ]);
  });

  it('disables a token that this app cannot verify, and lists it once', () => {
    const [, disabled, ...rest] = tokenOptions(
      route,
      { offered: [originToken], unverifiable: [unverifiable, unverifiable] },
      words,
    );
    expect(disabled).toMatchObject({ name: 'NEW', isDisabled: true });
    expect(rest).toEqual([]);
  });

  it('leaves out unverifiable tokens of other origins and of offered names', () => {
    const elsewhere = { ...unverifiable, origin: { ...unverifiable.origin, chainName: 'Southshore' } };
    expect(
      tokenOptions(route, { offered: [originToken], unverifiable: [elsewhere, pairOf('USDC')] }, words),
    ).toHaveLength(1);
  });
});
