import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { AGREES, context, northshore, nowhere, southshore } from '../../../tools/lab/web/deskEvidence.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { ACCOUNT, OTHER_ACCOUNT, terms } from '../../../tools/lab/web/fixtures.ts';
import type { ChainEvidenceOf } from './evidence.ts';
import { judge } from './judge.ts';
import { isFailedPayment } from './judgeWithoutDeposit.ts';

const { token } = terms.origin;
const mined: ChainEvidenceOf<'mined'> = {
  ...{ chain: northshore, endpoints: AGREES, kind: 'mined', from: ACCOUNT, to: token, nonce: 7, failure: null },
  ...{ blockNumber: 1n, blockHash: hashOf('8'), minedAtMs: null, confirmations: 1, networkFee: 1n },
  ...{ deposits: [], payments: [], moved: [], receiverHasCode: true, strangers: [] },
};
const judgeMined = (evidence: ChainEvidenceOf<'mined'>) => judge({ ...nowhere, perChain: [evidence] }, context);
const reverted = { kind: 'reverted', reason: null } as const;

describe('a mined transaction without a deposit', () => {
  it("that failed at a vault is the bridge's own failed payment, and says nothing about the money", () => {
    const attempt = { ...mined, to: northshore.vault, failure: reverted, moved: null };
    expect(judgeMined(attempt)).toMatchObject({ verdicts: [{ kind: 'failedPayment' }], money: 'unknown' });
    const trace = { kind: 'failedPayment', chain: northshore, endpoints: AGREES } as const;
    expect(judge({ ...nowhere, perChain: [attempt], trace }, context)).toMatchObject({
      ...{ verdicts: [{ kind: 'failedPayment' }], confidence: { kind: 'verified' }, money: 'unknown' },
    });
    expect(isFailedPayment(attempt)).toBe(true);
    expect(isFailedPayment({ ...mined, failure: reverted })).toBe(false);
  });

  it('that transfers tokens names their receiver, not the token contract', () => {
    const moved = [{ token, to: OTHER_ACCOUNT, amount: 5n }];
    expect(judgeMined({ ...mined, moved }).verdicts).toMatchObject([
      { kind: 'wrongContract', contract: OTHER_ACCOUNT },
    ]);
    expect(judgeMined({ ...mined, to: ACCOUNT, moved }).verdicts).toMatchObject([{ contract: ACCOUNT }]);
  });

  it('that pays an account without code is not a contract call, unless no endpoint says', () => {
    const moved = [{ token: zeroAddress, to: OTHER_ACCOUNT, amount: 5n }];
    const paid = { ...mined, to: OTHER_ACCOUNT, moved };
    expect(judgeMined({ ...paid, receiverHasCode: false })).toMatchObject({
      ...{ verdicts: [{ kind: 'sentToAccount', account: OTHER_ACCOUNT }], money: 'elsewhere' },
    });
    expect(judgeMined({ ...paid, receiverHasCode: null }).verdicts).toMatchObject([{ kind: 'wrongContract' }]);
  });

  it('names the chain whose bridge address was used, even if that chain was not asked', () => {
    const moved = [{ token: zeroAddress, to: southshore.vault, amount: 5n }];
    expect(judgeMined({ ...mined, to: southshore.vault, moved }).verdicts).toMatchObject([
      { kind: 'wrongChain', chainName: 'Northshore', meantFor: 'Southshore' },
    ]);
  });

  it('does not say where the money is if a relayer moved tokens', () => {
    expect(judgeMined({ ...mined, moved: null })).toMatchObject({
      verdicts: [{ kind: 'noDeposit' }],
      money: 'unknown',
    });
  });
});
