import type { StatusReport } from '#client/receipt.ts';
import { REASON_CODES, STEPS } from '#shared/wire/reasons.ts';
import type { DepositFact, Facts, PayoutFact, RefundFact, ServiceFact } from '../../src/domain/verdict/facts.ts';
import { paceOf } from '../../src/domain/verdict/pace.ts';

const deposits: readonly DepositFact[] = [
  ...(
    ['approvalNeeded', 'readyToSign', 'notSeen', 'inWallet', 'walletSilent', 'awaitingSigners', 'ended'] as const
  ).map((kind) => ({ kind })),
  ...(['searching', 'pending', 'mined', 'reverted', 'cancelled', 'otherTransaction'] as const).map((kind) => ({
    kind,
  })),
  { kind: 'nowhere', chainNames: ['Northshore', 'Southshore'] },
  { kind: 'incomplete', chainNames: ['Southshore'] },
  { kind: 'otherChain', foundOn: 'Southshore' },
];

const reports: readonly StatusReport[] = [null, ...STEPS].flatMap((step) =>
  [null, ...REASON_CODES].map((reason) => ({ step, reason, message: 'All is lost.' })),
);

const services: readonly ServiceFact[] = [
  ...(['unasked', 'silent', 'unknown', 'paid'] as const).map((kind) => ({ kind })),
  { kind: 'refused', message: 'No.' },
  ...reports.map((report) => ({ kind: 'inProgress', report, confirmations: { seen: 1, needed: 2 } }) as const),
  ...reports.map((report) => ({ kind: 'failed', report }) as const),
];

const shortfalls = [{ field: 'amount', expected: '2', actual: '1' }] as const;

const payouts: readonly PayoutFact[] = [
  { kind: 'none' },
  { kind: 'unread' },
  { kind: 'unproven', gap: null },
  { kind: 'unproven', gap: { code: 'payoutNotFound' } },
  { kind: 'proven', received: 5n },
  { kind: 'mismatch', shortfalls },
];

const refunds: readonly RefundFact[] = [
  { kind: 'none' },
  { kind: 'unread' },
  { kind: 'unproven', gap: null },
  { kind: 'unproven', gap: { code: 'refundNotFinal', blocks: 5 } },
  { kind: 'proven', refunded: 4n },
  { kind: 'mismatch', shortfalls },
];

const paces = [null, ...[10, 500].map((seconds) => paceOf({ sinceMs: 0, nowMs: seconds * 1000, usualSeconds: 40 }))];

/** Every combination of facts. */
export function everyFact(): readonly Facts[] {
  const payments = payouts.flatMap((payout) => refunds.map((refund) => ({ payout, refund })));
  const timed = payments.flatMap((payment) => paces.map((pace) => ({ ...payment, pace })));
  return deposits.flatMap((deposit) =>
    services.flatMap((service) => timed.map((one) => ({ deposit, service, ...one }))),
  );
}
