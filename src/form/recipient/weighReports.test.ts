import { describe, expect, it } from 'vitest';
import { ACCOUNT, OTHER_ACCOUNT } from '../../../tools/lab/web/fixtures.ts';
import type { NameReport } from './resolveName.ts';
import { weighReports } from './resolveName.ts';

const report = (change: object = {}): NameReport => ({
  ...{ kind: 'address', address: ACCOUNT, isForDestination: true, block: 7n, host: 'one.example' },
  ...change,
});
const silent: NameReport = { kind: 'silent' };
const weigh = (...reports: NameReport[]) => weighReports('alice.eth', { id: 1, name: 'Ethereum' }, reports);

describe('weighReports', () => {
  it('counts the providers that agree, and keeps the oldest block', () => {
    const answer = weigh(report(), report({ host: 'two.example', block: 5n }), silent);
    expect(answer).toMatchObject({ kind: 'resolved', address: ACCOUNT, block: 5n, sources: 2, isForDestination: true });
  });

  it('counts two endpoints of one provider once', () => {
    expect(weigh(report(), report())).toMatchObject({ sources: 1 });
  });

  it.each<[string, NameReport]>([
    ['another address', report({ address: OTHER_ACCOUNT })],
    ['an address for another chain', report({ isForDestination: false })],
    ['no address', { kind: 'none' }],
    ['a server outside the chain', { kind: 'offchain' }],
  ])('refuses an address when another endpoint reports %s', (_what, other) => {
    expect(weigh(report(), report(), other)).toEqual({ kind: 'differs' });
    expect(weigh(other, report(), report())).toEqual({ kind: 'differs' });
  });

  it('never treats silence as an answer', () => {
    expect(weigh(silent, silent)).toEqual({ kind: 'unanswered' });
    expect(weigh()).toEqual({ kind: 'unanswered' });
    expect(weigh(silent, { kind: 'none' })).toEqual({ kind: 'none' });
  });
});
