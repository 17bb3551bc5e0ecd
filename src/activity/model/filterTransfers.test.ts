import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { terms } from '../../../tools/lab/web/fixtures.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';
import { filterTransfers, groupOf, NO_FILTER } from './filterTransfers.ts';

const HASH = hashOf('1');
const NOW = 1_800_000_060_000;
const payment = { terms, attempt: null, hash: HASH, nonce: null, since: NOW - 60_000 };
const deposited: Transfer = { status: 'deposited', ...payment, report: null, confirmations: null };
const other = { ...terms, id: 'two', tokenName: 'ETH', send: 7n, origin: { ...terms.origin, decimals: 18 } };
const ended: Transfer = { status: 'abandoned', terms: other, attempt: null };
const paid: readonly Transfer[] = [
  { ...payment, status: 'delivered', payoutHash: hashOf('2'), received: 99_900_001n },
  { ...payment, status: 'refunded', refundHash: hashOf('2'), refunded: 99_900_001n, report: null },
];

describe('filterTransfers', () => {
  const found = (filter: Partial<typeof NO_FILTER>) =>
    filterTransfers([deposited, ended], { ...NO_FILTER, ...filter }, NOW).map(({ status }) => status);

  it('finds a transfer by what was sent, and by what arrived or came back', () => {
    for (const transfer of paid) {
      const count = (text: string) => filterTransfers([transfer], { ...NO_FILTER, text }, NOW).length;
      expect(['100.05', '99.900001', '99,900001', '99.9001'].map(count)).toEqual([1, 1, 1, 0]);
    }
  });

  it('lets everything through without a filter', () => {
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
  ])('finds with %j only %j', (filter, expected) => {
    expect(found(filter)).toEqual(expected);
  });
});

describe('the group of a transfer', () => {
  it('is that of its final verdict', () => {
    expect(paid.map((transfer) => groupOf(transfer, NOW))).toEqual(['delivered', 'refunded']);
  });

  it('is "attention" if the person may have to act, or if the transfer is late', () => {
    expect(groupOf({ status: 'readyToSign', terms, attempt: null }, NOW)).toBe('attention');
    expect(groupOf(deposited, NOW)).toBe('open');
    expect(groupOf(deposited, NOW + 24 * 3_600_000)).toBe('attention');
  });
});
