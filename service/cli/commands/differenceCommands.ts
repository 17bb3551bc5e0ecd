import type { BookDifference } from '../../db/bookDifferences.ts';
import { differenceSubject, insertExplanation, readDifferences } from '../../db/bookDifferences.ts';
import { recordAction } from '../../db/operatorActions.ts';
import { demandApproval } from '../approval.ts';
import type { Command } from '../command.ts';
import { CommandRefused, UsageError } from '../command.ts';
import { describeChain } from '../findInCatalog.ts';
import { formatTable, formatTime } from '../format.ts';
import { expectArguments, parseCount } from '../parseArguments.ts';
import { describeDifference, describeExplanation, formatDifference } from './describeDifference.ts';

const MAX_ROWS = 1000;

function requireUnexplained(differences: readonly BookDifference[], id: bigint): BookDifference {
  const found = differences.find((one) => one.id === id);
  if (!found) throw new CommandRefused(`There is no difference ${id}. "differences" lists them.`);
  if (found.explanation) {
    throw new CommandRefused(`Difference ${id} is explained already, by ${describeExplanation(found.explanation)}.`);
  }
  return found;
}

export const explainCommand: Command = {
  name: 'explain',
  usages: ['<difference>'],
  summary: 'explain a difference of the books, so that it does not block sweeps any more',
  details:
    'Give the number of "differences". First find out whose the money is, and mend what is wrong: from then on a sweep counts a surplus as free. The reason is in "differences" and in the export, and no command removes it. Every other difference, and every later one, still blocks.',
  options: {},
  isChange: true,
  parse: ({ args, author }) => {
    const [text = ''] = expectArguments(args, ['the number of the difference']);
    if (!/^\d{1,15}$/.test(text)) throw new UsageError(`The difference must be a number; got "${text}".`);
    const id = BigInt(text);
    return async (context) => {
      const { catalog, database } = context;
      const { what, rest } = await database.transaction(async (transaction) => {
        const differences = await readDifferences(transaction);
        const found = requireUnexplained(differences, id);
        const described = describeDifference(catalog, found);
        const subject = differenceSubject(id);
        const summary = `explain difference ${id}: ${described}`;
        await demandApproval(context, transaction, { action: 'explain', subjects: [subject], amounts: null, summary });
        await insertExplanation(transaction, { id, ...author });
        await recordAction(transaction, { ...author, action: 'explain', subject, detail: described, transferId: null });
        return { what: described, rest: differences.filter((one) => one.id !== id && !one.explanation) };
      });
      return {
        json: { difference: id, unexplained: rest.map((one) => one.id) },
        lines: [
          `Difference ${id} is explained: ${what}.`,
          ...(rest.length === 0 ? [] : [`Not explained yet: ${rest.map((one) => one.id).join(', ')}.`]),
        ],
      };
    };
  },
};

export const differencesCommand: Command = {
  name: 'differences',
  usages: [''],
  summary: 'list differences of the books with their explanations, newest first',
  details: 'An amount above 0 is what a balance has more than the books lead to, and one below 0 is what it lacks.',
  options: { limit: { value: '<n>', help: `maximum number of rows, up to ${MAX_ROWS} (default: 50)` } },
  isChange: false,
  parse: ({ args, options }) => {
    expectArguments(args, []);
    const limit = parseCount('limit', options.limit ?? '50', MAX_ROWS);
    return async ({ catalog, database }) => {
      const newest = [...(await readDifferences(database))].reverse().slice(0, limit);
      const rows = newest.map((one) => [
        ...[String(one.id), formatTime(one.at), describeChain(catalog, one.chainId), one.account],
        ...[formatDifference(catalog, one), `${one.fromBlock + 1n} to ${one.toBlock}`],
        one.explanation ? describeExplanation(one.explanation) : 'no',
      ]);
      const headings = ['difference', 'time', 'chain', 'account', 'amount', 'blocks', 'explained'];
      const lines = rows.length === 0 ? ['No comparison has found a difference.'] : formatTable(headings, rows);
      return { json: newest, lines };
    };
  },
};
