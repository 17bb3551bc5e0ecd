import type { Hash } from 'viem';
import { codes } from '../../shared/wire/codes.ts';
import { expect } from './test.ts';
import type { TestStack } from './testStack.ts';

type Status = { readonly code: number; readonly details?: { readonly step?: string; readonly refund_hash?: Hash } };

export const isPaid = ({ code }: Status): boolean => code === codes.ok;
export const isRefunded = ({ details }: Status): boolean => details?.step === 'refunded';

/** Polls the service about a deposit until it has the wanted status. */
export async function statusOf(
  { serviceUrl }: TestStack,
  hash: Hash,
  isWanted: (status: Status) => boolean,
): Promise<Status> {
  let status: Status = { code: codes.receiptUnknown };
  const ask = async () => {
    const answer = await fetch(`${serviceUrl}/get_receipt`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from_chain_hash: hash }),
    });
    status = (await answer.json()).status;
    return isWanted(status) ? 'as wanted' : status;
  };
  await expect.poll(ask, { message: `the service’s status of ${hash}`, timeout: 90_000 }).toBe('as wanted');
  return status;
}
