import type { Hash } from 'viem';
import type { Receipt } from '#client/receipt.ts';
import type { ProofGap, Shortfall } from '#shared/payment.ts';
import type { ChainEvidence, PaymentEvidence } from '../../receipts/model/evidence.ts';
import type { Lookup } from '../../receipts/model/judge.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';

/** An answer with its duration, or why there is none. */
export type Answered<T> =
  | { readonly ok: true; readonly value: T; readonly tookMs: number }
  | { readonly ok: false; readonly reason: string; readonly tookMs: number };

/** What a report states. Addresses and balances are not part of it. */
export type ReportFacts = {
  readonly version: string;
  readonly service: string;
  readonly chains: readonly { readonly name: string; readonly id: number }[];
  readonly browser: string;
  readonly writtenAt: number;
  readonly hash: Hash | null;
  /** The transfer as stored in this browser; null if it is not stored. */
  readonly stored: Transfer | null;
  readonly receipts: Answered<readonly Receipt[]> | null;
  /** What the receipts desk finds out about the hash. */
  readonly lookup: Answered<Lookup> | null;
};

const ADDRESS = /0x[0-9a-f]{40}(?![0-9a-f])/gi;
const HASH = /0x[0-9a-f]{64}(?![0-9a-f])/gi;

/** Removes line breaks and addresses. Services and nodes write these texts. */
export function withoutAddresses(text: string): string {
  // The pattern for addresses does not match inside a hash, so hashes stay.
  const parts = text.replace(/\s+/g, ' ').split(HASH);
  const hashes = text.match(HASH) ?? [];
  return parts.map((part, index) => part.replace(ADDRESS, '0x…') + (hashes[index] ?? '')).join('');
}

const isoOf = (ms: number | null) =>
  ms === null || !Number.isFinite(ms) || Math.abs(ms) > 8.64e15 ? 'unknown' : new Date(ms).toISOString();

function gapLine(gap: ProofGap): string {
  switch (gap.code) {
    case 'noAnswer':
      return `noAnswer (${gap.detail})`;
    case 'refundNotFinal':
      return `refundNotFinal (${gap.blocks} blocks)`;
    default:
      return gap.code;
  }
}

const NUMBERS: ReadonlySet<Shortfall['field']> = new Set(['amount', 'amountAtMost', 'gas']);

/** Shows the values of numbers only: the other fields are addresses. */
function shortfallLine({ field, expected, actual }: Shortfall): string {
  return NUMBERS.has(field) ? `${field} expected ${expected}, is ${actual}` : field;
}

function paymentLine(payment: PaymentEvidence): string {
  switch (payment.kind) {
    case 'none':
      return 'not paid';
    case 'unread':
      return 'not asked';
    case 'proven':
      return `proven ${payment.hash}`;
    case 'mismatch':
      return `mismatch ${payment.hash}: ${payment.shortfalls.map(shortfallLine).join('; ')}`;
    case 'unproven':
      return `not verified: ${gapLine(payment.gap)}`;
  }
}

function chainLine({ chain, endpoints, ...evidence }: ChainEvidence): string {
  const answers = endpoints.map(({ host, answer }) => `${host} ${answer}`).join(', ');
  const shown =
    evidence.kind === 'mined'
      ? `${evidence.failure ? 'failed' : 'mined'} in block ${evidence.blockNumber}`
      : evidence.kind === 'silent'
        ? `no answer: ${evidence.reason}`
        : evidence.kind;
  return `${chain.name}: ${shown} (${answers})`;
}

function lookupLines({ verdicts, confidence, money, evidence, deposits }: Lookup): readonly string[] {
  return [
    `${verdicts.map(({ kind }) => kind).join(', ')}; ${confidence.kind}; money: ${money}`,
    ...evidence.perChain.map(chainLine),
    ...deposits.flatMap((one) => [
      `payout: ${paymentLine(one.evidence.payout)}`,
      `refund: ${paymentLine(one.evidence.refund)}`,
    ]),
  ];
}

function receiptLines(receipt: Receipt): readonly string[] {
  switch (receipt.kind) {
    case 'delivered': {
      const { delivery } = receipt;
      return [
        `code 0, ${delivery.originChainName} to ${delivery.destinationChainName}, ${delivery.tokenName}`,
        `payout ${delivery.payoutHash}`,
        `deposited ${isoOf(delivery.depositedAtMs)}, delivered ${isoOf(delivery.deliveredAtMs)}`,
      ];
    }
    case 'inProgress': {
      const { confirmations, report } = receipt;
      const count = confirmations ? [`confirmations ${confirmations.seen} of ${confirmations.needed}`] : [];
      return [`code 908, step ${report.step}, reason ${report.reason}`, ...count, `message: ${report.message}`];
    }
    case 'failed': {
      const { claim, report } = receipt;
      const refund = claim.hash === null ? [] : [`refund ${claim.hash}`];
      return [`code 909, step ${report.step}, reason ${report.reason}`, ...refund, `message: ${report.message}`];
    }
    case 'unknown':
      return ['code 907'];
    case 'refused':
      return [`no receipt, message: ${receipt.message}`];
  }
}

function answerLines<T>(name: string, answer: Answered<T> | null, linesOf: (value: T) => readonly string[]) {
  if (answer === null) return [`${name}: not asked`];
  const took = `after ${answer.tookMs} ms`;
  if (!answer.ok) return [`${name}: no answer ${took}: ${answer.reason}`];
  const [first = '', ...more] = linesOf(answer.value);
  return [`${name}: ${first} (${took})`, ...more.map((line) => `  ${line}`)];
}

function storedLines(transfer: Transfer | null): readonly string[] {
  if (transfer === null) return ['stored here: no'];
  const { terms, status } = transfer;
  const lines = [
    `stored here: ${status}${transfer.status === 'failed' ? `, ${transfer.kind}` : ''}`,
    `  route: ${terms.origin.chainName} to ${terms.destination.chainName}, ${terms.tokenName}`,
    `  started: ${isoOf(terms.createdAt)}`,
  ];
  if (terms.validUntilMs !== null) lines.push(`  quote valid until: ${isoOf(terms.validUntilMs)}`);
  if ('payoutHash' in transfer) lines.push(`  payout: ${transfer.payoutHash}`);
  if ('refundHash' in transfer) lines.push(`  refund: ${transfer.refundHash}`);
  if ('shortfalls' in transfer) lines.push(`  payout differs: ${transfer.shortfalls.map(shortfallLine).join('; ')}`);
  return lines;
}

/** The report for support, in English: its readers work for the operator. */
export function writeReport(facts: ReportFacts): string {
  const lines = [
    `app: ${facts.version}`,
    `service: ${facts.service}`,
    `chains: ${facts.chains.map(({ name, id }) => `${name} ${id}`).join(', ')}`,
    `browser: ${facts.browser}`,
    `written: ${isoOf(facts.writtenAt)}`,
    `deposit: ${facts.hash ?? 'none yet'}`,
    ...storedLines(facts.stored),
    ...answerLines('receipt', facts.receipts, (receipts) => receipts.flatMap(receiptLines)),
    ...answerLines('verdict', facts.lookup, lookupLines),
  ];
  return lines.map((line) => line.match(/^ */)?.[0] + withoutAddresses(line.trim())).join('\n');
}

// The order matters: most browsers also name the browser they are based on.
const FAMILIES = [
  ['Edge', /\bEdgA?\/|\bEdgiOS\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\/|\bChromium\//],
  ['Safari', /\bSafari\//],
] as const;

/** The browser's name without its version, which could help to identify a person. */
export function browserFamily(userAgent: string): string {
  return FAMILIES.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other';
}
