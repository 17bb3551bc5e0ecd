import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { terms } from '../../../tools/lab/web/fixtures.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';
import { filterTransfers, groupOf, NO_FILTER } from './filterTransfers.ts';

const HASH = hashOf('1');
const NOW = 1_800_000_060_000;
const deposit = { terms, attempt: null, hash: HASH, nonce: null, since: NOW - 60_000 };
const deposited: Transfer = { status: 'deposited', ...deposit, report: null, confirmations: null };
const other = { ...terms, id: 'two', tokenName: 'ETH', send: 7n, origin: { ...terms.origin, decimals: 18 } };
const abandoned: Transfer = { status: 'abandoned', terms: other, attempt: null };
const settled: readonly Transfer[] = [
  { ...deposit, status: 'delivered', payoutHash: hashOf('2'), received: 99_900_001n },
  { ...deposit, status: 'refunded', refundHash: hashOf('2'), refunded: 99_900_001n, report: null },
];

describe('filterTransfers', () => {
  const found = (filter: Partial<typeof NO_FILTER>) =>
    filterTransfers([deposited, abandoned], { ...NO_FILTER, ...filter }, NOW).map(({ status }) => status);

  it('finds a transfer by the amount sent, delivered or refunded', () => {
    for (const transfer of settled) {
      const count = (text: string) => filterTransfers([transfer], { ...NO_FILTER, text }, NOW).length;
      expect(['100.05', '99.900001', '99,900001', '99.9001'].map(count)).toEqual([1, 1, 1, 0]);
    }
  });

  it('returns every transfer when no filter is set', () => {
    expect(found({})).toEqual(['deposited', 'abandoned']);
  });

  it.each([
    [{ group: 'open' as const }, ['deposited']],
    [{ group: 'ended' as const }, ['abandoned']],
    [{ tokenName: 'ETH' }, ['abandoned']],
    [{ tokenName: 'USDC' }, ['deposited']],
    [{ chainName: 'Southshore', tokenName: 'USDC' }, ['deposited']],
    [{ chainName: 'Elsewhere' }, []],
    [{ text: ` ${HASH.toUpperCase().slice(4, 30)} ` }, ['deposited']],
    [{ text: terms.recipient.toLowerCase(), tokenName: 'ETH' }, ['abandoned']],
    [{ text: '100.05' }, ['deposited']],
    [{ text: '100,05' }, ['deposited']],
    [{ text: 'usdc' }, ['deposited']],
    [{ text: 'nothing like that' }, []],
  ])('with %j, finds %j', (filter, expected) => {
    expect(found(filter)).toEqual(expected);
  });
});

describe('groupOf', () => {
  it('is the outcome of a settled transfer', () => {
    expect(settled.map((transfer) => groupOf(transfer, NOW))).toEqual(['delivered', 'refunded']);
  });

  it('is attention when the person may have to act, or when the transfer is late', () => {
    expect(groupOf({ status: 'readyToSign', terms, attempt: null }, NOW)).toBe('attention');
    expect(groupOf(deposited, NOW)).toBe('open');
    expect(groupOf(deposited, NOW + 24 * 3_600_000)).toBe('attention');
  });
});
