import { describe, expect, it } from 'vitest';
import type { Receipt } from '#client/receipt.ts';
import { hashOf } from '../../../lab/web/fakeWallet.ts';
import { NO_RECEIPT_ADDITIONS, registry, terms } from '../../../lab/web/fixtures.ts';
import type { Transfer } from '../transfer.ts';
import type { VerdictKind } from '../verdict/verdict.ts';
import { filterHistory, NO_FILTER } from './filterHistory.ts';
import type { FoundDeposit } from './foundDeposit.ts';
import { momentOf } from './foundDeposit.ts';
import type { HistoryGroup } from './historyItem.ts';
import { groupOf, itemHash, itemVerdict, listHistory } from './historyItem.ts';

const HASH = hashOf('1');
const UNKNOWN: Receipt = { kind: 'unknown' };
const reportOf = (step: 'held' | 'refunded' | null) => ({ step, reason: null, message: '' });
const IN_PROGRESS: Receipt = { kind: 'inProgress', report: reportOf(null), confirmations: null };

const sent: Transfer = { status: 'sent', doubt: null, terms, attempt: null, hash: HASH, nonce: null, since: null };

function found(change: Partial<FoundDeposit> = {}): FoundDeposit {
  return {
    ...{ chainId: terms.origin.chainId, chainName: terms.origin.chainName, transactionHash: HASH },
    ...{ blockNumber: 5n, logIndex: 0, depositedAt: 1_800_000_000_000, user: terms.account },
    ...{ token: terms.origin.token, maker: terms.maker, target: terms.recipient, amount: terms.send },
    ...{ destination: BigInt(terms.destination.chainId), ...change },
  };
}

function delivered(amount: bigint): Receipt {
  const delivery = {
    ...{ originChainName: 'Northshore', originToken: terms.origin.token, payoutHash: hashOf('2') },
    ...{ destinationChainName: 'Southshore', destinationToken: terms.destination.token, tokenName: 'USDC' },
    ...{ received: { amount, decimals: 6 }, sent: { amount, decimals: 6 }, ...NO_RECEIPT_ADDITIONS },
  };
  return { kind: 'delivered', delivery };
}

const list = (transfers: readonly Transfer[], deposits: readonly FoundDeposit[], receipts: readonly Receipt[] = []) =>
  listHistory(transfers, { deposits, receipts: new Map(receipts.length > 0 ? [[HASH, receipts]] : []) });

describe('listHistory', () => {
  it('shows a deposit that this browser knows once', () => {
    expect(list([sent], [found()])).toEqual([{ kind: 'own', transfer: sent }]);
  });

  it('shows two equal deposits of one transaction as two, also when the browser knows one', () => {
    const items = list([sent], [found(), found({ logIndex: 1 })]);
    expect(items.map(({ kind }) => kind)).toEqual(['own', 'found']);
  });

  it('shows a deposit with another amount or on another chain beside the transfer with its hash', () => {
    expect(list([sent], [found({ amount: 1n }), found({ chainId: 31338, logIndex: 1 })])).toHaveLength(3);
  });

  it('puts open transfers first, then everything by time', () => {
    const older: Transfer = { status: 'abandoned', terms: { ...terms, id: 'old', createdAt: 1 }, attempt: null };
    const open: Transfer = { ...sent, terms: { ...terms, id: 'open', createdAt: 2 }, hash: hashOf('9') };
    const items = list([older, open], [found()]);
    expect(items.map((item) => (item.kind === 'own' ? item.transfer.terms.id : 'found'))).toEqual([
      'open',
      'found',
      'old',
    ]);
  });
});

describe('the answer about a found deposit', () => {
  const verdicts = (deposits: readonly FoundDeposit[], receipts: readonly Receipt[]) =>
    list([], deposits, receipts).map((item) => item.kind === 'found' && item.receipt);

  it('is the receipt of the only deposit', () => {
    expect(verdicts([found()], [IN_PROGRESS])).toEqual([IN_PROGRESS]);
  });

  it('takes the receipts of several deposits in log order', () => {
    const first = delivered(terms.send);
    expect(verdicts([found({ logIndex: 4 }), found({ logIndex: 7 })], [first, IN_PROGRESS])).toEqual([
      first,
      IN_PROGRESS,
    ]);
  });

  it('is unclear where the receipts do not tell the deposits apart', () => {
    expect(verdicts([found(), found({ logIndex: 1 })], [delivered(terms.send)])).toEqual(['unclear', 'unclear']);
  });

  it('is unclear where the delivery is of another amount', () => {
    expect(verdicts([found()], [delivered(1n)])).toEqual(['unclear']);
  });

  it('is silent without an answer', () => {
    expect(verdicts([found()], [])).toEqual(['silent']);
  });
});

describe('the row of a found deposit', () => {
  const NOW = 1_800_000_060_000;
  const failed = (step: 'held' | 'refunded' | null): Receipt => ({
    ...{ kind: 'failed', report: reportOf(step), claim: { hash: null, amount: null } },
  });
  it.each<[VerdictKind, HistoryGroup, Receipt]>([
    ['payoutReported', 'delivered', delivered(terms.send)],
    ['inProgress', 'open', IN_PROGRESS],
    ['held', 'attention', { ...IN_PROGRESS, report: reportOf('held') }],
    ['notDelivered', 'attention', failed(null)],
    ['refundHeld', 'attention', failed('held')],
    ['refundReported', 'refunded', failed('refunded')],
    ['inProgress', 'open', UNKNOWN],
    ['noReceipt', 'unchecked', { kind: 'refused', message: 'no' }],
  ])('has the verdict %s, in the group %s', (kind, group, receipt) => {
    const [item] = list([], [found()], [receipt]);
    expect(item && [itemVerdict(item, NOW).kind, groupOf(item, NOW)]).toEqual([kind, group]);
  });

  it('is late when the bridge does not know the deposit after half an hour', () => {
    const [item] = list([], [found()], [UNKNOWN]);
    expect(item && [itemVerdict(item, NOW + 1_800_000).kind, groupOf(item, NOW + 1_800_000)]).toEqual([
      'late',
      'attention',
    ]);
  });

  it('claims nothing before the bridge has answered', () => {
    const [item] = list([], [found()]);
    expect(item && [itemVerdict(item, NOW).kind, groupOf(item, NOW)]).toEqual(['unchecked', 'unchecked']);
  });
});

describe('filterHistory', () => {
  const other = { ...terms, id: 'two', tokenName: 'ETH', send: 7n, origin: { ...terms.origin, decimals: 18 } };
  const items = list([{ status: 'abandoned', terms: other, attempt: null }], [found()], [IN_PROGRESS]);
  const kinds = (filter: Partial<typeof NO_FILTER>) =>
    filterHistory(items, { ...NO_FILTER, ...filter }, { registry, nowMs: 1_800_000_060_000 }).map(({ kind }) => kind);

  it('finds a payment by what was sent and by what arrived or came back', () => {
    const payment = { terms, attempt: null, hash: HASH, nonce: null, since: null };
    const paid: readonly Transfer[] = [
      { ...payment, status: 'delivered', payoutHash: hashOf('2'), received: 99_900_001n },
      { ...payment, status: 'refunded', refundHash: hashOf('2'), refunded: 99_900_001n, report: null },
    ];
    for (const transfer of paid) {
      const found = (text: string) =>
        filterHistory(list([transfer], []), { ...NO_FILTER, text }, { registry, nowMs: terms.createdAt }).length;
      expect(['100.05', '99.900001', '99,900001', '99.9001'].map(found)).toEqual([1, 1, 1, 0]);
    }
  });

  it('lets everything through without a filter', () => {
    expect(kinds({}).sort()).toEqual(['found', 'own']);
  });

  it.each([
    [{ group: 'open' as const }, ['found']],
    [{ group: 'ended' as const }, ['own']],
    [{ tokenName: 'ETH' }, ['own']],
    [{ tokenName: 'USDC' }, ['found']],
    [{ chainName: 'Southshore', tokenName: 'USDC' }, ['found']],
    [{ chainName: 'Elsewhere' }, []],
    [{ text: ` ${HASH.toUpperCase().slice(4, 30)} ` }, ['found']],
    [{ text: terms.recipient.toLowerCase(), tokenName: 'ETH' }, ['own']],
    [{ text: '100.05' }, ['found']],
    [{ text: '100,05' }, ['found']],
    [{ text: 'usdc' }, ['found']],
    [{ text: 'nothing like that' }, []],
  ])('finds with %j only %j', (filter, expected) => {
    expect(kinds(filter)).toEqual(expected);
  });
});

it('reads the time of a log, and null for a date that no calendar has', () => {
  expect(momentOf(1_800_000_000n)).toBe(1_800_000_000_000);
  expect(momentOf(2n ** 255n)).toBeNull();
  expect(momentOf(0n)).toBeNull();
});

it('knows the hash of an item, where it has one', () => {
  expect(list([sent], []).map(itemHash)).toEqual([HASH]);
  expect(list([{ status: 'abandoned', terms, attempt: null }], []).map(itemHash)).toEqual([null]);
});
