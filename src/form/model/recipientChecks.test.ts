import type { Hex } from 'viem';
import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, OTHER_ACCOUNT } from '../../../tools/lab/web/fixtures.ts';
import {
  goodReadings as good,
  known,
  plainContext as plain,
  unanswered,
  verified,
} from '../../../tools/lab/web/reviewFixtures.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import type { Check, FormContext, ReviewReadings } from './checks.ts';
import { mustStop, runChecks } from './checks.ts';
import type { NameAnswer, ResolvedName } from './readRecipient.ts';

const CONTRACT = known<Hex>('0x6001');

const named: ResolvedName = {
  ...{ kind: 'resolved', name: 'bob.eth', chainId: 1, chainName: 'Ethereum', block: 1n, sources: 2 },
  ...{ isForDestination: true, address: OTHER_ACCOUNT },
};

type Inputs = { readonly build?: VerifiedBuild; readonly context?: FormContext };

function check(kind: Check['kind'], change: Partial<ReviewReadings>, inputs: Inputs = {}) {
  const { build = verified(), context = plain } = inputs;
  return runChecks(build, { ...good, ...change }, context).find((one) => one.kind === kind);
}

describe('the check of a name', () => {
  const nameCheck = (nameNow: NameAnswer | null, change: Partial<ReviewReadings> = {}) =>
    check('recipientName', { nameNow, ...change }, { context: { ...plain, named } });

  it("passes while two providers still give the build's address", () => {
    expect(nameCheck({ ...named, block: 9n })).toMatchObject({ state: 'fine', demand: 'none' });
    expect(check('recipientName', { nameNow: named })).toBeUndefined();
  });

  it.each<[string, NameAnswer]>([
    ['another address', { ...named, address: ACCOUNT }],
    ['no address', { kind: 'none' }],
    ['two addresses', { kind: 'differs' }],
    ['a server outside the chain', { kind: 'offchain' }],
  ])('stops when the name gives %s', (_what, nameNow) => {
    expect(nameCheck(nameNow)).toMatchObject({ state: 'warning', demand: 'stop' });
  });

  it("stops when the build's address differs from the name's", () => {
    const build = verified(getAddress(`0x${'9'.repeat(40)}`));
    const context = { ...plain, named };
    const now = { ...named, address: build.intent.recipient };
    expect(check('recipientName', { nameNow: now }, { build, context })).toMatchObject({ demand: 'stop' });
  });

  it.each([null, { kind: 'unanswered' } as const])('stops when the name service is silent: %j', (nameNow) => {
    expect(nameCheck(nameNow)).toMatchObject({ state: 'unknown', demand: 'stop' });
  });

  it('demands confirmation if only one provider answered', () => {
    expect(nameCheck({ ...named, sources: 1 })).toMatchObject({ demand: 'confirm', because: 'oneSource' });
  });

  it('demands confirmation of an Ethereum address that may be a contract there', () => {
    const ofEthereum = { ...named, isForDestination: false };
    expect(nameCheck(ofEthereum)?.state).toBe('fine');
    const unread = nameCheck(ofEthereum, { recipientElsewhere: unanswered });
    expect(unread).toMatchObject({ demand: 'confirm', because: 'otherChain' });
  });
});

describe('the check of the list of blocked addresses', () => {
  it('stops a blocked recipient and a blocked sender', () => {
    expect(check('screening', { blocked: known(new Set([OTHER_ACCOUNT])) })).toMatchObject({
      ...{ state: 'warning', demand: 'stop', blocked: 'recipient' },
    });
    expect(check('screening', { blocked: known(new Set([ACCOUNT])) })).toMatchObject({
      demand: 'stop',
      blocked: 'sender',
    });
    expect(check('screening', { blocked: known(new Set([verified().terms.maker])) })).toMatchObject({ state: 'fine' });
  });

  it('stops if the list is missing, and is absent for an installation without a list', () => {
    expect(check('screening', { blocked: unanswered })).toMatchObject({ state: 'unknown', demand: 'stop' });
    expect(mustStop(runChecks(verified(), { ...good, blocked: unanswered }, plain))).toBe(true);
    expect(check('screening', { blocked: null })).toBeUndefined();
  });
});

describe('the check of a contract that exists only on another chain', () => {
  const elsewhere = known({ chainName: 'Northshore' });

  it('demands confirmation, and names the chain', () => {
    expect(check('recipientElsewhere', { recipientElsewhere: elsewhere })).toMatchObject({
      ...{ demand: 'confirm', chainName: 'Northshore' },
    });
    expect(check('recipientElsewhere', { recipientElsewhere: elsewhere, recipientCode: CONTRACT })?.state).toBe('fine');
    expect(check('recipientElsewhere', { recipientElsewhere: elsewhere, recipientCode: unanswered })?.state).toBe(
      'unknown',
    );
  });
});

describe('the check of the recipient’s gas', () => {
  const none = { recipientGas: known({ balance: 0n, nonce: 0 }) };

  it('warns about an account that has no native tokens and has never sent', () => {
    expect(check('recipientGas', none)).toMatchObject({ state: 'warning', demand: 'none' });
    expect(check('recipientGas', { recipientGas: known({ balance: 0n, nonce: 1 }) })?.state).toBe('fine');
    expect(check('recipientGas', { recipientGas: unanswered })?.state).toBe('unknown');
  });

  it('passes if gas arrives with the tokens', () => {
    const build = verified(OTHER_ACCOUNT, 'USDC', 5n);
    expect(check('recipientGas', none, { build })).toMatchObject({ state: 'fine', demand: 'none' });
  });

  it('is absent for native tokens and for a contract', () => {
    expect(check('recipientGas', none, { build: verified(OTHER_ACCOUNT, 'ETH') })).toBeUndefined();
    expect(check('recipientGas', { ...none, recipientCode: CONTRACT })).toBeUndefined();
  });
});

describe('the check of look-alikes', () => {
  const alike = getAddress(`0xbbbb${'1'.repeat(32)}bbbb`);

  it('compares the recipient with the address book', () => {
    const contacts = known([{ address: alike, name: 'Bob', note: '' }]);
    expect(check('lookAlike', { contacts })).toMatchObject({ demand: 'confirm', resembles: alike });
    expect(check('lookAlike', { contacts: unanswered })?.state).toBe('unknown');
  });
});
