import type { ApprovalRequest } from '../../db/approvals.ts';
import { insertApproval, readRequest, readRequests, readSessionRole } from '../../db/approvals.ts';
import { recordAction } from '../../db/operatorActions.ts';
import { SHARED_ROLE } from '../approval.ts';
import type { Author, Command, CommandContext, RunCommand } from '../command.ts';
import { CommandRefused, UsageError } from '../command.ts';
import { formatTable, formatTime } from '../format.ts';
import { expectArguments, parseCount } from '../parseArguments.ts';

const MAX_ROWS = 1000;

function parseId(text: string): bigint {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`The request must be a number; got "${text}".`);
  return BigInt(text);
}

async function requireRequest({ database }: CommandContext, id: bigint): Promise<ApprovalRequest> {
  const request = await readRequest(database, id);
  if (!request) throw new CommandRefused(`There is no request ${id}. "requests" lists them.`);
  if (request.isExpired) {
    throw new CommandRefused(`Request ${id} expired at ${formatTime(request.expiresAt)}. Run its command again.`);
  }
  if (request.usedCount >= request.subjects.length) {
    throw new CommandRefused(`Request ${id} is done: ${request.approvedBy} approved it, and its command ran.`);
  }
  return request;
}

/** Stores the approval. The database verifies the role once more. */
async function approve({ database }: CommandContext, request: ApprovalRequest, author: Author): Promise<void> {
  const role = await readSessionRole(database);
  if (role === SHARED_ROLE || role === request.role) {
    throw new CommandRefused(
      `Request ${request.id} is from the database role ${request.role}, and you are connected as ${role}. Another operator must approve it with their own role.`,
    );
  }
  if (request.approvedBy !== null) return;
  await database.transaction(async (transaction) => {
    await insertApproval(transaction, { requestId: request.id, ...author });
    const subject = `request ${request.id}`;
    const detail = `${request.who} (${request.role}) asked: ${request.summary}`;
    await recordAction(transaction, { ...author, action: 'approve', subject, detail, transferId: null });
  });
}

/** @param parseStored parses the command line of a request; `who` is the author where the line names none */
export function createApproveCommand(parseStored: (command: readonly string[], who: string) => RunCommand): Command {
  return {
    name: 'approve',
    usages: ['<request>'],
    summary: "approve another operator's request, and run its command",
    details:
      'Read the command of the request with "requests" first. You must be connected with your own database role, and the request must be from another one. If the command is interrupted, approve the request again: it goes on where it stopped.',
    options: {},
    isChange: true,
    parse: ({ args, author }) => {
      const [text = ''] = expectArguments(args, ['the number of the request']);
      const id = parseId(text);
      return async (context) => {
        const request = await requireRequest(context, id);
        const run = parseStored(request.command, request.who);
        await approve(context, request, author);
        const { json, lines } = await run({ ...context, approved: request });
        return { json: { request: id, done: json }, lines: [`Approved request ${id}: ${request.summary}.`, ...lines] };
      };
    },
  };
}

/** The command line as a shell would take it. */
function formatCommand(command: readonly string[]): string {
  return command.map((part) => (/^[\w.,:=/-]+$/.test(part) ? part : JSON.stringify(part))).join(' ');
}

function describeState({ isExpired, approvedBy, usedCount, subjects }: ApprovalRequest): string {
  if (approvedBy !== null && usedCount >= subjects.length) return `done, approved by ${approvedBy}`;
  if (approvedBy !== null) return `approved by ${approvedBy}`;
  return isExpired ? 'expired' : 'open';
}

export const requestsCommand: Command = {
  name: 'requests',
  usages: [''],
  summary: 'list commands that need a second operator, newest first',
  details: '',
  options: { limit: { value: '<n>', help: `maximum number of rows, up to ${MAX_ROWS} (default: 20)` } },
  isChange: false,
  parse: ({ args, options }) => {
    expectArguments(args, []);
    const limit = parseCount('limit', options.limit ?? '20', MAX_ROWS);
    return async ({ database }) => {
      const requests = await readRequests(database, limit);
      const rows = requests.map((request) => [
        String(request.id),
        describeState(request),
        `${request.who} (${request.role})`,
        formatTime(request.expiresAt),
        formatCommand(request.command),
        request.summary,
      ]);
      const headings = ['request', 'state', 'from', 'expires', 'command', 'what'];
      const lines = rows.length === 0 ? ['There are no requests.'] : formatTable(headings, rows);
      return { json: requests, lines };
    };
  },
};
