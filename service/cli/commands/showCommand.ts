import { readCosts } from '../../db/accounting.ts';
import { readDepositFinality } from '../../db/exposure.ts';
import { readTransferIncidents } from '../../db/incidents.ts';
import { readTransferActions } from '../../db/orders.ts';
import { readTransfers } from '../../db/readTransfers.ts';
import { readMatches } from '../../db/screenings.ts';
import { readStoredPayments } from '../../db/storedPayments.ts';
import { readChanges } from '../../db/transferEvents.ts';
import type { Transfer } from '../../db/transfers.ts';
import { accountFor } from '../../domain/accounting.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandRefused } from '../command.ts';
import { expectArguments, parseHashArgument } from '../parseArguments.ts';
import type { TransferReport } from './describeTransfer.ts';
import { describeTransfer } from './describeTransfer.ts';

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
    actions: await readTransferActions(database, id),
  };
}

export const showCommand: Command = {
  name: 'show',
  usages: ['<id | deposit hash | payment hash>'],
  summary: 'show one transfer: deposit, decision, payments, accounting, history, incidents and actions',
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
