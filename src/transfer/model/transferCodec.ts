import * as v from 'valibot';
import { decimalsWire, hashWire, uint256Wire } from '#shared/wire/primitives.ts';
import { REASON_CODES, STEPS } from '#shared/wire/reasons.ts';
import type { Transfer } from './transfer.ts';
import { termsWire as terms } from './transferTerms.ts';

const attempt = v.object({
  nonce: v.pipe(v.number(), v.safeInteger()),
  fromBlock: uint256Wire,
  isRefused: v.exactOptional(v.boolean()),
});
const sent = {
  terms,
  attempt: v.nullable(attempt),
  hash: hashWire,
  nonce: v.nullable(v.pipe(v.number(), v.safeInteger())),
  since: v.nullable(v.number()),
};
const doubt = v.object({
  kind: v.picklist(['reverted', 'noDeposit', 'otherChain']),
  foundOn: v.nullable(v.string()),
});
const shortfall = v.object({
  field: v.picklist(['transaction', 'payment', 'recipient', 'token', 'decimals', 'amount', 'amountAtMost']),
  expected: v.string(),
  actual: v.string(),
});

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const confirmations = v.object({ seen: count, needed: count });
const refundClaim = v.object({
  hash: v.nullable(hashWire),
  amount: v.nullable(v.object({ amount: uint256Wire, decimals: decimalsWire })),
});

const gap = v.variant('code', [
  v.object({ code: v.picklist(['depositNotFound', 'payoutNotFound', 'refundNotFound', 'unknownToken']) }),
  v.object({ code: v.literal('refundNotFinal'), blocks: count }),
  v.object({ code: v.literal('noAnswer'), detail: v.string() }),
]);

// A later version of the app may have stored codes that this one does not know. The report still has its message.
const report = v.object({
  step: v.fallback(v.nullable(v.picklist(STEPS)), null),
  reason: v.fallback(v.nullable(v.picklist(REASON_CODES)), null),
  message: v.string(),
});

const refundFinding = v.variant('kind', [
  v.object({ kind: v.literal('mismatch'), hash: hashWire, shortfalls: v.array(shortfall) }),
  v.object({ kind: v.literal('unknown'), gap }),
]);

const stored = v.variant('status', [
  v.object({ status: v.literal('approving'), terms, approvalHash: v.nullable(hashWire) }),
  v.object({ status: v.literal('readyToSign'), terms, attempt: v.nullable(attempt) }),
  v.object({
    status: v.literal('signing'),
    terms,
    attempt,
    proposal: v.nullable(hashWire),
  }),
  v.object({ status: v.literal('sent'), ...sent, doubt: v.nullable(doubt) }),
  v.object({
    status: v.literal('deposited'),
    ...sent,
    report: v.nullable(report),
    confirmations: v.nullable(confirmations),
  }),
  v.object({ status: v.literal('reported'), ...sent, payoutHash: hashWire, claimed: uint256Wire }),
  v.object({ status: v.literal('delivered'), ...sent, payoutHash: hashWire, received: uint256Wire }),
  v.object({
    status: v.literal('disputed'),
    ...sent,
    payoutHash: hashWire,
    claimed: uint256Wire,
    shortfalls: v.array(shortfall),
  }),
  v.object({
    status: v.literal('failed'),
    ...sent,
    kind: v.picklist(['reverted', 'cancelled', 'otherChain', 'noDeposit', 'failedByService']),
    foundOn: v.nullable(v.string()),
    report: v.nullable(report),
    claim: refundClaim,
    refund: v.nullable(refundFinding),
  }),
  v.object({
    status: v.literal('refunded'),
    ...sent,
    report: v.nullable(report),
    refundHash: hashWire,
    refunded: uint256Wire,
  }),
  v.object({ status: v.literal('abandoned'), terms, attempt: v.nullable(attempt) }),
]);

/** Stores bigints as decimal text, because JSON has no bigint. */
export function encodeTransfer(transfer: Transfer): unknown {
  return JSON.parse(
    JSON.stringify(transfer, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  );
}

/** @returns null for an unreadable record. The caller keeps it, because a later version may have written it. */
export function decodeTransfer(record: unknown): Transfer | null {
  const read = v.safeParse(stored, record);
  return read.success ? read.output : null;
}
