import type { Hash, Hex } from 'viem';
import { parseTransaction } from 'viem';
import { decodePayments } from '../../../../service/payments/model/payment.ts';
import type { Endpoint } from '../../endpoints/endpoint.ts';
import { startEndpoint } from '../../endpoints/endpoint.ts';

/** An endpoint that records when each payment was first sent. */
export type PaymentTimes = Endpoint & {
  /** By the payment's id, in milliseconds of `performance.now`. */
  readonly sentAt: ReadonlyMap<Hash, number>;
};

function readIds(raw: unknown): readonly Hash[] {
  if (typeof raw !== 'string' || !raw.startsWith('0x02')) return [];
  const bytes: Hex = `0x${raw.slice(2)}`;
  return (decodePayments(parseTransaction(bytes).data ?? '0x') ?? []).map(({ id }) => id);
}

export async function startPaymentTimes(rpcUrl: string): Promise<PaymentTimes> {
  const sentAt = new Map<Hash, number>();
  const endpoint = await startEndpoint(rpcUrl);
  endpoint.answer(({ method, params: [raw] }) => {
    if (method !== 'eth_sendRawTransaction') return undefined;
    const now = performance.now();
    for (const id of readIds(raw)) if (!sentAt.has(id)) sentAt.set(id, now);
    return undefined;
  });
  return { ...endpoint, sentAt };
}
