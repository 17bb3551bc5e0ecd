import type { Hash } from 'viem';
import { readCosts } from '../../db/accounting.ts';
import { readDepositFinality } from '../../db/exposure.ts';
import { readTransferIncidents } from '../../db/incidents.ts';
import { readTransferActions } from '../../db/orders.ts';
import { readMatches } from '../../db/screenings.ts';
import { readTransferDetails } from '../../db/transferDetails.ts';
import { readChanges } from '../../db/transferEvents.ts';
import { findTransfers } from '../../db/transferList.ts';
import { accountFor } from '../../domain/accounting.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandRefused } from '../command.ts';
import { expectArguments, parseHashArgument } from '../parseArguments.ts';
import type { TransferReport } from './describeTransfer.ts';
import { describeTransfer } from './describeTransfer.ts';

async function readReport({ catalog, database }: CommandContext, id: Hash): Promise<TransferReport> {
  const isFinal = await readDepositFinality(database, catalog);
  const details = await readTransferDetails(database, id);
  if (!details) throw new Error(`transfer ${id} disappeared from the database`);
  const { transfer, stored } = details;
  const costs = (await readCosts(database, [id])).get(id) ?? [];
  const deposit = { ...stored.deposit, canonical: stored.canonical, isFinal: isFinal(stored.deposit) };
  return {
    ...details,
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
      const ids = await findTransfers(context.database, hash);
      if (ids.length === 0) throw new CommandRefused(`The database has no transfer with the id or hash ${hash}.`);
      const reports: TransferReport[] = [];
      for (const id of ids) reports.push(await readReport(context, id));
      const lines = reports.flatMap((report, index) => [
        ...(index === 0 ? [] : ['', '']),
        ...describeTransfer(context.catalog, report),
      ]);
      return { json: reports, lines };
    };
  },
};
