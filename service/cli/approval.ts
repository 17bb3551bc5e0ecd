import type { GuardedAction } from '../db/approvals.ts';
import { insertRequest, isApprovalRefusal, readApprovalBounds, readSessionRole } from '../db/approvals.ts';
import type { Queryable } from '../db/database.ts';
import type { MovedAmount } from '../domain/approval.ts';
import { exceedsBounds } from '../domain/approval.ts';
import type { Author, CommandContext, RunCommand } from './command.ts';
import { CommandRefused } from './command.ts';
import { formatTime } from './format.ts';

/** The role of a whole team. It says nothing about the person. */
export const SHARED_ROLE = 'causeway_operator';

const DEFAULT_EXPIRES_SECONDS = 86_400;

/** What a command is about to do. */
export type Demand = {
  readonly action: GuardedAction;
  /** Ids of transfers, a chain as `chain:<chain id>`, or the subject of a pause. */
  readonly subjects: readonly string[];
  /** What it can move; null for a command that switches off a guard, which always needs a second operator. */
  readonly amounts: readonly MovedAmount[] | null;
  /** What it does, for the second operator. */
  readonly summary: string;
};

/** The command needs a second operator. Nothing was changed. */
export class ApprovalNeeded extends CommandRefused {
  readonly demand: Demand;

  constructor(demand: Demand) {
    super('This needs a second operator.');
    this.demand = demand;
  }
}

/**
 * Ends the command unless one operator may run it alone, or another one has approved it. Triggers of the database demand the
 * same of each change by an operator's role.
 */
export async function demandApproval(
  { catalog, request }: CommandContext,
  database: Queryable,
  demand: Demand,
): Promise<void> {
  const bounds = await readApprovalBounds(database);
  // The worker stores the bounds. Without them a configured rule counts all the same.
  if (bounds.length === 0 && !catalog.approval) return;
  if (!exceedsBounds(bounds, demand.amounts)) return;
  if (!request || request.approvedBy === null) throw new ApprovalNeeded(demand);
  const isCovered = demand.subjects.every((subject) => request.subjects.includes(subject));
  if (request.action !== demand.action || !isCovered) {
    throw new CommandRefused(`Request ${request.id} does not approve this: ${demand.summary}.`);
  }
}

/**
 * Runs a change. What the database refuses for want of an approval is a refusal of the command: the state has changed since the
 * request was made, or the request has been used.
 * @throws CommandRefused
 */
export async function explainRefusal<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!isApprovalRefusal(error)) throw error;
    throw new CommandRefused(`Nothing is changed: ${error.message}. Ask for a new request: run the command again.`, {
      cause: error,
    });
  }
}

type Typed = { readonly command: readonly string[]; readonly author: Author };

/** Runs a command. One that needs a second operator is stored as a request instead. */
export function storeDemand(run: RunCommand, { command, author }: Typed): RunCommand {
  return async (context) => {
    try {
      return await explainRefusal(() => run(context));
    } catch (error) {
      // A stored request never becomes another one.
      if (!(error instanceof ApprovalNeeded) || context.request) throw error;
      const { database, catalog } = context;
      if ((await readSessionRole(database)) === SHARED_ROLE) {
        throw new CommandRefused(
          `This needs a second operator, so connect with your own database role and not with ${SHARED_ROLE}. See "Two operators" in docs/operating.md.`,
          { cause: error },
        );
      }
      const { action, subjects, summary } = error.demand;
      const seconds = catalog.approval?.expiresSeconds ?? DEFAULT_EXPIRES_SECONDS;
      const id = await insertRequest(database, { ...author, action, subjects, command, summary }, seconds);
      const until = formatTime(new Date(Date.now() + seconds * 1000));
      return {
        json: { request: id, action, subjects, summary },
        lines: [
          `Nothing is changed yet: ${summary}.`,
          `Request ${id} waits for another operator until ${until}: npm run operator -- approve ${id} --why "…"`,
        ],
        isPending: true,
      };
    }
  };
}
