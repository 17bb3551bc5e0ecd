import { formatAmount } from '#shared/amount.ts';
import type { Registry } from '../registry.ts';
import type { Transfer } from '../transfer.ts';
import { destinationOf, tokenOfDeposit } from './foundDeposit.ts';
import type { HistoryItem } from './historyItem.ts';

/** The columns of an exported file, in this order. They are part of the file format: add new ones at the end. */
export const FILE_COLUMNS = [
  'state',
  'source',
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
] as const;

export type FileRow = Readonly<Record<(typeof FILE_COLUMNS)[number], string>>;

const NOTHING = Object.fromEntries(FILE_COLUMNS.map((column) => [column, ''])) as FileRow;

const isoOf = (ms: number | null) => (ms === null ? '' : new Date(ms).toISOString());

function rowOfTransfer(transfer: Transfer): FileRow {
  const { terms } = transfer;
  const { origin, destination } = terms;
  const arriving = (amount: bigint | null) =>
    amount === null ? '' : formatAmount({ amount, decimals: destination.decimals });
  const leaving = (amount: bigint) => formatAmount({ amount, decimals: origin.decimals });
  return {
    ...NOTHING,
    ...{ state: transfer.status, source: 'browser', started_at: isoOf(terms.createdAt) },
    ...{ origin_chain: origin.chainName, origin_chain_id: `${origin.chainId}` },
    ...{ destination_chain: destination.chainName, destination_chain_id: `${destination.chainId}` },
    ...{ token: terms.tokenName, unit: terms.tokenName, sender: terms.account, recipient: terms.recipient },
    ...{ sent: leaving(terms.send), quoted: arriving(terms.receive) },
    ...{ quote_valid_until: isoOf(terms.validUntilMs) },
    ...('hash' in transfer ? { deposit_hash: transfer.hash } : {}),
    ...('payoutHash' in transfer ? { payout_hash: transfer.payoutHash } : {}),
    ...('received' in transfer ? { received: arriving(transfer.received) } : {}),
    ...(transfer.status === 'refunded'
      ? { refund_hash: transfer.refundHash, refunded: leaving(transfer.refunded) }
      : {}),
  };
}

function rowOfDeposit(
  { deposit, receipt: answer }: Extract<HistoryItem, { kind: 'found' }>,
  registry: Registry,
): FileRow {
  const token = tokenOfDeposit(registry, deposit);
  const receipt = typeof answer === 'object' ? answer : null;
  const state = receipt?.kind ?? (answer === 'silent' ? 'unchecked' : 'unclear');
  return {
    ...NOTHING,
    ...{ state, source: 'chain', started_at: isoOf(deposit.depositedAt) },
    ...{ origin_chain: deposit.chainName, origin_chain_id: `${deposit.chainId}` },
    ...{ destination_chain: destinationOf(registry, deposit) ?? '', destination_chain_id: `${deposit.destination}` },
    ...{ token: token?.name ?? deposit.token, unit: token?.name ?? '' },
    ...(token ? { sent: formatAmount({ amount: deposit.amount, decimals: token.decimals }) } : {}),
    ...(receipt?.kind === 'delivered'
      ? { received: formatAmount(receipt.delivery.received), payout_hash: receipt.delivery.payoutHash }
      : {}),
    ...{ sender: deposit.user, recipient: deposit.target, deposit_hash: deposit.transactionHash },
  };
}

/**
 * Amounts are exact decimals of whole tokens, times are ISO 8601, and an unknown value is empty. The state of a row with the
 * source `chain` is what the bridge reports.
 */
export function toFileRow(item: HistoryItem, registry: Registry): FileRow {
  return item.kind === 'own' ? rowOfTransfer(item.transfer) : rowOfDeposit(item, registry);
}
