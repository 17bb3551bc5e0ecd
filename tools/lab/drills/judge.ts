import { readCounts } from '../audit/readDatabaseCounts.ts';
import type { Violation } from '../audit/violations.ts';
import type { Installation } from '../installation/installation.ts';
import type { ExpectedOutcome } from './drill.ts';

// By then, a pending transaction has been mined.
const LAST_BLOCKS = 4;

const describe = ({ kind, id, detail }: Violation) => `${kind} ${id}: ${detail}`;

/** The problems that the chains show. @param mayLack whether deposits may still lack a payment */
export async function findViolations(
  { testbed }: Installation,
  { mayLack = false }: { readonly mayLack?: boolean } = {},
): Promise<readonly string[]> {
  const { orphaned, violations } = await testbed.auditor.audit();
  const found = violations.filter(({ kind }) => !(mayLack && kind === 'lost')).map(describe);
  return orphaned > 0 ? [...found, `payments for deposits that a reorg removed: ${orphaned}`] : found;
}

/** Lists every problem after a step drill: violations, unfinished transfers, and unexpected halts or incidents. */
export async function findProblems(
  installation: Installation,
  { transfers, halts = false, endedHalt = false }: ExpectedOutcome,
): Promise<readonly string[]> {
  const { testbed, query } = installation;
  await Promise.all(testbed.sides.map(({ chain }) => chain.untilBlocks(LAST_BLOCKS)));
  const problems = [...(await findViolations(installation))];
  const { total, unfinished, incidents } = await readCounts(query);
  const halted = await query<{ reason: string }>(
    'select halted_reason as reason from senders where halted_reason is not null',
  );
  if (halts) return halted.length > 0 ? problems : [...problems, 'no sender halted'];
  if (total !== transfers) problems.push(`transfers in the database: ${total}, expected ${transfers}`);
  if (unfinished > 0) problems.push(`transfers not finished in time: ${unfinished}`);
  for (const { reason } of halted) problems.push(`sender halted: ${reason}`);
  const unexpected = Object.entries(incidents).filter(([kind]) => !(endedHalt && kind === 'senderHalted'));
  for (const [kind, count] of unexpected) problems.push(`incidents of kind ${kind}: ${count}`);
  return problems;
}
