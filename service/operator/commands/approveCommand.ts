import { isDeepStrictEqual } from 'node:util';
import { readPauseSubjects } from '../../guards/model/pauses.ts';
import type { Order, OrderParameters } from '../../guards/orders.ts';
import { approveOrder, readOrder } from '../../guards/orders.ts';
import type { Author, Command, CommandContext, CommandOutput } from './command.ts';
import { CommandRefused, expectArguments, parseHashArgument, UsageError } from './command.ts';
import { describeOrder, explainRefusal } from './giveOrder.ts';
import { describeAuthor } from './listCommand.ts';
import { readReread } from './readReread.ts';
import { refuseIfPaidOut } from './transferCommands.ts';
import { readUnhalt } from './unhaltCommand.ts';

function parseId(text: string): bigint {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`The order must be a number; got "${text}".`);
  return BigInt(text);
}

/** What an order needs to know from the chains, read now by this operator's program. */
async function readAgain(context: CommandContext, { action, subject, parameters }: Order): Promise<OrderParameters> {
  const [chainId = 0] = readPauseSubjects([subject]).chains;
  switch (action) {
    case 'unhalt':
      return readUnhalt(context, chainId, parameters.decisions ?? null);
    case 'reread':
      return readReread(context, chainId, BigInt(String(parameters.from)));
    default:
      return parameters;
  }
}

/** Nothing from the first operator's program is trusted: the second one asks the chains again. */
async function compareWithChains(context: CommandContext, order: Order): Promise<readonly string[]> {
  if (order.action === 'refund') return refuseIfPaidOut(context, parseHashArgument(order.subject, 'The subject'));
  if (isDeepStrictEqual(await readAgain(context, order), order.parameters)) return [];
  throw new CommandRefused(
    `Nothing was approved: the chain no longer answers as it did when order ${order.id} was placed. Let the first operator run the command again, which places a new order.`,
  );
}

async function approve(context: CommandContext, id: bigint, author: Author): Promise<CommandOutput> {
  const order = await readOrder(context.database, id);
  const isOpen = order !== null && order.appliedAt === null && !order.isExpired;
  // The database explains why it refuses another one.
  const remarks = isOpen ? await compareWithChains(context, order) : [];
  const approved = await explainRefusal(context, () => approveOrder(context.database, { id, ...author }));
  const { json, lines } = describeOrder(context, approved, remarks);
  return { json, lines: [`Approved order ${id} of ${describeAuthor(order ?? approved)}.`, ...lines] };
}

/** Approves orders one after the other, and stops at the first failure that isn't a refusal. */
async function approveAll(context: CommandContext, ids: readonly bigint[], author: Author): Promise<CommandOutput> {
  const outputs: CommandOutput[] = [];
  for (const id of ids) {
    outputs.push(
      await approve(context, id, author).catch((error: unknown) => {
        if (!(error instanceof CommandRefused) || ids.length === 1) throw error;
        return { json: { order: id, problem: error.message }, lines: [error.message], isFailed: true };
      }),
    );
  }
  return {
    json: ids.length === 1 ? outputs[0]?.json : outputs.map(({ json }) => json),
    lines: outputs.flatMap(({ lines }) => lines),
    ...(outputs.some(({ isFailed }) => isFailed) && { isFailed: true }),
  };
}

export const approveCommand: Command = {
  name: 'approve',
  usages: ['<order>…'],
  summary: "approve another operator's orders, and carry them out",
  details:
    'Read the orders with "list orders" first. You must be connected with your own database role, and the order must be from another one. Refused when its subject has changed since the order was placed, and when the chains do not answer as they did then.',
  options: {},
  isChange: true,
  parse: ({ args, author }) => {
    const [first = '', ...rest] = args;
    expectArguments(args.slice(0, 1), ['the number of the order']);
    const ids = [...new Set([first, ...rest].map(parseId))];
    return (context) => approveAll(context, ids, author);
  },
};
