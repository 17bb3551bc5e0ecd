import { describe, expect, it } from 'vitest';
import { ACCOUNT, config, OTHER_ACCOUNT, routeFor } from '../../lab/web/fixtures.ts';
import type { Form } from './form.ts';
import { emptyDraft, resolveForm } from './form.ts';
import { toIntent } from './intent.ts';

describe('toIntent', () => {
  const route = routeFor('USDC');
  const form: Form = resolveForm({ ...emptyDraft, amountText: '1.5' }, [route]);

  it('uses the user’s account as the recipient by default', () => {
    expect(toIntent(form, ACCOUNT)).toMatchObject({
      ok: true,
      intent: { recipient: ACCOUNT, amount: 1_500_000n },
    });
  });

  it.each([
    ['1e3', 'notDecimal'],
    ['-1', 'notDecimal'],
    ['1,5', 'notDecimal'],
    ['1.0000001', 'tooManyDecimals'],
    ['0', 'zero'],
    ['0.000', 'zero'],
    ['', 'empty'],
  ])('rejects the amount %j', (amountText, amountProblem) => {
    expect(toIntent({ ...form, amountText }, ACCOUNT)).toMatchObject({ ok: false, amountProblem });
  });

  it.each([
    ['0x123', 'notAnAddress'],
    [` ${OTHER_ACCOUNT}`, 'notAnAddress'],
    [OTHER_ACCOUNT.replace('B', 'b'), 'notAnAddress'],
    [`eth:${OTHER_ACCOUNT}`, 'notAnAddress'],
    ['0x0000000000000000000000000000000000000000', 'zeroAddress'],
    [config.chains[0]?.depositContract ?? '', 'bridgeAddress'],
    [config.chains[1]?.vault ?? '', 'bridgeAddress'],
    [config.chains[0]?.vault ?? '', 'bridgeAddress'],
    [config.chains[1]?.tokens[0]?.address ?? '', 'tokenAddress'],
  ])('rejects the recipient %s', (recipientText, recipientProblem) => {
    expect(toIntent({ ...form, recipientText }, ACCOUNT)).toMatchObject({ ok: false, recipientProblem });
  });
});
