import type { DepositEvidence, EndpointAnswer, PaymentEvidence } from './evidence.ts';

/**
 * Whether an endpoint contradicts a payment. One that only lags does not, but it takes two others: a single endpoint could
 * invent a payment in a block that no other endpoint has yet.
 */
function isDenied(endpoints: readonly EndpointAnswer[]): boolean {
  const isShown = endpoints.filter(({ answer }) => answer === 'agrees').length > 1;
  return endpoints.some(
    ({ answer, isLagging = false }) => answer === 'differs' || (answer === 'behind' && !(isLagging && isShown)),
  );
}

function weigh(payment: PaymentEvidence, code: 'payoutNotFound' | 'refundNotFound'): PaymentEvidence {
  if (payment.kind !== 'proven' || !isDenied(payment.endpoints)) return payment;
  const { chain, endpoints, hash } = payment;
  return { chain, endpoints, kind: 'unproven', hash, isPaid: true, gap: { code } };
}

/** The evidence in which a payment is proven only if no endpoint of its chain denies it. */
export function weighPayments(one: DepositEvidence): DepositEvidence {
  return { ...one, payout: weigh(one.payout, 'payoutNotFound'), refund: weigh(one.refund, 'refundNotFound') };
}
