import { describe, expect, it } from 'vitest';
import { AGREES, moment, northshore, nowhere } from '../../../lab/web/deskEvidence.ts';
import { hashOf } from '../../../lab/web/fakeWallet.ts';
import { ACCOUNT, OTHER_ACCOUNT, terms } from '../../../lab/web/fixtures.ts';
import type { SightOf } from './evidence.ts';
import { judgeCase } from './judgeCase.ts';
import { isFailedPayment } from './judgeHash.ts';

const { token } = terms.origin;
const mined: SightOf<'mined'> = {
  ...{ chain: northshore, endpoints: AGREES, kind: 'mined', from: ACCOUNT, to: token, nonce: 7, failure: null },
  ...{ blockNumber: 1n, blockHash: hashOf('8'), minedAtMs: null, confirmations: 1, networkFee: 1n },
  ...{ deposits: [], payments: [], moved: [], strangers: [] },
};
const judge = (sight: SightOf<'mined'>) => judgeCase({ ...nowhere, sights: [sight] }, moment);
const reverted = { kind: 'reverted', reason: null } as const;

describe('a mined transaction without a deposit', () => {
  it('that failed at a vault is an attempt of the bridge, and says nothing of the money', () => {
    const attempt = { ...mined, to: northshore.vault, failure: reverted, moved: null };
    expect(judge(attempt)).toMatchObject({ verdict: { kind: 'failedPayment' }, money: 'unknown' });
    const trace = { kind: 'failedPayment', chain: northshore, endpoints: AGREES } as const;
    expect(judgeCase({ ...nowhere, sights: [attempt], trace }, moment)).toMatchObject({
      ...{ verdict: { kind: 'failedPayment' }, confidence: { kind: 'verified' }, money: 'unknown' },
    });
    expect(isFailedPayment(attempt)).toBe(true);
    expect(isFailedPayment({ ...mined, failure: reverted })).toBe(false);
  });

  it('that transfers tokens names their receiver, and not the contract of the token', () => {
    const moved = [{ token, to: OTHER_ACCOUNT, amount: 5n }];
    expect(judge({ ...mined, moved }).verdict).toMatchObject({ kind: 'wrongContract', contract: OTHER_ACCOUNT });
    expect(judge({ ...mined, to: ACCOUNT, moved }).verdict).toMatchObject({ contract: ACCOUNT });
  });

  it('leaves the place of the money open where a relayer moved tokens', () => {
    expect(judge({ ...mined, moved: null })).toMatchObject({ verdict: { kind: 'noDeposit' }, money: 'unknown' });
  });
});
