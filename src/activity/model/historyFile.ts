import { formatAmount, NATIVE_DECIMALS } from '#shared/amount.ts';
import type { Contacts } from '../../account/model/contacts.ts';
import { FILE_FORMAT, FILE_VERSION } from '../../account/model/contactsFile.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';

export type FileKind = 'csv' | 'json';

/** The content of a file. A CSV file has only the transfers. */
type Contents = { readonly rows: readonly FileRow[]; readonly contacts: Contacts; readonly exportedAt: number };

/** The text of a file. The CSV writer loads on first use. */
export async function writeHistoryFile(kind: FileKind, { rows, contacts, exportedAt }: Contents): Promise<string> {
  if (kind === 'csv') return (await import('#shared/csv.ts')).writeCsv(FILE_COLUMNS, rows);
  const head = { format: FILE_FORMAT, version: FILE_VERSION, exported_at: new Date(exportedAt).toISOString() };
  return `${JSON.stringify({ ...head, transfers: rows, contacts }, null, 2)}\n`;
}

/** The columns of an exported file, in this order. They are part of the file format: add new ones at the end. */
export const FILE_COLUMNS = [
  'state',
  'started_at',
  'origin_chain',
  'origin_chain_id',
  'destination_chain',
  'destination_chain_id',
  'token',
  'sent',
  'quoted',
  'received',
  'refunded',
  'unit',
  'sender',
  'recipient',
  'deposit_hash',
  'payout_hash',
  'refund_hash',
  'quote_valid_until',
  'gas_received',
] as const;

export type FileRow = Readonly<Record<(typeof FILE_COLUMNS)[number], string>>;

const NOTHING = Object.fromEntries(FILE_COLUMNS.map((column) => [column, ''])) as FileRow;

const isoOf = (ms: number | null) => (ms === null ? '' : new Date(ms).toISOString());

const gasOf = ({ gasDrop }: Transfer['terms']) => formatAmount({ amount: gasDrop, decimals: NATIVE_DECIMALS });

/** Amounts are exact decimals of whole tokens, times are ISO 8601, and an unknown value is empty. */
export function toFileRow(transfer: Transfer): FileRow {
  const { terms } = transfer;
  const { origin, destination } = terms;
  const arriving = (amount: bigint | null) =>
    amount === null ? '' : formatAmount({ amount, decimals: destination.decimals });
  const leaving = (amount: bigint) => formatAmount({ amount, decimals: origin.decimals });
  return {
    ...NOTHING,
    ...{ state: transfer.status, started_at: isoOf(terms.createdAt) },
    ...{ origin_chain: origin.chainName, origin_chain_id: `${origin.chainId}` },
    ...{ destination_chain: destination.chainName, destination_chain_id: `${destination.chainId}` },
    ...{ token: terms.tokenName, unit: terms.tokenName, sender: terms.account, recipient: terms.recipient },
    ...{ sent: leaving(terms.send), quoted: arriving(terms.receive) },
    ...{ quote_valid_until: isoOf(terms.validUntilMs) },
    ...('hash' in transfer ? { deposit_hash: transfer.hash } : {}),
    ...('payoutHash' in transfer ? { payout_hash: transfer.payoutHash } : {}),
    ...('received' in transfer ? { received: arriving(transfer.received), gas_received: gasOf(terms) } : {}),
    ...(transfer.status === 'refunded'
      ? { refund_hash: transfer.refundHash, refunded: leaving(transfer.refunded) }
      : {}),
  };
}
