import { describe, expect, it } from 'vitest';
import { honestBuild, intentFor, routeFor } from '../../../tools/lab/web/fixtures.ts';
import { verifyBuild } from '../../transfer/model/verifyBuild.ts';
import { readinessOf } from './readiness.ts';

const route = routeFor('USDC');
const intent = intentFor(route);
const verified = verifyBuild(intent, honestBuild(intent, route), route);
if (!verified.ok) throw new Error('the honest build was refused');
const { build } = verified;

const refused = {
  kind: 'refused',
  reason: 'amountOutOfRange',
  ...{ cause: null, min: null, max: null, maxGasDrop: null, message: 'no' },
} as const;

const ready = {
  closure: null,
  isConnected: true,
  isBlocked: false,
  amountText: '5',
  amountProblem: null,
  recipientProblem: null,
  outcome: { kind: 'verified', build },
  balance: build.send,
} as const;

describe('readinessOf', () => {
  it('is ready with a verified build and a sufficient balance', () => {
    expect(readinessOf(ready)).toEqual({ kind: 'ready', build });
  });

  it('is closed during maintenance, whatever else is ready or wrong', () => {
    const closure = { chains: ['Northshore'] };
    expect(readinessOf({ ...ready, closure })).toEqual({ kind: 'closed', closure });
    expect(readinessOf({ ...ready, closure, amountText: '', isConnected: false })).toEqual({ kind: 'closed', closure });
  });

  it('reports how much is missing from the balance', () => {
    expect(readinessOf({ ...ready, balance: build.send - 1n })).toEqual({ kind: 'balanceTooLow', missing: 1n });
  });

  it('does not block on an unknown balance', () => {
    expect(readinessOf({ ...ready, balance: null })).toEqual({ kind: 'ready', build });
  });

  it('reports a problem of the amount before the recipient and the wallet', () => {
    const inputs = { ...ready, amountProblem: 'zero', recipientProblem: 'zeroAddress', isConnected: false } as const;
    expect(readinessOf(inputs)).toEqual({ kind: 'amountProblem', problem: 'zero' });
    expect(readinessOf({ ...inputs, amountProblem: null })).toEqual({
      kind: 'recipientProblem',
      problem: 'zeroAddress',
    });
    expect(readinessOf({ ...inputs, amountProblem: null, recipientProblem: null })).toEqual({ kind: 'connectWallet' });
  });

  it.each([
    { kind: 'unreachable' },
    { kind: 'mismatch', mismatches: [] },
    { kind: 'refused', reason: 'amountOutOfRange', cause: null, min: null, max: null, maxGasDrop: null, message: '' },
  ] as const)('reports %j before the wallet is connected', (outcome) => {
    expect(readinessOf({ ...ready, isConnected: false, balance: null, outcome })).toEqual(outcome);
  });

  it("asks to connect while an unconnected account's quote loads, and once it has arrived", () => {
    const inputs = { ...ready, isConnected: false, balance: null };
    expect(readinessOf(inputs)).toEqual({ kind: 'connectWallet' });
    expect(readinessOf({ ...inputs, outcome: { kind: 'pending' } })).toEqual({ kind: 'connectWallet' });
    expect(readinessOf({ ...inputs, amountText: ' ', amountProblem: 'empty' })).toEqual({ kind: 'connectWallet' });
  });

  it('asks for an amount instead of reporting an empty one', () => {
    expect(readinessOf({ ...ready, amountText: '', amountProblem: 'empty' })).toEqual({ kind: 'amountMissing' });
  });

  it.each([
    [{ kind: 'pending' }, { kind: 'building' }],
    [{ kind: 'unreachable' }, { kind: 'unreachable' }],
    [refused, refused],
  ] as const)('turns the outcome %j into %j', (outcome, readiness) => {
    expect(readinessOf({ ...ready, outcome })).toEqual(readiness);
  });

  it('asks for another account before anything else if the installation blocks this one', () => {
    expect(readinessOf({ ...ready, isBlocked: true })).toEqual({ kind: 'accountBlocked' });
  });

  it("waits for a name's address as for a quote", () => {
    const inputs = { ...ready, outcome: { kind: 'pending' }, recipientProblem: 'namePending' } as const;
    expect(readinessOf(inputs)).toEqual({ kind: 'building' });
  });
});
