import type { Hex } from 'viem';
import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, honestBuild, intentFor, OTHER_ACCOUNT, routeFor, terms } from '../../lab/web/fixtures.ts';
import type { Check, CheckKind, Facts } from './checks.ts';
import { mustStop, planTransactions, runChecks } from './checks.ts';
import { findLookAlike } from './lookAlike.ts';
import type { Transfer } from './transfer.ts';
import type { VerifiedBuild } from './verifyBuild.ts';
import { verifyBuild } from './verifyBuild.ts';

function verified(recipient = OTHER_ACCOUNT, token = 'USDC'): VerifiedBuild {
  const route = routeFor(token);
  const intent = { ...intentFor(route), recipient };
  const result = verifyBuild(intent, honestBuild(intent, route), route);
  if (!result.ok) throw new Error('the honest build was refused');
  return result.build;
}

const known = <T>(value: T) => ({ ok: true as const, value });
const silent = { ok: false as const };

const calm: Facts = {
  recipientCode: known<Hex>('0x'),
  accountCode: known<Hex>('0x'),
  nativeBalance: known(10n ** 18n),
  gasCost: known(10n ** 15n),
  allowance: known(0n),
  simulation: known({ kind: 'passes' as const }),
};

const nobody = { transfers: [], isRecipientFromLink: false };
const find = (checks: readonly Check[], kind: CheckKind) => checks.find((check) => check.kind === kind);
const check = (kind: CheckKind, facts: Partial<Facts>, build = verified()) =>
  find(runChecks(build, { ...calm, ...facts }, nobody), kind);

describe('the checks of a review', () => {
  it('are all fine where everything is', () => {
    expect(runChecks(verified(ACCOUNT), calm, nobody).map(({ state }) => state)).not.toContain('warning');
    expect(mustStop(runChecks(verified(), calm, nobody))).toBe(false);
  });

  it('are never fine where no node answered', () => {
    const deaf: Facts = {
      recipientCode: silent,
      accountCode: silent,
      nativeBalance: silent,
      gasCost: silent,
      allowance: silent,
      simulation: silent,
    };
    const checks = runChecks(verified(ACCOUNT), deaf, nobody);
    for (const kind of ['simulation', 'gas', 'recipientCode', 'ownAccountElsewhere'] as const) {
      expect(find(checks, kind)?.state).toBe('unknown');
    }
  });

  it('stop at a transaction that would fail, with its reason', () => {
    const failing = check('simulation', { simulation: known({ kind: 'reverts', reason: 'ZeroAmount()' }) });
    expect(failing).toMatchObject({ state: 'warning', demand: 'stop', detail: 'ZeroAmount()' });
  });

  it('count the value of a native transfer with the gas', () => {
    const build = verified(OTHER_ACCOUNT, 'ETH');
    const just = build.deposit.value + 10n ** 15n;
    expect(check('gas', { nativeBalance: known(just) }, build)?.state).toBe('fine');
    expect(check('gas', { nativeBalance: known(just - 1n) }, build)?.state).toBe('warning');
  });

  it('tell a contract and a delegated account (EIP-7702) from an ordinary one', () => {
    expect(check('recipientCode', { recipientCode: known('0x6001') })).toMatchObject({
      demand: 'confirm',
      detail: 'contract',
    });
    const delegated = known<Hex>(`0xef0100${'a'.repeat(40)}`);
    expect(check('recipientCode', { recipientCode: delegated })).toMatchObject({ demand: 'none', detail: 'delegated' });
  });

  it('have a smart wallet confirm that it exists on the other side', () => {
    const own = verified(ACCOUNT);
    const contract = known<Hex>('0x6001');
    expect(check('ownAccountElsewhere', { accountCode: contract }, own)).toMatchObject({ demand: 'confirm' });
    expect(check('ownAccountElsewhere', { accountCode: contract, recipientCode: contract }, own)?.state).toBe('fine');
  });

  it('have a look-alike of an address that was used before confirmed', () => {
    const recipient = getAddress(`0xbbbb${'1'.repeat(32)}bbbb`);
    const before: Transfer = { status: 'abandoned', terms };
    const checks = runChecks(verified(recipient), calm, { ...nobody, transfers: [before] });
    expect(find(checks, 'lookAlike')).toMatchObject({ demand: 'confirm', detail: OTHER_ACCOUNT });
  });

  it('have a recipient that a link chose confirmed', () => {
    const checks = runChecks(verified(), calm, { ...nobody, isRecipientFromLink: true });
    expect(find(checks, 'recipientFromLink')).toMatchObject({ demand: 'confirm' });
  });

  it('have a token confirmed that the app does not know', () => {
    const build = verified();
    const checks = runChecks({ ...build, route: { ...build.route, isPinned: false } }, calm, nobody);
    expect(find(checks, 'unpinnedToken')).toMatchObject({ demand: 'confirm' });
  });

  it('stop while the same transfer may still be signed, and ask while it is on its way', () => {
    const build = verified();
    const same = { ...terms, send: build.send };
    const signing: Transfer = { status: 'signing', terms: same, attempt: { nonce: 1, fromBlock: 1n } };
    const sent: Transfer = { status: 'sent', terms: same, attempt: null, nonce: null, hash: `0x${'1'.repeat(64)}` };
    const other: Transfer = { ...signing, terms: { ...same, typed: 1n } };
    // The fee of another epoch changes what is sent, and not what is wanted.
    const dearer: Transfer = { ...signing, terms: { ...same, send: build.send + 1n } };
    const sameTransfer = (transfers: Transfer[]) =>
      find(runChecks(build, calm, { ...nobody, transfers }), 'sameTransfer');
    expect(sameTransfer([signing])).toMatchObject({ demand: 'stop' });
    expect(sameTransfer([sent])).toMatchObject({ demand: 'confirm' });
    expect(sameTransfer([dearer])).toMatchObject({ demand: 'stop' });
    expect(sameTransfer([other])?.state).toBe('fine');
  });

  it('have a large share of fees seen', () => {
    const build = verified();
    const costly = { ...build, bridgeFee: build.send / 4n };
    expect(find(runChecks(costly, calm, nobody), 'feeShare')).toMatchObject({ state: 'warning', demand: 'confirm' });
  });
});

describe('the transactions of a transfer', () => {
  const kinds = (build: VerifiedBuild, allowance: Facts['allowance']) =>
    planTransactions(build, allowance).map(({ kind }) => kind);

  it('are just those that are needed', () => {
    const build = verified();
    expect(kinds(build, known(0n))).toEqual(['approve', 'deposit']);
    expect(kinds(build, known(build.send))).toEqual(['deposit']);
    expect(kinds(verified(OTHER_ACCOUNT, 'ETH'), known(0n))).toEqual(['deposit']);
  });

  it('begin with a reset where the token wants it and something is left', () => {
    const build = verified();
    const route = { ...build.route, originToken: { ...build.route.originToken, resetsAllowance: true } };
    expect(kinds({ ...build, route }, known(1n))).toEqual(['resetAllowance', 'approve', 'deposit']);
    expect(kinds({ ...build, route }, known(0n))).toEqual(['approve', 'deposit']);
    expect(kinds({ ...build, route }, silent)).toEqual(['resetAllowance', 'approve', 'deposit']);
  });
});

describe('a look-alike', () => {
  it('has the same ends and another middle', () => {
    const mine = getAddress(`0x1234${'5'.repeat(32)}6789`);
    expect(findLookAlike(getAddress(`0x1234${'7'.repeat(32)}6789`), [mine])).toBe(mine);
    expect(findLookAlike(mine, [mine])).toBeNull();
    expect(findLookAlike(getAddress(`0x1235${'5'.repeat(32)}6789`), [mine])).toBeNull();
  });
});
