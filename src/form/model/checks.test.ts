import type { Hex } from 'viem';
import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { NO_CLAIM } from '#client/receipt.ts';
import { ACCOUNT, OTHER_ACCOUNT, terms } from '../../../tools/lab/web/fixtures.ts';
import {
  plainContext as empty,
  goodReadings as good,
  known,
  unanswered,
  verified,
} from '../../../tools/lab/web/reviewFixtures.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';
import type { Check, ReviewReadings } from './checks.ts';
import { mustStop, runChecks } from './checks.ts';

const find = (checks: readonly Check[], kind: Check['kind']) => checks.find((check) => check.kind === kind);
const check = (kind: Check['kind'], readings: Partial<ReviewReadings>, build = verified()) =>
  find(runChecks(build, { ...good, ...readings }, empty), kind);

describe('runChecks', () => {
  it('passes every check of an ordinary transfer', () => {
    expect(runChecks(verified(ACCOUNT), good, empty).map(({ state }) => state)).not.toContain('warning');
    expect(mustStop(runChecks(verified(), good, empty))).toBe(false);
  });

  it('passes no check whose chain did not answer', () => {
    const noAnswers: ReviewReadings = {
      plan: good.plan,
      recipientCode: unanswered,
      accountCode: unanswered,
      recipientElsewhere: unanswered,
      recipientGas: unanswered,
      payout: unanswered,
      nameNow: null,
      blocked: unanswered,
      contacts: unanswered,
      nativeBalance: unanswered,
      gasCost: unanswered,
      simulation: unanswered,
    };
    const checks = runChecks(verified(ACCOUNT), noAnswers, empty);
    for (const kind of [
      'simulation',
      'gas',
      'screening',
      'recipientCode',
      'ownAccountElsewhere',
      'recipientGas',
      'payout',
    ] as const)
      expect(find(checks, kind)?.state).toBe('unknown');
    const others = runChecks(verified(), noAnswers, empty);
    for (const kind of ['recipientElsewhere', 'lookAlike'] as const) expect(find(others, kind)?.state).toBe('unknown');
  });

  it('stops at a simulation that reverts, with its reason', () => {
    const failing = check('simulation', { simulation: known({ reverted: 'ZeroAmount()' }) });
    expect(failing).toMatchObject({ state: 'warning', demand: 'stop', reason: 'ZeroAmount()' });
  });

  it('requires a native balance for value and gas together', () => {
    const build = verified(OTHER_ACCOUNT, 'ETH');
    const just = build.terms.deposit.value + 10n ** 15n;
    expect(check('gas', { nativeBalance: known(just) }, build)?.state).toBe('fine');
    expect(check('gas', { nativeBalance: known(just - 1n) }, build)?.state).toBe('warning');
  });

  it('distinguishes a contract and a delegated account (EIP-7702) from an ordinary account', () => {
    expect(check('recipientCode', { recipientCode: known('0x6001') })).toMatchObject({
      demand: 'confirm',
      code: 'contract',
    });
    const delegated = known<Hex>(`0xef0100${'a'.repeat(40)}`);
    expect(check('recipientCode', { recipientCode: delegated })).toMatchObject({ demand: 'none', code: 'delegated' });
  });

  it('stops at a payout of native tokens that the recipient refuses, with the reason', () => {
    const recipientCode = known<Hex>('0x6001');
    const of = (payout: ReviewReadings['payout']) => check('payout', { recipientCode, payout });
    expect(of(known({ refusal: null }))).toMatchObject({ state: 'fine', demand: 'none' });
    const refusal = { kind: 'fails', reason: 'tokens only' } as const;
    expect(of(known({ refusal }))).toMatchObject({ state: 'warning', demand: 'stop', refusal });
    expect(of(unanswered)).toMatchObject({ state: 'unknown', demand: 'confirm' });
    expect(check('payout', { recipientCode: unanswered, payout: unanswered })).toMatchObject({ demand: 'confirm' });
  });

  it('checks no payout of another token, and none to an account without code', () => {
    expect(check('payout', { recipientCode: known('0x6001'), payout: null })).toBeUndefined();
    expect(check('payout', { recipientCode: known('0x'), payout: unanswered })).toBeUndefined();
  });

  it('demands confirmation from a smart account that does not exist on the destination', () => {
    const own = verified(ACCOUNT);
    const contract = known<Hex>('0x6001');
    expect(check('ownAccountElsewhere', { accountCode: contract }, own)).toMatchObject({ demand: 'confirm' });
    expect(check('ownAccountElsewhere', { accountCode: contract, recipientCode: contract }, own)?.state).toBe('fine');
  });

  it('demands confirmation of an address that resembles a known one', () => {
    const recipient = getAddress(`0xbbbb${'1'.repeat(32)}bbbb`);
    const before: Transfer = { status: 'abandoned', terms, attempt: null };
    const checks = runChecks(verified(recipient), good, { ...empty, transfers: [before] });
    expect(find(checks, 'lookAlike')).toMatchObject({ demand: 'confirm', resembles: OTHER_ACCOUNT });
  });

  it('demands confirmation of a recipient from a link', () => {
    const checks = runChecks(verified(), good, { ...empty, isRecipientFromLink: true });
    expect(find(checks, 'recipientFromLink')).toMatchObject({ demand: 'confirm' });
  });

  it('demands confirmation of a token that the configuration does not pin', () => {
    const build = verified();
    const checks = runChecks({ ...build, route: { ...build.route, isPinned: false } }, good, empty);
    expect(find(checks, 'unpinnedToken')).toMatchObject({ demand: 'confirm' });
  });

  it('demands confirmation of a duplicate that is open in the wallet, and of a sent one', () => {
    const build = verified();
    const same = { ...terms, send: build.send };
    const signing: Transfer = { status: 'signing', terms: same, attempt: { nonce: 1, fromBlock: 1n }, proposal: null };
    const sent: Transfer = {
      status: 'sent',
      doubt: null,
      terms: same,
      attempt: null,
      nonce: null,
      since: 1,
      hash: `0x${'1'.repeat(64)}`,
    };
    const other: Transfer = { ...signing, terms: { ...same, typed: 1n, receive: 1n } };
    // A higher network fee changes the sent amount, not the typed one.
    const dearer: Transfer = { ...signing, terms: { ...same, send: build.send + 1n } };
    const sameTransfer = (transfers: Transfer[]) =>
      find(runChecks(build, good, { ...empty, transfers }), 'sameTransfer');
    expect(sameTransfer([signing])).toMatchObject({ demand: 'confirm', duplicateIds: [same.id], nearest: 'open' });
    expect(sameTransfer([sent])).toMatchObject({ demand: 'confirm', duplicateIds: [same.id], nearest: 'sent' });
    expect(sameTransfer([dearer])).toMatchObject({ demand: 'confirm', nearest: 'open' });
    const both = sameTransfer([{ ...sent, terms: { ...same, id: 'sent' } }, signing]);
    expect(both).toMatchObject({ duplicateIds: [same.id, 'sent'], nearest: 'open' });
    expect(sameTransfer([other])?.state).toBe('fine');
    // The amount to send for an exact amount to receive follows from each quote's fees.
    const sameArrives: Transfer = { ...sent, terms: { ...same, typed: 1n, receive: build.receive } };
    expect(sameTransfer([sameArrives])).toMatchObject({ demand: 'confirm' });
  });

  it.each(['reverted', 'noDeposit', 'failedByService'] as const)(
    'demands confirmation of a duplicate that failed but whose deposit may still appear (%s)',
    (kind) => {
      const build = verified();
      const hash = `0x${'1'.repeat(64)}` as const;
      const failed: Transfer = {
        ...{
          status: 'failed',
          terms: { ...terms, send: build.send },
          attempt: { nonce: 1, fromBlock: 1n },
          hash,
          kind,
        },
        ...{ nonce: null, since: 1, foundOn: null, report: null, claim: NO_CLAIM, refund: null },
      };
      const sameTransfer = (transfer: Transfer) =>
        find(runChecks(build, good, { ...empty, transfers: [transfer] }), 'sameTransfer');
      expect(sameTransfer(failed)).toMatchObject({ demand: 'confirm', duplicateIds: [terms.id] });
      expect(sameTransfer({ ...failed, attempt: null })?.state).toBe('fine');
      const dayLater = { ...empty, transfers: [failed], now: terms.createdAt + 24 * 3_600_000 + 1 };
      const later = find(runChecks(build, good, dayLater), 'sameTransfer');
      // If the service reports the failure, the bridge has the deposit until it is refunded.
      if (kind === 'failedByService') expect(later).toMatchObject({ nearest: 'sent' });
      else expect([sameTransfer(failed), later]).toMatchObject([{ nearest: 'late' }, { state: 'fine' }]);
    },
  );

  it.each(['readyToSign', 'abandoned'] as const)(
    'demands confirmation of a duplicate that is %s after an unanswered request, but not after a refused one',
    (status) => {
      const build = verified();
      const found = (isRefused: boolean | undefined) => {
        const attempt = { nonce: 1, fromBlock: 1n, ...(isRefused !== undefined && { isRefused }) };
        const transfers = [{ status, terms: { ...terms, send: build.send }, attempt }];
        return find(runChecks(build, good, { ...empty, transfers }), 'sameTransfer');
      };
      const late = { demand: 'confirm', duplicateIds: [terms.id], nearest: 'late' };
      // Earlier versions stored an attempt without the answer.
      expect([found(undefined), found(false)]).toMatchObject([late, late]);
      expect(found(true)?.state).toBe('fine');
    },
  );

  it('demands confirmation of a duplicate that was delivered after the review opened', () => {
    const build = verified();
    const hash = `0x${'1'.repeat(64)}` as const;
    const sent = { terms: { ...terms, send: build.send }, attempt: null, nonce: null, since: 1, hash };
    const delivered: Transfer = { status: 'delivered', ...sent, payoutHash: hash, received: 1n };
    const sameTransfer = (transfer: Transfer, deliveredBefore: readonly string[]) =>
      find(runChecks(build, good, { ...empty, transfers: [transfer], deliveredBefore }), 'sameTransfer');
    expect(sameTransfer(delivered, [])).toMatchObject({ demand: 'confirm', duplicateIds: [terms.id] });
    expect(sameTransfer(delivered, [terms.id])?.state).toBe('fine');
    const refunded: Transfer = { status: 'refunded', ...sent, report: null, refundHash: hash, refunded: 1n };
    expect(sameTransfer(refunded, [])?.state).toBe('fine');
  });

  it.each([
    [499n, 'fine', 'none'],
    [500n, 'warning', 'none'],
    [999n, 'warning', 'none'],
    [1000n, 'warning', 'confirm'],
  ])('for fees of %i basis points is %s and demands %s', (bps, state, demand) => {
    const costly = { ...verified(), send: 10_000n, gasFee: 300n, bridgeFee: bps - 300n };
    expect(find(runChecks(costly, good, empty), 'feeShare')).toMatchObject({ state, demand, bps });
  });
});
