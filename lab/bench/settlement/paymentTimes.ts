import type { Hash, Hex } from 'viem';
import { parseTransaction } from 'viem';
import { decodePayments } from '../../../service/payments/model/payment.ts';
import type { RpcProxy } from '../../rpc/rpcProxy.ts';
import { listRequests, startRpcProxy } from '../../rpc/rpcProxy.ts';

/** A proxy in front of a chain that counts the calls and notes when each payment was first sent. */
export type PaymentTimes = RpcProxy & {
  /** By the payment's id, in milliseconds of `performance.now`. */
  readonly sentAt: ReadonlyMap<Hash, number>;
  calls(): number;
};

function readIds(raw: unknown): readonly Hash[] {
  if (typeof raw !== 'string' || !raw.startsWith('0x02')) return [];
  const bytes: Hex = `0x${raw.slice(2)}`;
  return (decodePayments(parseTransaction(bytes).data ?? '0x') ?? []).map(({ id }) => id);
}

export async function startPaymentTimes(rpcUrl: string): Promise<PaymentTimes> {
  const sentAt = new Map<Hash, number>();
  let calls = 0;
  const proxy = await startRpcProxy(rpcUrl, async ({ body, forward, respond }) => {
    const requests = listRequests(body);
    calls += requests.length;
    const now = performance.now();
    for (const { method, params } of requests) {
      if (method !== 'eth_sendRawTransaction') continue;
      for (const id of readIds(params?.[0])) if (!sentAt.has(id)) sentAt.set(id, now);
    }
    respond(await forward());
  });
  return { ...proxy, sentAt, calls: () => calls };
}
