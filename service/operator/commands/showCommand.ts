import { formatAmount, NATIVE_DECIMALS } from '#shared/amount.ts';
import { visibleText } from '#shared/foreignText.ts';
import { readCosts } from '../../books/accounting.ts';
import type { Accounting, Burnt, PaidAmount } from '../../books/model/accounting.ts';
import { accountFor } from '../../books/model/accounting.ts';
import type { Catalog } from '../../boot/model/catalog.ts';
import { findChainById } from '../../boot/model/catalog.ts';
import type { RecordedIncident } from '../../db/incidents.ts';
import { readTransferIncidents } from '../../db/incidents.ts';
import { readTransfers } from '../../deposits/readTransfers.ts';
import type { RecordedChange } from '../../deposits/transferEvents.ts';
import { readChanges } from '../../deposits/transferEvents.ts';
import type { Transfer } from '../../deposits/transfers.ts';
import { readDepositFinality } from '../../guards/exposure.ts';
import type { Order } from '../../guards/orders.ts';
import { readTransferOrders } from '../../guards/orders.ts';
import type { StoredMatch } from '../../guards/screening.ts';
import { readMatches } from '../../guards/screening.ts';
import type { StoredPayment } from '../../payments/storedPayments.ts';
import { readStoredPayments } from '../../payments/storedPayments.ts';
import { PRICE_DECIMALS } from '../../quotes/model/price.ts';
import type { Command, CommandContext } from './command.ts';
import {
  CommandRefused,
  expectArguments,
  formatAge,
  formatFields,
  formatTable,
  formatTime,
  formatTokenAmount,
  parseHashArgument,
} from './command.ts';
import { describeChain, describeToken } from './findInCatalog.ts';
import { describeAuthor, describeIncidentStatus } from './listCommand.ts';
import { nameSubjects } from './pauseSubject.ts';

type TransferReport = {
  readonly transfer: Transfer;
  readonly payments: readonly StoredPayment[];
  readonly accounting: Accounting;
  readonly history: readonly RecordedChange[];
  readonly screening: readonly StoredMatch[];
  readonly incidents: readonly RecordedIncident[];
  readonly orders: readonly Order[];
};

function originToken(catalog: Catalog, { transfer }: TransferReport) {
  const configured = describeToken(catalog, transfer.deposit);
  return {
    name: transfer.tokenName ?? configured.name,
    decimals: transfer.originDecimals ?? configured.decimals,
  };
}

function describeDeposit(catalog: Catalog, report: TransferReport): readonly string[] {
  const { deposit, canonical, firstSeenAt } = report.transfer;
  return formatFields([
    ['amount', formatTokenAmount(deposit.amount, originToken(catalog, report))],
    ['sender', `${deposit.depositor} on ${describeChain(catalog, deposit.chainId)}`],
    ['target', `${visibleText(deposit.target)} on ${describeChain(catalog, deposit.destination)}`],
    ['transaction', `${deposit.transactionHash}, deposit ${deposit.ordinal}`],
    ['block', `${deposit.blockNumber} (${deposit.blockHash})${canonical ? '' : ', removed by a reorg'}`],
    ['first seen', formatTime(firstSeenAt)],
    ['channel', String(deposit.channel)],
    ['funded', deposit.funded ? null : 'no: the amount did not arrive in full'],
  ]);
}

function describeDecision(catalog: Catalog, report: TransferReport): readonly string[] {
  const { transfer } = report;
  const origin = originToken(catalog, report);
  const destination = { name: origin.name, decimals: transfer.destinationDecimals };
  const format = (amount: bigint | null, token = origin) => (amount === null ? null : formatTokenAmount(amount, token));
  const settledIn = transfer.state === 'refunded' ? origin : destination;
  return formatFields([
    ['network fee', format(transfer.gasFee)],
    ['bridge fee', format(transfer.bridgeFee)],
    ['payout', format(transfer.receiveAmount, destination)],
    ['recipient', transfer.recipient && `${transfer.recipient} on ${transfer.destinationChainName}`],
    ['reason', transfer.reason],
    ['note', transfer.note],
    ['failed tries', transfer.tries > 0 ? String(transfer.tries) : null],
    ['hold', transfer.holdRequested ? 'requested: it is held if its signed payment fails' : null],
    [
      'gas of failed tries',
      transfer.burntValue > 0n ? formatAmount({ amount: transfer.burntValue, decimals: PRICE_DECIMALS }) : null,
    ],
    ['waiting since', transfer.waitingSince && formatTime(transfer.waitingSince)],
    ['failing since', transfer.failingSince && formatTime(transfer.failingSince)],
    ['next try', transfer.retryAt && formatTime(transfer.retryAt)],
    ['paid in', transfer.settledHash],
    ['paid amount', format(transfer.settledAmount, settledIn)],
  ]);
}

function formatNative(catalog: Catalog, chainId: number, amount: bigint): string {
  const chain = findChainById(catalog, BigInt(chainId));
  return formatTokenAmount(amount, { name: chain?.nativeToken ?? 'native tokens', decimals: NATIVE_DECIMALS });
}

/** What a payment brings for gas, as the end of a clause about it; empty without a gas drop. */
function describeGasDrop(catalog: Catalog, { chainId, gasDrop }: Pick<PaidAmount, 'chainId' | 'gasDrop'>): string {
  return gasDrop === 0n ? '' : ` and ${formatNative(catalog, chainId, gasDrop)} for gas`;
}

function describeBurnt(catalog: Catalog, { chainId, amount, value, unknown }: Burnt): string {
  const known = `${formatNative(catalog, chainId, amount)}, worth ${formatAmount({ amount: value, decimals: PRICE_DECIMALS })} then`;
  const missing = unknown === 0 ? '' : `, and the unknown cost of ${unknown} more`;
  return `${known}${missing}`;
}

function describeAccounting(catalog: Catalog, report: TransferReport): readonly string[] {
  const { taken, paid, kept, burnt } = report.accounting;
  const origin = originToken(catalog, report);
  const decimals = paid?.kind === 'payout' ? report.transfer.destinationDecimals : origin.decimals;
  return formatFields([
    ['taken', taken === null ? 'unknown: the deposit did not arrive in full' : formatTokenAmount(taken, origin)],
    [
      'paid',
      paid &&
        `${formatTokenAmount(paid.amount, { name: origin.name, decimals })}${describeGasDrop(catalog, paid)} (${paid.kind})`,
    ],
    ['kept', kept === null ? null : formatTokenAmount(kept, origin)],
    ...burnt.map((one) => [`gas of ${one.kind}`, describeBurnt(catalog, one)] as const),
  ]);
}

function describePayment(catalog: Catalog, payment: StoredPayment): readonly string[] {
  const { kind, state, chainId, nonce, token, amount } = payment;
  const formatGwei = (fee: bigint) => `${formatAmount({ amount: fee, decimals: 9 })} gwei`;
  const paid = `${formatTokenAmount(amount, describeToken(catalog, { chainId, token }))}${describeGasDrop(catalog, payment)}`;
  const head = `${kind} of ${paid} to ${payment.recipient}, nonce ${nonce} on ${describeChain(catalog, chainId)}: ${state}`;
  return [
    `  ${head}`,
    ...formatFields([
      ['  nonce state', payment.sendState],
      ['  first sent', payment.sentAt ? formatTime(payment.sentAt) : 'not yet'],
      ['  mined', payment.minedHash && `${payment.minedHash} in block ${payment.minedBlock}`],
      ...payment.attempts.map(
        (attempt) =>
          [
            `  attempt ${attempt.attempt}`,
            `${attempt.hash} at ${formatTime(attempt.createdAt)}, max fee ${formatGwei(attempt.maxFee)}, tip ${formatGwei(attempt.tip)}`,
          ] as const,
      ),
    ]),
  ];
}

function describeHistory(history: readonly RecordedChange[]): readonly string[] {
  const rows = history.map(({ at, from, to, cause, detail }) => [
    formatTime(at),
    `${from ?? 'new'} → ${to}`,
    cause,
    detail ?? '',
  ]);
  return formatTable(['time', 'change', 'cause', 'detail'], rows).map((line) => `  ${line}`);
}

/** An order with the person, the role, and the second operator who approved it or is still missing. */
function describeOrder(catalog: Catalog, order: Order): string {
  const { at, appliedAt, id, action, detail, why, expiresAt, approvedWho, approvedWhy } = order;
  const what = `  ${formatTime(appliedAt ?? at)}  ${describeAuthor(order)}: ${action}, ${nameSubjects(catalog, detail)}. Why: ${why}`;
  if (appliedAt === null && expiresAt !== null) {
    return `${what}. It waits for another operator until ${formatTime(expiresAt)}: causeway approve ${id}`;
  }
  return approvedWho === null ? what : `${what}. ${approvedWho} approved it: ${approvedWhy}`;
}

function describeTransfer(catalog: Catalog, report: TransferReport): readonly string[] {
  const { transfer, payments, history, screening, incidents, orders } = report;
  const section = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', title, ...lines]);
  const age = formatAge(Date.now() - transfer.updatedAt.getTime());
  return [
    `Transfer ${transfer.id}`,
    `State: ${transfer.state}, for ${age}`,
    ...section('Deposit', describeDeposit(catalog, report)),
    ...section('Decision', describeDecision(catalog, report)),
    ...section(
      'Payments',
      payments.flatMap((payment) => describePayment(catalog, payment)),
    ),
    ...section('Accounting', describeAccounting(catalog, report)),
    ...section('History', describeHistory(history)),
    ...section(
      'Screening',
      screening.map(
        ({ at, role, address, source, detail }) =>
          `  ${formatTime(at)}  ${role} ${address}, by the ${source}${detail === null ? '' : `: ${detail}`}`,
      ),
    ),
    ...section(
      'Incidents',
      incidents.map(
        (incident) =>
          `  ${formatTime(incident.at)}  ${incident.kind}  ${incident.detail} (incident ${incident.id}, ${describeIncidentStatus(incident)})`,
      ),
    ),
    ...section(
      'Orders of operators',
      orders.map((order) => describeOrder(catalog, order)),
    ),
  ];
}

async function readReport({ catalog, database }: CommandContext, transfer: Transfer): Promise<TransferReport> {
  const { id, canonical } = transfer;
  const isFinal = await readDepositFinality(database, catalog);
  const costs = (await readCosts(database, [id])).get(id) ?? [];
  const deposit = { ...transfer.deposit, canonical, isFinal: isFinal(transfer.deposit) };
  return {
    transfer,
    payments: await readStoredPayments(database, id),
    accounting: accountFor({ transfer, deposit, costs }),
    history: await readChanges(database, id),
    screening: await readMatches(database, id),
    incidents: await readTransferIncidents(database, id),
    orders: await readTransferOrders(database, id),
  };
}

export const showCommand: Command = {
  name: 'show',
  usages: ['<id | deposit hash | payment hash>'],
  summary: 'show one transfer: deposit, decision, payments, accounting, history, incidents and orders',
  details: 'For a transaction with several transfers, it shows each of them.',
  options: {},
  isChange: false,
  parse: ({ args }) => {
    const [text = ''] = expectArguments(args, ["a transfer's id, or the hash of its deposit or payment"]);
    const hash = parseHashArgument(text, 'The id or hash');
    return async (context) => {
      const transfers = await readTransfers(context.database, { hash });
      if (transfers.length === 0) throw new CommandRefused(`The database has no transfer with the id or hash ${hash}.`);
      const reports: TransferReport[] = [];
      for (const transfer of transfers) reports.push(await readReport(context, transfer));
      const lines = reports.flatMap((report, index) => [
        ...(index === 0 ? [] : ['', '']),
        ...describeTransfer(context.catalog, report),
      ]);
      return { json: reports, lines };
    };
  },
};
