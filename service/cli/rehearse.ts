import type { ApprovalRequest } from '../db/approvals.ts';
import type { Database } from '../db/database.ts';
import type { Demand } from './approval.ts';
import { ApprovalNeeded } from './approval.ts';
import type { CommandContext, RunCommand } from './command.ts';
import { CommandRefused } from './command.ts';

/** The command would have made a change. */
class WouldChange extends Error {}

/** Refuses every change: a request can contain a command that needs no approval. */
function withoutChanges(database: Database): Database {
  return {
    ...database,
    query: (sql, parameters) =>
      database.transaction(async (transaction) => {
        await transaction.script('set transaction read only');
        return transaction.query(sql, parameters);
      }),
    transaction: (work) =>
      database.transaction(async (transaction) => {
        await work(transaction);
        throw new WouldChange('rolled back: the command is not approved yet');
      }),
  };
}

async function findDemand(run: RunCommand, context: CommandContext): Promise<Demand | null> {
  try {
    await run({ ...context, database: withoutChanges(context.database) });
  } catch (error) {
    if (error instanceof ApprovalNeeded) return error.demand;
    if (!(error instanceof WouldChange)) throw error;
  }
  return null;
}

const listSorted = (subjects: readonly string[]) => [...subjects].sort().join();

/**
 * Runs the command of an open request without any change, and compares what it demands with the request: the database counts the
 * stored action and subjects, and its author could have stored others than those of the command.
 * @returns what the command demands
 * @throws CommandRefused
 */
export async function requireSameDemand(
  run: RunCommand,
  context: CommandContext,
  request: ApprovalRequest,
): Promise<Demand> {
  const demand = await findDemand(run, { ...context, request });
  if (!demand) {
    throw new CommandRefused(
      `Nothing is approved: the command of request ${request.id} does nothing that needs a second operator.`,
    );
  }
  const hasSameSubjects = listSorted(demand.subjects) === listSorted(request.subjects);
  if (demand.action === request.action && hasSameSubjects && demand.summary === request.summary) return demand;
  throw new CommandRefused(
    `Nothing is approved: request ${request.id} differs from its command, which would ${demand.summary}. If the state has changed since, ask for a new request.`,
  );
}
