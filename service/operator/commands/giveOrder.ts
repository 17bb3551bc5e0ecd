import type { NewOrder, Order, OrderParameters } from '../../guards/orders.ts';
import { isOrderRefusal, placeOrder } from '../../guards/orders.ts';
import type { Author, CommandContext, CommandOutput } from './command.ts';
import { CommandRefused, formatTime } from './command.ts';
import { nameSubjects } from './pauseSubject.ts';

const DEFAULT_EXPIRES_SECONDS = 86_400;

/**
 * Runs an order. The database decides on it, and says why it refuses one.
 * @throws CommandRefused
 */
export async function explainRefusal<T>({ catalog }: CommandContext, order: () => Promise<T>): Promise<T> {
  try {
    return await order();
  } catch (error) {
    if (!isOrderRefusal(error)) throw error;
    throw new CommandRefused(nameSubjects(catalog, error.message), { cause: error });
  }
}

export type GivenOrder = Pick<NewOrder, 'action' | 'subject'> & {
  readonly parameters?: OrderParameters;
  readonly author: Author;
};

/** Gives an order to the database. @throws CommandRefused */
export function giveOrder(context: CommandContext, { author, parameters = {}, ...order }: GivenOrder): Promise<Order> {
  const seconds = context.catalog.approval?.expiresSeconds ?? DEFAULT_EXPIRES_SECONDS;
  return explainRefusal(context, () => placeOrder(context.database, { ...order, ...author, parameters }, seconds));
}

function describeSubject(subject: string): string {
  return subject.startsWith('0x') ? `Transfer ${subject}` : subject;
}

/** What an order did, or that it waits for a second operator. */
export function describeOrder(
  { catalog }: CommandContext,
  order: Order,
  remarks: readonly string[] = [],
): CommandOutput {
  const { id, action, subject, transfers } = order;
  const detail = nameSubjects(catalog, order.detail);
  const json = { order: id, action, subject, transfers, detail, remarks };
  if (order.appliedAt === null && order.expiresAt !== null) {
    return {
      json: { ...json, expiresAt: order.expiresAt },
      lines: [
        `Nothing is changed yet: ${detail}.`,
        `Order ${id} waits for another operator until ${formatTime(order.expiresAt)}: causeway approve ${id} --why "…"`,
        ...remarks,
      ],
      isPending: true,
    };
  }
  const others = transfers.filter((transfer) => transfer !== subject);
  return {
    json,
    lines: [
      `${nameSubjects(catalog, describeSubject(subject))}: ${detail}.`,
      ...(others.length > 0 ? [`Transfers: ${others.join(', ')}.`] : []),
      ...remarks,
    ],
  };
}

/** Gives an order, and prints its answer. */
export async function runOrder(context: CommandContext, order: GivenOrder): Promise<CommandOutput> {
  return describeOrder(context, await giveOrder(context, order));
}
