import { formatAmount } from '#shared/amount.ts';
import type { ExportedTransfer } from '../../db/accounting.ts';
import type { Accounting } from '../../domain/accounting.ts';
import { accountFor } from '../../domain/accounting.ts';
import type { PaymentKind } from '../../domain/payment.ts';
import { PRICE_DECIMALS } from '../../domain/price.ts';

type Cell = string | number | boolean | bigint | null;

/** The columns of the export, in order. Programs read them, so an existing name keeps its meaning. */
export const EXPORT_COLUMNS = [
  ...['deposit_time', 'state', 'final', 'transfer', 'deposit_hash', 'deposit_ordinal', 'depositor'],
  ...['origin_chain', 'origin_chain_id', 'token', 'token_address', 'token_decimals', 'taken'],
  ...['destination_chain', 'destination_chain_id', 'recipient', 'network_fee', 'bridge_fee'],
  ...[
    'paid_kind',
    'paid_chain_id',
    'paid_token_address',
    'paid_token_decimals',
    'paid',
    'paid_hash',
    'paid_time',
    'kept',
  ],
  ...['payout_gas', 'payout_gas_value', 'refund_gas', 'refund_gas_value', 'unknown_gas'],
] as const;

export type ExportRow = Readonly<Record<(typeof EXPORT_COLUMNS)[number], Cell>>;

function burntFor({ burnt }: Accounting, wanted: PaymentKind): readonly [bigint, string] {
  const of = burnt.filter(({ kind }) => kind === wanted);
  const value = of.reduce((sum, one) => sum + one.value, 0n);
  return [of.reduce((sum, one) => sum + one.amount, 0n), formatAmount({ amount: value, decimals: PRICE_DECIMALS })];
}

/** The row of a transfer. Amounts are base units, times are in UTC, and null is an empty cell. */
export function toExportRow(exported: ExportedTransfer): ExportRow {
  const { transfer, deposit } = exported;
  const accounting = accountFor(exported);
  const { taken, paid, kept, burnt, isFinal } = accounting;
  const [payoutGas, payoutGasValue] = burntFor(accounting, 'payout');
  const [refundGas, refundGasValue] = burntFor(accounting, 'refund');
  return {
    deposit_time: deposit.blockTime.toISOString(),
    state: transfer.state,
    final: isFinal,
    transfer: deposit.id,
    deposit_hash: deposit.transactionHash,
    deposit_ordinal: deposit.ordinal,
    depositor: deposit.depositor,
    origin_chain: transfer.originChainName,
    origin_chain_id: deposit.chainId,
    token: transfer.tokenName,
    token_address: deposit.token,
    token_decimals: transfer.originDecimals,
    taken,
    destination_chain: transfer.destinationChainName,
    destination_chain_id: deposit.destination,
    recipient: transfer.recipient,
    network_fee: transfer.gasFee,
    bridge_fee: transfer.bridgeFee,
    paid_kind: paid?.kind ?? null,
    paid_chain_id: paid?.chainId ?? null,
    paid_token_address: paid?.token ?? null,
    paid_token_decimals:
      paid === null ? null : paid.kind === 'payout' ? transfer.destinationDecimals : transfer.originDecimals,
    paid: paid?.amount ?? null,
    paid_hash: paid?.hash ?? null,
    paid_time: transfer.settledAt?.toISOString() ?? null,
    kept,
    payout_gas: payoutGas,
    payout_gas_value: payoutGasValue,
    refund_gas: refundGas,
    refund_gas_value: refundGasValue,
    unknown_gas: burnt.reduce((sum, { unknown }) => sum + unknown, 0),
  };
}
