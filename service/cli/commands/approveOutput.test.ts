import { expect, test } from 'vitest';
import { createSampleCatalog } from '../../../lab/service/sampleCatalog.ts';
import type { ApprovalRequest } from '../../db/approvals.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { demandApproval } from '../approval.ts';
import type { RunCommand } from '../command.ts';
import { createApproveCommand } from './approveCommands.ts';

const REQUEST: ApprovalRequest = {
  ...{ id: 7n, at: new Date(0), role: 'alice', who: 'alice', why: 'x', action: 'retry', subjects: ['0x1', '0x2'] },
  ...{ command: ['retry', '0x1'], summary: 'retry both', expiresAt: new Date(1), isExpired: false },
  ...{ approvedBy: null, usedCount: 0 },
};

const catalog = createSampleCatalog((file) => Object.assign(file, { approval: { above: '0' } }));

/** Approves a request as bob. @returns the output, and the changes that were committed */
async function approve(request: ApprovalRequest, run: RunCommand) {
  const committed: string[] = [];
  const answer = (sql: string): unknown[] => {
    if (sql.includes('session_user')) return [{ role: 'bob' }];
    return sql.includes('from approval_requests') ? [request] : [];
  };
  // biome-ignore lint/suspicious/noExplicitAny: the rows are those of the statement
  const query = async (sql: string): Promise<any[]> => answer(sql);
  const database: Database = {
    ...{ kind: 'postgresql', poolUse: () => null, query, close: async () => {} },
    transaction: async (work) => {
      const changes: string[] = [];
      const transaction: Transaction = {
        query: (sql) => {
          if (/^\s*(insert|update|delete)/.test(sql)) changes.push(sql);
          return query(sql);
        },
        script: async () => {},
      };
      const result = await work(transaction);
      committed.push(...changes);
      return result;
    },
  };
  const author = { who: 'bob', why: 'x' };
  const command = createApproveCommand(() => run).parse({ args: ['7'], options: {}, author });
  const output = command({ catalog, database, clients: new Map() });
  return { output: await output.catch((error: unknown) => error), committed };
}

const demanding =
  (action: 'retry' | 'refund', subjects: readonly string[]): RunCommand =>
  async (context) => {
    await demandApproval(context, context.database, { action, subjects, amounts: null, summary: 'retry both' });
    return { json: null, lines: ['1 changed, 1 refused.'], isFailed: true };
  };

test('passes on that the approved command failed', async () => {
  const { output, committed } = await approve(REQUEST, demanding('retry', ['0x2', '0x1']));
  expect(output).toMatchObject({ isFailed: true, lines: ['Approved request 7: retry both.', '1 changed, 1 refused.'] });
  expect(committed.join()).toContain('insert into approvals');
});

test.each([
  ['another action', demanding('refund', ['0x1', '0x2'])],
  ['fewer subjects', demanding('retry', ['0x1'])],
  ['more subjects', demanding('retry', ['0x1', '0x2', '0x3'])],
])('approves nothing when the command demands %s', async (_, run) => {
  const { output, committed } = await approve(REQUEST, run);
  expect(String(output)).toContain('differs from its command');
  expect(committed).toEqual([]);
});

test('approves nothing when the summary is another one', async () => {
  const { output, committed } = await approve({ ...REQUEST, summary: 'x' }, demanding('retry', ['0x1', '0x2']));
  expect(String(output)).toContain('differs from its command');
  expect(committed).toEqual([]);
});

test('approves and changes nothing when the command demands nothing', async () => {
  const { output, committed } = await approve(REQUEST, async ({ database }) => {
    await database.transaction((transaction) => transaction.query('insert into pauses default values'));
    return { json: null, lines: [] };
  });
  expect(String(output)).toContain('does nothing that needs a second operator');
  expect(committed).toEqual([]);
});
