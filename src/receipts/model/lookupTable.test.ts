import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AGREES,
  context,
  northshore,
  nowhere,
  provenOn,
  southshore,
  unpaid,
} from '../../../tools/lab/web/deskEvidence.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { ACCOUNT } from '../../../tools/lab/web/fixtures.ts';
import type { DepositEvidence, Evidence } from './evidence.ts';
import { judge } from './judge.ts';
import { lookupFile } from './lookupFile.ts';
import type { LookupResult, LookupRow } from './lookupTable.ts';
import {
  canAskAgain,
  countKinds,
  filterRows,
  kindOf,
  rowsOf,
  rowsOfWallet,
  sortRows,
  totalTokens,
} from './lookupTable.ts';

const paid: DepositEvidence = {
  ...unpaid,
  deposit: { ...unpaid.deposit, id: hashOf('8') },
  payout: provenOn(southshore),
};
const listed = (digit: string, ...cells: string[]) =>
  ({ kind: 'hash', hash: hashOf(digit), chainId: null, cells }) as const;
const found = (evidence: Partial<Evidence>): LookupResult => ({
  kind: 'answered',
  found: judge({ ...nowhere, ...evidence }, context),
});
const byPayment = {
  ...({ kind: 'payment', chain: southshore, endpoints: AGREES, isComplete: true } as const),
  payments: [{ id: paid.deposit.id, vault: ACCOUNT, to: ACCOUNT, token: ACCOUNT, amount: 1n }],
};
const rows: readonly LookupRow[] = [
  ...rowsOf(listed('a', 'Ann'), found({ deposits: [unpaid] })),
  ...rowsOf(listed('b', 'Bob'), found({})),
  ...rowsOf(listed('c', 'Cy'), found({ deposits: [paid, unpaid] })),
  ...rowsOf(listed('d', 'Dee'), undefined),
  ...rowsOf(listed('e', 'Eve'), { kind: 'failed' }),
];
const keys = (some: readonly LookupRow[]) => some.map(({ key }) => key);
const KEYS = [hashOf('a'), hashOf('b'), hashOf('c'), `${hashOf('c')}/2`, hashOf('d'), hashOf('e')];

describe('the rows of a hash', () => {
  it('are one per deposit, or a single one without a deposit', () => {
    expect(keys(rows)).toEqual(KEYS);
    expect(rows.map(kindOf)).toEqual(['inProgress', 'notFound', 'delivered', 'inProgress', 'waiting', 'failed']);
  });

  it('name how a payout leads to its deposit', () => {
    expect(rowsOf(listed('a'), found({ trace: byPayment, deposits: [paid] }))).toMatchObject([
      { via: 'payout', verdict: { kind: 'delivered' } },
    ]);
    expect(rowsOf(listed('a'), found({ trace: byPayment }))).toMatchObject([
      { via: null, deposit: null, verdict: { kind: 'payment' } },
    ]);
  });

  it('say that endpoints disagree, instead of what one of them shows', () => {
    const disputed = { ...paid, endpoints: [{ host: 'one', answer: 'differs' }] as const };
    expect(rowsOf(listed('a'), found({ deposits: [disputed] }))).toMatchObject([
      { verdict: { kind: 'endpointsDisagree' } },
    ]);
  });
});

describe('sorting', () => {
  it('keeps the listed order, and reverses it', () => {
    expect(keys(sortRows(rows, { by: 'listed', isDescending: false }))).toEqual(KEYS);
    expect(keys(sortRows(rows, { by: 'listed', isDescending: true }))).toEqual(KEYS.toReversed());
  });

  it('puts unclear verdicts first, then open ones, and waiting rows last', () => {
    const sorted = sortRows(rows, { by: 'verdict', isDescending: false });
    expect(sorted.map(kindOf)).toEqual(['failed', 'notFound', 'inProgress', 'inProgress', 'delivered', 'waiting']);
  });

  it('leaves rows without the value at the end, in both directions', () => {
    for (const isDescending of [false, true]) {
      expect(keys(sortRows(rows, { by: 'duration', isDescending }))[0]).toBe(hashOf('c'));
      expect(sortRows(rows, { by: 'amount', isDescending }).slice(3).map(kindOf)).toEqual([
        'notFound',
        'waiting',
        'failed',
      ]);
    }
  });

  it('compares the amounts that the rows show: the received amount of a delivery', () => {
    const [delivered] = rows.filter((row) => kindOf(row) === 'delivered');
    const [open] = rows.filter((row) => kindOf(row) === 'inProgress');
    if (!delivered || !open) throw new Error('a row is missing');
    // Both deposits have the same amount, but less of one arrived.
    const sorted = sortRows([delivered, open], { by: 'amount', isDescending: true });
    expect(sorted.map(kindOf)).toEqual(['inProgress', 'delivered']);
  });

  it('keeps every row exactly once', () => {
    const order = fc.record({
      by: fc.constantFrom('listed', 'verdict', 'amount', 'sent', 'duration'),
      isDescending: fc.boolean(),
    });
    fc.assert(
      fc.property(order, (by) => {
        expect(keys(sortRows(rows, by)).toSorted()).toEqual(KEYS.toSorted());
      }),
    );
  });
});

describe('the rows of a wallet', () => {
  it('include a payment only if its deposit has no row', () => {
    const byPayout = rowsOf(listed('f'), found({ trace: byPayment, deposits: [paid] }));
    expect(byPayout).toMatchObject([{ via: 'payout' }]);
    expect(keys(rowsOfWallet([...rows, ...byPayout], ACCOUNT))).toEqual(KEYS);
    expect(keys(rowsOfWallet(byPayout, ACCOUNT))).toEqual([hashOf('f')]);
  });

  it("are the wallet's own, even if a transaction pays several accounts", () => {
    const stranger = {
      ...paid,
      deposit: { ...paid.deposit, id: hashOf('9'), user: northshore.vault, target: northshore.vault },
    };
    const batch = rowsOf(listed('f'), found({ trace: byPayment, deposits: [stranger, paid] }));
    expect(keys(rowsOfWallet(batch, ACCOUNT))).toEqual([`${hashOf('f')}/2`]);
    const direct = rowsOf(listed('c'), found({ deposits: [paid] }));
    expect(keys(rowsOfWallet([...direct, ...batch], ACCOUNT))).toEqual([hashOf('c')]);
    const toWallet = { ...stranger, deposit: { ...stranger.deposit, target: `${ACCOUNT}+gas:5` } };
    const withGas = rowsOf(listed('f'), found({ trace: byPayment, deposits: [stranger, toWallet] }));
    expect(keys(rowsOfWallet(withGas, ACCOUNT))).toEqual([`${hashOf('f')}/2`]);
    // A transaction without a deposit of the wallet is still listed.
    const other = rowsOf(listed('f'), found({ trace: byPayment, deposits: [stranger] }));
    expect(keys(rowsOfWallet(other, ACCOUNT))).toEqual([hashOf('f')]);
  });
});

describe('filter and totals', () => {
  it('filters and counts by verdict, and counts a deposit of two hashes once', () => {
    expect(keys(filterRows(rows, 'inProgress'))).toEqual([hashOf('a'), `${hashOf('c')}/2`]);
    expect(filterRows(rows, null)).toBe(rows);
    expect(countKinds(rows).map(({ kind, count }) => `${kind} ${count}`)).toEqual([
      ...['failed 1', 'notFound 1', 'inProgress 1', 'delivered 1', 'waiting 1'],
    ]);
  });

  it('adds up each token exactly, even with different decimals, and each deposit once', () => {
    const twice = [...rows, ...rowsOf(listed('f'), found({ deposits: [paid] }))];
    expect(totalTokens(twice)).toEqual([
      {
        tokenName: 'USDC',
        sent: { amount: 200_100_000n, decimals: 6 },
        received: { amount: 99_900_000n, decimals: 6 },
      },
    ]);
    const [row] = rowsOf(listed('f'), found({ deposits: [paid] }));
    if (row?.state !== 'answered' || !row.deposit) throw new Error('no deposit');
    const { journey } = row.deposit;
    const gasReceived = { amount: { amount: 2n, decimals: 18 }, symbol: 'ETH' };
    expect(totalTokens([{ ...row, deposit: { ...row.deposit, gasReceived } }])[0]).toEqual({
      ...{ tokenName: 'ETH', sent: { amount: 0n, decimals: 0 }, received: { amount: 2n, decimals: 18 } },
    });
    const evidence = { ...paid, deposit: { ...paid.deposit, id: hashOf('9') } };
    const fine = { ...row.deposit, evidence, journey: { ...journey, sent: { amount: 1n, decimals: 18 } } };
    expect(totalTokens([row, { ...row, deposit: fine }])[0]?.sent).toEqual({
      amount: 100_050_000n * 10n ** 12n + 1n,
      decimals: 18,
    });
  });
});

describe('an exported table', () => {
  it('has the exact values of each row, and the columns of the listed table', () => {
    const file = lookupFile(rows, ['name']);
    expect(file.columns.at(-1)).toBe('name');
    expect(file.rows).toHaveLength(rows.length);
    expect(file.rows[2]).toMatchObject({
      ...{ hash: hashOf('c'), verdict: 'delivered', confidence: 'verified', token: 'USDC', sent: '100.05' },
      ...{ received: '99.9', sent_at: '2027-01-15T08:00:00.000Z', seconds: '38', payout_hash: hashOf('3'), name: 'Cy' },
      ...{ gas_received: '0', gas_token: '', reason: '' },
    });
    expect(file.rows[1]).toMatchObject({ hash: hashOf('b'), verdict: 'notFound', sent: '', name: 'Bob' });
    expect(file.rows[4]).toMatchObject({ hash: hashOf('d'), verdict: 'waiting', confidence: '', name: 'Dee' });
  });

  it('says why a deposit was refunded, and in which token gas arrived', () => {
    const [row] = rowsOf(listed('f'), found({ deposits: [paid] }));
    if (row?.state !== 'answered' || !row.deposit) throw new Error('no deposit');
    const cause = { reason: 'gas_drop_refused', message: null } as const;
    const refunded = { ...row.deposit, verdict: { kind: 'refunded', refunded: 1n, cause } as const };
    const gasReceived = { amount: { amount: 2n, decimals: 18 }, symbol: 'ETH' };
    const file = lookupFile(
      [
        { ...row, deposit: refunded },
        { ...row, deposit: { ...row.deposit, gasReceived } },
      ],
      [],
    );
    expect(file.rows.map(({ reason, gas_token: token }) => [reason, token])).toEqual([
      ['gas_drop_refused', ''],
      ['', 'ETH'],
    ]);
  });

  it('keeps a listed column whose name is also one of the file', () => {
    const file = lookupFile(rows, ['verdict']);
    expect(file.rows[0]).toMatchObject({ verdict: 'inProgress', 'verdict (listed)': 'Ann' });
  });

  it('keeps both columns when an exported table is listed and exported again', () => {
    const [row] = rowsOf(listed('a', 'first', 'second', 'third'), undefined);
    const file = lookupFile(row ? [row] : [], ['verdict', 'verdict (listed)', 'hash']);
    expect(file.columns.slice(-3)).toEqual(['verdict (listed)', 'verdict (listed) 2', 'hash (listed)']);
    expect(new Set(file.columns).size).toBe(file.columns.length);
    expect(file.rows[0]).toMatchObject({
      ...{ verdict: 'waiting', 'verdict (listed)': 'first' },
      ...{ 'verdict (listed) 2': 'second', 'hash (listed)': 'third' },
    });
  });
});

describe('another lookup', () => {
  it('is offered for an open deposit, a failed lookup and an unverified verdict', () => {
    expect(keys(rows.filter(canAskAgain))).toEqual(KEYS.filter((key) => key !== hashOf('d')));
    const again = (one: DepositEvidence) => rowsOf(listed('f'), found({ deposits: [one] })).filter(canAskAgain).length;
    const final = { ...paid, confirmations: 5 };
    expect(again(final)).toBe(0);
    expect(again({ ...final, confirmations: 4 })).toBe(1);
    expect(again({ ...final, endpoints: [{ host: 'one', answer: 'silent' }] })).toBe(1);
  });
});
