import { formatAmount } from '#shared/amount.ts';
import type { CsvRow } from '#shared/csv.ts';
import { csvHeader, csvRows } from '#shared/csv.ts';
import type { ExportedTransfer } from '../../books/accounting.ts';
import { readExported } from '../../books/accounting.ts';
import type { Accounting } from '../../books/model/accounting.ts';
import { accountFor } from '../../books/model/accounting.ts';
import type { BookDifference } from '../../books/readings.ts';
import { readDifferences } from '../../books/readings.ts';
import type { Catalog } from '../../boot/model/catalog.ts';
import { readDecisions } from '../../guards/decisions.ts';
import type { PaymentKind } from '../../payments/model/payment.ts';
import { PRICE_DECIMALS } from '../../quotes/model/price.ts';
import type { Command, CommandContext, CommandInput, Period } from './command.ts';
import { expectArguments, parsePeriod, UsageError } from './command.ts';
import { DECISION_COLUMNS, toDecisionRow } from './decisionsFile.ts';
import { describeAccountToken, describeChain } from './findInCatalog.ts';

type Cell = string | number | boolean | bigint | null;

/** The export's columns, in order. Programs read them, so an existing name keeps its meaning. */
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
  ...['payout_gas', 'payout_gas_value', 'refund_gas', 'refund_gas_value', 'unknown_gas', 'gas_drop'],
] as const;

type ExportRow = Readonly<Record<(typeof EXPORT_COLUMNS)[number], Cell>>;

function burntFor({ burnt }: Accounting, wanted: PaymentKind): readonly [bigint, string] {
  const of = burnt.filter(({ kind }) => kind === wanted);
  const value = of.reduce((sum, one) => sum + one.value, 0n);
  return [of.reduce((sum, one) => sum + one.amount, 0n), formatAmount({ amount: value, decimals: PRICE_DECIMALS })];
}

/** The row of a transfer. Amounts are base units, times are in UTC, and null is an empty cell. */
function toExportRow(exported: ExportedTransfer): ExportRow {
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
    gas_drop: paid?.gasDrop ?? null,
  };
}

/** The columns of a differences export, in order. Programs read them, so an existing name keeps its meaning. */
const DIFFERENCE_COLUMNS = [
  ...['time', 'difference', 'chain', 'chain_id', 'account', 'token', 'token_address', 'token_decimals'],
  ...['from_block', 'to_block', 'closing', 'amount', 'mismatches', 'dust'],
  ...['explained', 'explained_time', 'explained_by', 'explained_by_role', 'approved_by_role', 'explanation'],
] as const;

type DifferenceRow = Readonly<Record<(typeof DIFFERENCE_COLUMNS)[number], string | number | boolean | bigint | null>>;

/** The row of a difference. Amounts are base units, times are in UTC, and null is an empty cell. */
function toDifferenceRow(catalog: Catalog, one: BookDifference): DifferenceRow {
  const { name, decimals } = describeAccountToken(catalog, one);
  const { explanation } = one;
  return {
    time: one.at.toISOString(),
    difference: one.id,
    chain: describeChain(catalog, one.chainId),
    chain_id: one.chainId,
    account: one.account,
    token: name,
    token_address: one.token,
    token_decimals: decimals,
    from_block: one.fromBlock + 1n,
    to_block: one.toBlock,
    closing: one.closing,
    amount: one.difference,
    mismatches: one.mismatchCount,
    dust: one.dust,
    explained: explanation !== null,
    explained_time: explanation?.at.toISOString() ?? null,
    explained_by: explanation?.who ?? null,
    explained_by_role: explanation?.role ?? null,
    approved_by_role: explanation?.approvedBy ?? null,
    explanation: explanation?.why ?? null,
  };
}

const PAGE_SIZE = 500;
const FORMATS = ['csv', 'json'] as const;

type Pages = AsyncIterable<readonly CsvRow[]>;

/** What an export has a row for. */
type Content = {
  readonly columns: readonly string[];
  /** @throws UsageError for options that the content doesn't support */
  open(options: CommandInput['options']): (context: CommandContext) => Pages;
};

async function* readTransferRows({ catalog, database }: CommandContext, period: Period) {
  for await (const page of readExported(database, { ...period, catalog, pageSize: PAGE_SIZE })) {
    yield page.map(toExportRow);
  }
}

async function* readDifferenceRows({ catalog, database }: CommandContext, period: Period) {
  yield (await readDifferences(database, period)).map((one) => toDifferenceRow(catalog, one));
}

async function* readDecisionRows({ database }: CommandContext) {
  yield (await readDecisions(database)).map(toDecisionRow);
}

function ofPeriod(read: (context: CommandContext, period: Period) => Pages): Content['open'] {
  return (options) => {
    const period = parsePeriod(options);
    return (context) => read(context, period);
  };
}

const CONTENTS: ReadonlyMap<string, Content> = new Map([
  ['transfers', { columns: EXPORT_COLUMNS, open: ofPeriod(readTransferRows) }],
  ['differences', { columns: DIFFERENCE_COLUMNS, open: ofPeriod(readDifferenceRows) }],
  ['decisions', { columns: DECISION_COLUMNS, open: () => readDecisionRows }],
]);

async function* toCsv(columns: readonly string[], pages: Pages): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const page of pages) yield csvRows(columns, page);
}

function toJson(row: CsvRow): string {
  return JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? value.toString() : value));
}

async function* toJsonList(pages: Pages): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const page of pages) {
    for (const row of page) {
      yield separator + toJson(row);
      separator = ',\n';
    }
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

function parseContent(text: string): Content {
  const content = CONTENTS.get(text);
  if (!content) throw new UsageError(`--of must be ${[...CONTENTS.keys()].join(', ')}; got "${text}".`);
  return content;
}

function parseFormat(text: string): (typeof FORMATS)[number] {
  const format = FORMATS.find((candidate) => candidate === text);
  if (!format) throw new UsageError(`--format must be csv or json; got "${text}".`);
  return format;
}

export const exportCommand: Command = {
  name: 'export',
  usages: ['--from <day> --to <day>', '--of decisions'],
  summary: 'print one row for each transfer of a period, with what it took, paid, kept and burnt',
  details:
    'A period contains the deposits in blocks from --from on and before --to. Once its column final is true, a row no longer changes. docs/accounting.md explains the columns. Decisions are what operators and the service currently hold, closed, refund and pause, for a move to a new database: "unhalt --decisions" reads them as JSON.',
  options: {
    from: { value: '<day>', help: 'a day or a second in UTC, such as 2026-11-01 or 2026-11-01T12:00:00Z' },
    to: { value: '<day>', help: 'the same; the period ends before it' },
    format: { value: '<format>', help: 'csv or json (default: csv)' },
    of: {
      value: '<rows>',
      help: 'transfers, differences (the faults that comparisons of the books found in the period, with their explanations), or decisions (what a new database must know) (default: transfers)',
    },
  },
  isChange: false,
  parse: ({ args, options }) => {
    expectArguments(args, []);
    const { columns, open } = parseContent(options.of ?? 'transfers');
    const read = open(options);
    const format = parseFormat(options.format ?? 'csv');
    return async (context) => {
      const pages = read(context);
      const stream = (isJson: boolean) => (isJson || format === 'json' ? toJsonList(pages) : toCsv(columns, pages));
      return { json: null, lines: [], stream };
    };
  },
};
