import type { StatusReport } from '#client/receipt.ts';
import { REASON_CODES, STEPS } from '#shared/wire/reasons.ts';
import type { DepositFact, Facts, PayoutFact, RefundFact, ServiceFact } from '../../../src/transfer/verdict/facts.ts';
import { timingOf } from '../../../src/transfer/verdict/verdict.ts';

const deposits: readonly DepositFact[] = [
  ...(['approvalNeeded', 'readyToSign', 'notSeen', 'walletSilent', 'awaitingSigners', 'ended'] as const).map(
    (kind) => ({ kind }),
  ),
  { kind: 'inWallet', asks: 'deposit' },
  ...(['searching', 'mined', 'dust', 'unknownRoute'] as const).map((kind) => ({ kind })),
  ...(['pending', 'otherTransaction'] as const).map((kind) => ({ kind, chainName: 'Northshore' })),
  { kind: 'reverted', chainName: 'Northshore', reason: null },
  { kind: 'cancelled', chainName: 'Northshore', by: null },
  { kind: 'otherChain', foundOn: 'Southshore', meantFor: 'Northshore' },
];

const reports: readonly StatusReport[] = [null, ...STEPS].flatMap((step) =>
  [null, ...REASON_CODES].map((reason) => ({ step, reason, message: 'All is lost.' })),
);

const services: readonly ServiceFact[] = [
  ...(['silent', 'unknown'] as const).map((kind) => ({ kind })),
  ...[null, 5n, 6n].map((stated) => ({ kind: 'paid', stated }) as const),
  { kind: 'refused', message: 'No.' },
  ...reports.map(
    (report) => ({ kind: 'inProgress', report, confirmations: { seen: 1, needed: 2 }, hasNewStep: false }) as const,
  ),
  ...reports
    .filter(({ step }) => step === null)
    .map((report) => ({ kind: 'inProgress', report, confirmations: null, hasNewStep: true }) as const),
  ...reports.map((report) => ({ kind: 'failed', report }) as const),
];

const shortfalls = [{ field: 'amount', expected: '2', actual: '1' }] as const;

const payouts: readonly PayoutFact[] = [
  { kind: 'none' },
  { kind: 'unproven', gap: null, isPaid: false },
  { kind: 'unproven', gap: { code: 'payoutNotFound' }, isPaid: false },
  { kind: 'unproven', gap: { code: 'payoutNotFound' }, isPaid: true },
  { kind: 'proven', received: 5n },
  { kind: 'mismatch', shortfalls },
];

const refunds: readonly RefundFact[] = [
  { kind: 'none' },
  { kind: 'unproven', gap: null, isPaid: false },
  { kind: 'unproven', gap: { code: 'refundNotFinal', blocks: 5 }, isPaid: true },
  { kind: 'proven', refunded: 4n },
  { kind: 'mismatch', shortfalls },
];

const timings = [
  null,
  ...[10, 500].map((seconds) => timingOf({ sinceMs: 0, nowMs: seconds * 1000, usualSeconds: 40 })),
];

/** All combinations of facts. */
export function everyFact(): readonly Facts[] {
  const payments = payouts.flatMap((payout) => refunds.map((refund) => ({ payout, refund })));
  const timed = payments.flatMap((payment) => timings.map((timing) => ({ ...payment, timing })));
  return deposits.flatMap((deposit) =>
    services.flatMap((service) => timed.map((one) => ({ deposit, service, ...one }))),
  );
}
