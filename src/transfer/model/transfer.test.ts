import fc from 'fast-check';
import type { Hash } from 'viem';
import { describe, expect, it } from 'vitest';
import { NO_CLAIM } from '#client/receipt.ts';
import { REASON_CODES, STEPS } from '#shared/wire/reasons.ts';
import { terms } from '../../../tools/lab/web/fixtures.ts';
import type { Transfer, TransferEvent } from './transfer.ts';
import { depositHash, isOpen, transition } from './transfer.ts';
import { decodeTransfer, encodeTransfer } from './transferCodec.ts';

const hash = fc.constantFrom<Hash>(`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`);

const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const of = <T extends string>(type: T) => fc.constant(type);
const shortfall = fc.record({
  field: fc.constantFrom('transaction' as const, 'payment' as const, 'recipient' as const, 'amount' as const),
  expected: fc.string(),
  actual: fc.string(),
});

const REPORT = { step: 'confirming', reason: null, message: 'no' } as const;
const NOT_YET = { kind: 'unknown', gap: { code: 'refundNotFound' } } as const;

const report = fc.record({
  step: fc.option(fc.constantFrom(...STEPS)),
  reason: fc.option(fc.constantFrom(...REASON_CODES)),
  message: fc.string(),
});

const event: fc.Arbitrary<TransferEvent> = fc.oneof(
  fc.record({ type: of('approvalSent'), hash }),
  fc.record({ type: of('allowanceReady') }),
  fc.record({
    type: of('walletOpened'),
    attempt: fc.record({ nonce: fc.nat(), fromBlock: fc.bigInt({ min: 0n, max: 10n ** 9n }) }),
  }),
  fc.record({ type: of('notSigned') }),
  fc.record({ type: of('refused') }),
  fc.record({ type: of('depositSent'), hash, at: fc.nat() }),
  fc.record({ type: of('depositFound'), hash }),
  fc.record({ type: of('nonceSeen'), nonce: fc.nat() }),
  fc.record({
    type: of('depositDoubted'),
    doubt: fc.option(
      fc.record({
        kind: fc.constantFrom('reverted' as const, 'noDeposit' as const, 'otherChain' as const),
        foundOn: fc.option(fc.string()),
      }),
    ),
  }),
  fc.record({ type: of('depositMined'), at: fc.option(fc.nat()) }),
  fc.record({ type: of('depositUnmined') }),
  fc.record({
    type: of('depositFailed'),
    kind: fc.constantFrom('reverted' as const, 'cancelled' as const, 'otherChain' as const, 'noDeposit' as const),
    foundOn: fc.option(fc.string()),
  }),
  fc.record({ type: of('stepReported'), report: fc.option(report), confirmations: fc.constant(null) }),
  fc.record({ type: of('payoutReported'), payoutHash: hash, claimed: uint256 }),
  fc.record({ type: of('failureReported'), report, claim: fc.constant(NO_CLAIM) }),
  fc.record({ type: of('refundProven'), refundHash: hash, refunded: uint256 }),
  fc.record({
    type: of('refundUnproven'),
    finding: fc.oneof(
      fc.record({ kind: of('unknown'), gap: fc.record({ code: of('noAnswer'), detail: fc.string() }) }),
      fc.record({ kind: of('mismatch'), hash, shortfalls: fc.array(shortfall, { maxLength: 3 }) }),
    ),
  }),
  fc.record({ type: of('deliveryProven'), payoutHash: hash, received: uint256 }),
  fc.record({ type: of('deliveryDisputed'), shortfalls: fc.array(shortfall, { maxLength: 3 }) }),
  fc.record({ type: of('abandoned') }),
);

const fresh: Transfer = { status: 'approving', terms, approvalHash: null };

function run(events: readonly TransferEvent[]): Transfer {
  return events.reduce(transition, fresh);
}

const TO_DEPOSIT: readonly TransferEvent[] = [
  { type: 'allowanceReady' },
  { type: 'walletOpened', attempt: { nonce: 3, fromBlock: 9n } },
  { type: 'depositSent', hash: `0x${'1'.repeat(64)}`, at: 1 },
  { type: 'depositMined', at: 2 },
];
const TO_DELIVERY: readonly TransferEvent[] = [
  ...TO_DEPOSIT,
  { type: 'payoutReported', payoutHash: `0x${'2'.repeat(64)}`, claimed: 5n },
  { type: 'deliveryProven', payoutHash: `0x${'2'.repeat(64)}`, received: 5n },
];
const TO_REFUND: readonly TransferEvent[] = [
  ...TO_DEPOSIT,
  { type: 'failureReported', report: REPORT, claim: NO_CLAIM },
  { type: 'refundProven', refundHash: `0x${'2'.repeat(64)}`, refunded: 4n },
];

// Random events alone hardly ever reach an end, so most of them start partway there.
const anyTransfer = fc
  .tuple(fc.constantFrom([], TO_DELIVERY, TO_REFUND), fc.nat(TO_DELIVERY.length), fc.array(event, { maxLength: 10 }))
  .map(([way, length, more]) => run([...way.slice(0, length), ...more]));

describe('transition', () => {
  it('leads from approval to delivery', () => {
    const end = run([
      { type: 'allowanceReady' },
      { type: 'walletOpened', attempt: { nonce: 3, fromBlock: 9n } },
      { type: 'depositSent', hash: `0x${'1'.repeat(64)}`, at: 1 },
      { type: 'depositMined', at: 2 },
      { type: 'stepReported', report: REPORT, confirmations: { seen: 1, needed: 2 } },
      { type: 'payoutReported', payoutHash: `0x${'2'.repeat(64)}`, claimed: 5n },
      { type: 'deliveryProven', payoutHash: `0x${'2'.repeat(64)}`, received: 5n },
    ]);
    expect(end).toMatchObject({ status: 'delivered', received: 5n });
  });

  it('returns a valid status for any events in any order', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let transfer = run([]);
        for (const next of events) {
          transfer = transition(transfer, next);
          expect(decodeTransfer(encodeTransfer(transfer))).toEqual(transfer);
        }
      }),
    );
  });

  it('continues the same way after the transfer is restored from storage', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), fc.array(event, { maxLength: 30 }), (before, after) => {
        const live = run(before);
        const restored = decodeTransfer(JSON.parse(JSON.stringify(encodeTransfer(live))));
        expect(restored && after.reduce(transition, restored)).toEqual(after.reduce(transition, live));
      }),
    );
  });

  it('keeps the hash of a sent deposit until a replacement is found before the payout', () => {
    fc.assert(
      fc.property(anyTransfer, event, (transfer, next) => {
        const known = depositHash(transfer);
        if (!known) return;
        const after = depositHash(transition(transfer, next));
        const { status } = transfer;
        const hasNoDeposit = status === 'failed' && transfer.kind !== 'failedByService';
        const isReplaceable = status === 'sent' || status === 'deposited' || hasNoDeposit;
        expect(after).toBe(next.type === 'depositFound' && isReplaceable ? next.hash : known);
      }),
    );
  });

  it('reaches delivered only by a proof', () => {
    fc.assert(
      fc.property(anyTransfer, event, (transfer, next) => {
        const after = transition(transfer, next);
        if (after.status === 'delivered' && transfer.status !== 'delivered') expect(next.type).toBe('deliveryProven');
      }),
    );
  });

  it('reaches refunded only by a proof, after the service reported a failure', () => {
    fc.assert(
      fc.property(anyTransfer, event, (transfer, next) => {
        const after = transition(transfer, next);
        if (after.status !== 'refunded' || transfer.status === 'refunded') return;
        expect(next.type).toBe('refundProven');
        expect(transfer).toMatchObject({ status: 'failed', kind: 'failedByService' });
      }),
    );
    const given = run([
      { type: 'allowanceReady' },
      { type: 'walletOpened', attempt: { nonce: 3, fromBlock: 9n } },
      { type: 'depositSent', hash: `0x${'1'.repeat(64)}`, at: 1 },
      { type: 'depositMined', at: 2 },
      { type: 'failureReported', report: REPORT, claim: NO_CLAIM },
      { type: 'refundUnproven', finding: NOT_YET },
    ]);
    expect(given).toMatchObject({ status: 'failed', refund: NOT_YET });
    expect(transition(given, { type: 'refundProven', refundHash: `0x${'2'.repeat(64)}`, refunded: 4n })).toMatchObject({
      status: 'refunded',
      report: REPORT,
      refunded: 4n,
    });
  });

  it.each(['reverted', 'cancelled', 'otherChain', 'noDeposit'] as const)(
    'ignores the service after the deposit failed on its chain (%s), and shows no refund step',
    (kind) => {
      const ended = run([
        { type: 'allowanceReady' },
        { type: 'walletOpened', attempt: { nonce: 3, fromBlock: 9n } },
        { type: 'depositSent', hash: `0x${'1'.repeat(64)}`, at: 1 },
        { type: 'depositFailed', kind, foundOn: null },
      ]);
      const payoutHash: Hash = `0x${'2'.repeat(64)}`;
      expect(transition(ended, { type: 'refundProven', refundHash: payoutHash, refunded: 4n })).toBe(ended);
      expect(transition(ended, { type: 'failureReported', report: REPORT, claim: NO_CLAIM })).toBe(ended);
      expect(transition(ended, { type: 'payoutReported', payoutHash, claimed: 4n })).toBe(ended);
    },
  );

  it('knows for each attempt whether the wallet refused every request', () => {
    const unsigned: Transfer = { status: 'readyToSign', terms, attempt: null };
    const opened: TransferEvent = { type: 'walletOpened', attempt: { nonce: 1, fromBlock: 1n } };
    const answered = (...answers: readonly ('refused' | 'notSigned')[]) =>
      answers.reduce<Transfer>((now, type) => transition(transition(now, opened), { type }), unsigned);
    expect(answered('refused', 'refused')).toMatchObject({ attempt: { isRefused: true } });
    expect(answered('notSigned')).toMatchObject({ attempt: { isRefused: false } });
    expect(answered('notSigned', 'refused')).toMatchObject({ attempt: { isRefused: false } });
    expect(answered('refused', 'notSigned')).toMatchObject({ attempt: { isRefused: false } });
  });

  it('returns from signing to ready only by an answer that nothing was signed', () => {
    fc.assert(
      fc.property(anyTransfer, event, (transfer, next) => {
        const after = transition(transfer, next);
        if (transfer.status === 'signing' && after.status === 'readyToSign')
          expect(['notSigned', 'refused']).toContain(next.type);
        if (depositHash(transfer)) expect(after.status).not.toBe('readyToSign');
        if (!depositHash(transfer) && next.type === 'depositSent') expect(depositHash(after)).toBe(next.hash);
      }),
    );
  });

  it('keeps a proven delivery and a proven refund, whatever comes later', () => {
    fc.assert(
      fc.property(fc.constantFrom(TO_DELIVERY, TO_REFUND), event, (way, next) => {
        const proven = run(way);
        expect(['delivered', 'refunded']).toContain(proven.status);
        expect(transition(proven, next)).toBe(proven);
      }),
    );
  });

  it('leaves an ended status only for what a chain or the service shows later', () => {
    fc.assert(
      fc.property(anyTransfer, event, (transfer, next) => {
        if (isOpen(transfer)) return;
        const { status } = transition(transfer, next);
        if (status === transfer.status) return;
        // A proof is final. The other statuses change if a deposit or a payout appears late, or the service sends a new
        // report.
        const later: Partial<Record<Transfer['status'], readonly string[]>> = {
          abandoned: ['sent'],
          failed: ['sent', 'reported', 'refunded', 'delivered'],
          disputed: ['reported', 'delivered', 'failed'],
        };
        expect(later[transfer.status]).toContain(status);
      }),
    );
  });
});

describe('decodeTransfer', () => {
  it.each([null, 5, 'text', {}, { status: 'flying' }, { status: 'sent' }, { status: 'sent', terms: {}, hash: '0x' }])(
    'returns null for an unreadable record: %j',
    (record) => {
      expect(decodeTransfer(record)).toBeNull();
    },
  );

  it.each([{ createdAt: 1e300 }, { createdAt: -1 }, { validUntilMs: 1e300 }])(
    'returns null for a time that no page can show: %j',
    (time) => {
      const record = (change: object) =>
        encodeTransfer({ status: 'abandoned', terms: { ...terms, ...change }, attempt: null });
      expect(decodeTransfer(record({}))).not.toBeNull();
      expect(decodeTransfer(record(time))).toBeNull();
    },
  );

  it('reads gas on arrival, and none in a record from before it', () => {
    const record = (gasDrop?: bigint) =>
      encodeTransfer({ status: 'abandoned', terms: Object.assign({}, terms, { gasDrop }), attempt: null });
    expect(decodeTransfer(record(7n))).toMatchObject({ terms: { gasDrop: 7n } });
    expect(decodeTransfer(record())).toMatchObject({ terms: { gasDrop: 0n } });
  });

  it('keeps the message of a report whose codes are unknown', () => {
    const report = { step: 'teleporting', reason: 'magic', message: 'Soon.' };
    const sent = { terms, attempt: null, hash: `0x${'1'.repeat(64)}`, nonce: null, since: null } as const;
    const record = encodeTransfer({ status: 'deposited', ...sent, report: null, confirmations: null });
    expect(decodeTransfer(Object.assign({}, record, { report }))).toMatchObject({
      report: { step: null, reason: null, message: 'Soon.' },
    });
  });
});
