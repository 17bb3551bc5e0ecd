import type { Hash } from 'viem';
import { formatAmount } from '#shared/amount.ts';
import type { RecordedIncident } from '../db/incidents.ts';
import { readTransferIncidents } from '../db/incidents.ts';
import type { OperatorAction } from '../db/operatorActions.ts';
import { readTransferActions } from '../db/operatorActions.ts';
import type { StoredPayment, TransferDetails } from '../db/transferDetails.ts';
import { readTransferDetails } from '../db/transferDetails.ts';
import type { RecordedChange } from '../db/transferEvents.ts';
import { readChanges } from '../db/transferEvents.ts';
import { findTransfers } from '../db/transferList.ts';
import type { Catalog } from '../domain/catalog.ts';
import { findChainById, findPinnedToken } from '../domain/catalog.ts';
import type { Command, CommandContext } from './command.ts';
import { Refused } from './command.ts';
import { readHash, takeWords } from './readWords.ts';
import { alignFacts, alignTable, sayAge, sayAmount, sayTime } from './words.ts';

type Shown = TransferDetails & {
  readonly history: readonly RecordedChange[];
  readonly incidents: readonly RecordedIncident[];
  readonly actions: readonly OperatorAction[];
};

async function readShown({ database }: CommandContext, id: Hash): Promise<Shown> {
  const details = await readTransferDetails(database, id);
  if (!details) throw new Error(`transfer ${id} is gone`);
  return {
    ...details,
    history: await readChanges(database, id),
    incidents: await readTransferIncidents(database, id),
    actions: await readTransferActions(database, id),
  };
}

function nameChain(catalog: Catalog, id: number | bigint): string {
  return findChainById(catalog, BigInt(id))?.name ?? `chain ${id}`;
}

function originToken(catalog: Catalog, { transfer, stored }: Shown) {
  const { chainId, token } = stored.deposit;
  const origin = findChainById(catalog, BigInt(chainId));
  const pinned = origin && findPinnedToken(catalog, origin, token);
  return {
    name: transfer.tokenName ?? pinned?.token.name ?? token,
    decimals: transfer.originDecimals ?? pinned?.deployment.decimals ?? null,
  };
}

function describeDeposit(catalog: Catalog, shown: Shown): readonly string[] {
  const { deposit, canonical, firstSeenAt } = shown.stored;
  return alignFacts([
    ['amount', sayAmount(deposit.amount, originToken(catalog, shown))],
    ['from', `${deposit.depositor} on ${nameChain(catalog, deposit.chainId)}`],
    ['to', `${deposit.target} on ${nameChain(catalog, deposit.destination)}`],
    ['transaction', `${deposit.transactionHash}, deposit ${deposit.ordinal}`],
    ['block', `${deposit.blockNumber} (${deposit.blockHash})${canonical ? '' : ', not in the chain any more'}`],
    ['first seen', sayTime(firstSeenAt)],
    ['channel', String(deposit.channel)],
    ['funded', deposit.funded ? null : 'no: the amount did not arrive in full'],
  ]);
}

function describeDecision(catalog: Catalog, shown: Shown): readonly string[] {
  const { transfer } = shown;
  const origin = originToken(catalog, shown);
  const destination = { name: origin.name, decimals: transfer.destinationDecimals };
  const say = (amount: bigint | null, token = origin) => (amount === null ? null : sayAmount(amount, token));
  const settledIn = transfer.state === 'refunded' ? origin : destination;
  return alignFacts([
    ['gas fee', say(transfer.gasFee)],
    ['bridge fee', say(transfer.bridgeFee)],
    ['pays', say(transfer.receiveAmount, destination)],
    ['to', transfer.recipient && `${transfer.recipient} on ${transfer.destinationChainName}`],
    ['reason', transfer.reason],
    ['note', transfer.note],
    ['tries in vain', transfer.tries > 0 ? String(transfer.tries) : null],
    ['failing since', transfer.failingSince && sayTime(transfer.failingSince)],
    ['next try', transfer.retryAt && sayTime(transfer.retryAt)],
    ['settled by', transfer.settledHash],
    ['settled amount', say(transfer.settledAmount, settledIn)],
  ]);
}

function describePayment(catalog: Catalog, payment: StoredPayment): readonly string[] {
  const { kind, state, chainId, nonce, token, amount } = payment;
  const chain = findChainById(catalog, BigInt(chainId));
  const pinned = chain && findPinnedToken(catalog, chain, token);
  const what = { name: pinned?.token.name ?? token, decimals: pinned?.deployment.decimals ?? null };
  const gwei = (fee: bigint) => `${formatAmount({ amount: fee, decimals: 9 })} gwei`;
  const head = `${kind} of ${sayAmount(amount, what)} to ${payment.recipient}, nonce ${nonce} on ${nameChain(catalog, chainId)}: ${state}`;
  return [
    `  ${head}`,
    ...alignFacts([
      ['  nonce is', payment.sendState],
      ['  first sent', payment.sentAt ? sayTime(payment.sentAt) : 'not yet'],
      ['  mined', payment.minedHash && `${payment.minedHash} in block ${payment.minedBlock}`],
      ...payment.attempts.map(
        (attempt) =>
          [
            `  attempt ${attempt.attempt}`,
            `${attempt.hash} at ${sayTime(attempt.createdAt)}, at most ${gwei(attempt.maxFee)}, tip ${gwei(attempt.tip)}`,
          ] as const,
      ),
    ]),
  ];
}

function indentTable(headings: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return alignTable(headings, rows).map((line) => `  ${line}`);
}

function describeTransfer(catalog: Catalog, shown: Shown): readonly string[] {
  const { transfer, payments, history, incidents, actions } = shown;
  const section = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', title, ...lines]);
  const changes = history.map(({ at, from, to, cause, detail }) => [
    sayTime(at),
    `${from ?? 'new'} → ${to}`,
    cause,
    detail ?? '',
  ]);
  return [
    `Transfer ${transfer.id}`,
    `${transfer.state}, unchanged for ${sayAge(Date.now() - transfer.updatedAt.getTime())}`,
    ...section('Deposit', describeDeposit(catalog, shown)),
    ...section('Decision', describeDecision(catalog, shown)),
    ...section(
      'Payments',
      payments.flatMap((payment) => describePayment(catalog, payment)),
    ),
    ...section('History', indentTable(['at', 'change', 'cause', 'detail'], changes)),
    ...section(
      'Incidents',
      incidents.map(({ at, kind, detail }) => `  ${sayTime(at)}  ${kind}  ${detail}`),
    ),
    ...section(
      'Operators',
      actions.map(
        ({ at, who, action, detail, why }) => `  ${sayTime(at)}  ${who}: ${action}, ${detail ?? ''}. Why: ${why}`,
      ),
    ),
  ];
}

export const showCommand: Command = {
  name: 'show',
  forms: ['<id | deposit hash | payment hash>'],
  summary: 'show everything that is known of a transfer',
  explanation: 'Of several transfers in one transaction, all of them.',
  options: {},
  changes: false,
  read: ({ words }) => {
    const [word = ''] = takeWords(words, ["A transfer's id or the hash of its deposit or payment"]);
    const hash = readHash(word, 'An id or a hash');
    return async (context) => {
      const ids = await findTransfers(context.database, hash);
      if (ids.length === 0) throw new Refused(`No transfer with the id or hash ${hash} is on record.`);
      const shown: Shown[] = [];
      for (const id of ids) shown.push(await readShown(context, id));
      const lines = shown.flatMap((one, index) => [
        ...(index === 0 ? [] : ['', '']),
        ...describeTransfer(context.catalog, one),
      ]);
      return { json: shown, lines };
    };
  },
};
