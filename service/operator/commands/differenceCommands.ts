import type { BookDifference, Explanation } from '../../books/readings.ts';
import { differenceSubject, readDifferences } from '../../books/readings.ts';
import type { Catalog } from '../../boot/model/catalog.ts';
import type { Command } from './command.ts';
import { expectArguments, formatTable, formatTime, formatTokenAmount, parseCount, UsageError } from './command.ts';
import { describeAccountToken, describeChain } from './findInCatalog.ts';
import { runOrder } from './giveOrder.ts';

function formatDifference(catalog: Catalog, one: BookDifference): string {
  const amount = formatTokenAmount(one.difference, describeAccountToken(catalog, one));
  return one.mismatchCount === 0 ? amount : `${amount}, in ${one.mismatchCount} transactions`;
}

function describeExplanation({ who, role, approvedBy, why }: Explanation): string {
  return `${who} (${role})${approvedBy === null ? '' : `, approved by ${approvedBy}`}: ${why}`;
}

const MAX_ROWS = 1000;

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
    const subject = differenceSubject(BigInt(text));
    return (context) => runOrder(context, { action: 'explain', subject, author });
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
