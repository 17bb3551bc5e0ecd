import * as v from 'valibot';
import { isSameAddress } from '#shared/address.ts';
import { parseAmount } from '#shared/amount.ts';
import { addressWire, chainIdWire, hashWire } from '#shared/wire/primitives.ts';
import type { TransferTerms } from '../transferTerms.ts';
import type { KnownQuote } from './adoptDeposit.ts';

const decimalText = v.pipe(v.string(), v.regex(/^\d{1,78}(?:\.\d{1,78})?$/));
const moment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => Date.parse(text)),
  v.finite(),
);

/** The columns that an import reads. The app reads every other fact from the chains. */
const columns = v.object({
  origin_chain_id: chainIdWire,
  deposit_hash: hashWire,
  sender: v.optional(addressWire),
  recipient: v.optional(addressWire),
  destination_chain_id: v.optional(chainIdWire),
  sent: v.optional(decimalText),
  quoted: v.optional(decimalText),
  quote_valid_until: v.optional(moment),
});

export type ImportRow = v.InferOutput<typeof columns>;

export type ImportRowResult =
  | { readonly ok: true; readonly row: ImportRow }
  /** The row has no deposit hash: its deposit was not sent. */
  | { readonly ok: false; readonly problem: 'noHash' }
  | { readonly ok: false; readonly problem: 'badValue'; readonly column: string };

/** Reads one row of a file. Every value that an import uses must be whole and valid; empty values count as absent. */
export function readImportRow(record: unknown): ImportRowResult {
  const given = typeof record === 'object' && record !== null ? Object.entries(record) : [];
  const texts = given.flatMap(([name, value]) => {
    const text = typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
    return text === '' ? [] : [[name, text] as const];
  });
  const read = v.safeParse(columns, Object.fromEntries(texts));
  if (read.success) return { ok: true, row: read.output };
  if (!texts.some(([name]) => name === 'deposit_hash')) return { ok: false, problem: 'noHash' };
  return { ok: false, problem: 'badValue', column: v.getDotPath(read.issues[0]) ?? '' };
}

/** The column of a row that contradicts the deposit on the chain; null where all of them agree. */
export function contradiction(row: ImportRow, terms: TransferTerms): keyof ImportRow | null {
  const { origin, destination, send } = terms;
  if (row.sender !== undefined && !isSameAddress(row.sender, terms.account)) return 'sender';
  if (row.recipient !== undefined && !isSameAddress(row.recipient, terms.recipient)) return 'recipient';
  if (row.destination_chain_id !== undefined && row.destination_chain_id !== destination.chainId) {
    return 'destination_chain_id';
  }
  if (row.sent !== undefined) {
    const sent = parseAmount(row.sent, origin.decimals);
    if (!sent.ok || sent.amount !== send) return 'sent';
  }
  return null;
}

/** The quote of a row; null where it has none. 'quoted' where the amount is not one of the token, or above the deposit. */
export function quoteOf(
  { quoted, quote_valid_until: validUntilMs }: ImportRow,
  { origin, destination, send }: TransferTerms,
): KnownQuote | null | 'quoted' {
  if (quoted === undefined) return null;
  const receive = parseAmount(quoted, destination.decimals);
  if (!receive.ok || receive.amount === 0n) return 'quoted';
  const isAbove = receive.amount * 10n ** BigInt(origin.decimals) > send * 10n ** BigInt(destination.decimals);
  return isAbove ? 'quoted' : { receive: receive.amount, validUntilMs: validUntilMs ?? null };
}
