import { readCounts } from '../audit/readDatabaseCounts.ts';
import type { ServiceUnderTest } from './serviceUnderTest.ts';

export type ExpectedOutcome = {
  /** How many transfers the database must hold. */
  readonly transfers: number;
  /** True: the service must halt a sender for an operator. The audit must find no violation either way. */
  readonly halts?: boolean;
  /** True: an operator has ended a halt, so the incident of the halt is no problem. */
  readonly endedHalt?: boolean;
};

// A pending transaction is in one of these blocks.
const LAST_BLOCKS = 4;

/** Lists every problem after a run: audit violations, unfinished transfers, and unexpected halts or incidents. */
export async function findProblems(
  service: ServiceUnderTest,
  { transfers, halts = false, endedHalt = false }: ExpectedOutcome,
): Promise<readonly string[]> {
  const { origin, destination } = service.testbed;
  await Promise.all([origin, destination].map(({ blocks }) => blocks.next(LAST_BLOCKS)));
  const { orphaned, violations } = await service.testbed.auditor.audit();
  const { total, unfinished, incidents } = await readCounts(service.query);
  const halted = await service.query<{ reason: string }>(
    'select halted_reason as reason from senders where halted_reason is not null',
  );
  const problems = violations.map(({ kind, id, detail }) => `${kind} ${id}: ${detail}`);
  if (orphaned > 0) problems.push(`payments for a deposit that a reorg removed: ${orphaned}`);
  if (halts) return halted.length > 0 ? problems : [...problems, 'no sender halted'];
  if (total !== transfers) problems.push(`transfers in the database: ${total}, expected ${transfers}`);
  if (unfinished > 0) problems.push(`transfers unfinished in time: ${unfinished}`);
  for (const { reason } of halted) problems.push(`sender halted: ${reason}`);
  const unexpected = Object.entries(incidents).filter(([kind]) => !(endedHalt && kind === 'senderHalted'));
  for (const [kind, count] of unexpected) problems.push(`incidents of kind ${kind}: ${count}`);
  return problems;
}
