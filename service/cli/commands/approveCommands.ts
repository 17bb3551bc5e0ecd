import type { ApprovalRequest } from '../../db/approvals.ts';
import { insertApproval, readChangedSubjects, readRequest, readRequests, readSessionRole } from '../../db/approvals.ts';
import { recordAction } from '../../db/operatorActions.ts';
import { SHARED_ROLE } from '../approval.ts';
import type { Author, Command, CommandContext, RunCommand } from '../command.ts';
import { CommandRefused, UsageError } from '../command.ts';
import { formatTable, formatTime } from '../format.ts';
import { expectArguments, parseCount } from '../parseArguments.ts';
import { requireSameDemand } from '../rehearse.ts';

const MAX_ROWS = 1000;
const MAX_SUBJECTS = 3;

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

/** @returns the role of this session, which must not be the one of the request. The database verifies it once more. */
async function requireOtherRole({ database }: CommandContext, request: ApprovalRequest): Promise<string> {
  const role = await readSessionRole(database);
  if (role !== SHARED_ROLE && role !== request.role) return role;
  throw new CommandRefused(
    `Request ${request.id} is from the database role ${request.role}, and you are connected as ${role}. Another operator must approve it with their own role.`,
  );
}

/** An approval counts only for what has not changed since its request. */
async function refuseIfChanged({ database }: CommandContext, { id, at, subjects }: ApprovalRequest): Promise<void> {
  const changed = await readChangedSubjects(database, id);
  const [first] = changed;
  if (first === undefined) return;
  const what =
    changed.length === 1 ? `${first} has` : `${changed.length} of ${subjects.length}, such as ${first}, have`;
  throw new CommandRefused(
    `Nothing is approved: ${what} changed since request ${id} was made at ${formatTime(at)}. The first operator runs the command again, which makes a new request.`,
  );
}

type Approval = { readonly request: ApprovalRequest; readonly summary: string; readonly author: Author };

async function storeApproval({ database }: CommandContext, { request, summary, author }: Approval): Promise<void> {
  await database.transaction(async (transaction) => {
    await insertApproval(transaction, { requestId: request.id, ...author });
    const subject = `request ${request.id}`;
    const detail = `${request.who} (${request.role}) asked: ${summary}`;
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
      'Read the request with "requests" first. The command runs without any change first, and is refused unless it demands exactly what the request stores. You must be connected with your own database role, and the request must be from another one. If the command is interrupted, approve the request again: it goes on where it stopped.',
    options: {},
    isChange: true,
    parse: ({ args, author }) => {
      const [text = ''] = expectArguments(args, ['the number of the request']);
      const id = parseId(text);
      return async (context) => {
        const request = await requireRequest(context, id);
        const role = await requireOtherRole(context, request);
        const run = parseStored(request.command, request.who);
        let { summary } = request;
        if (request.approvedBy === null) {
          await refuseIfChanged(context, request);
          ({ summary } = await requireSameDemand(run, context, request));
          await storeApproval(context, { request, summary, author });
        }
        const { json, lines, ...others } = await run({ ...context, request: { ...request, approvedBy: role } });
        return {
          ...others,
          json: { request: id, done: json },
          lines: [`Approved request ${id}: ${summary}.`, ...lines],
        };
      };
    },
  };
}

/** The command line as a shell would take it. */
function formatCommand(command: readonly string[]): string {
  return command.map((part) => (/^[\w.,:=/-]+$/.test(part) ? part : JSON.stringify(part))).join(' ');
}

/** What the approval counts for. */
function describeScope({ action, subjects }: ApprovalRequest): string {
  const shown = subjects.slice(0, MAX_SUBJECTS).join(', ');
  const rest = subjects.length - MAX_SUBJECTS;
  return `${action} ${shown}${rest > 0 ? ` and ${rest} more` : ''}`;
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
        describeScope(request),
        formatCommand(request.command),
        request.summary,
      ]);
      const headings = ['request', 'state', 'from', 'expires', 'approves', 'command', 'what'];
      const lines = rows.length === 0 ? ['There are no requests.'] : formatTable(headings, rows);
      return { json: requests, lines };
    };
  },
};
