import { setTimeout as sleep } from 'node:timers/promises';
import { readBooks } from '../audit/databaseCounts.ts';
import type { Drill } from './serviceUnderTest.ts';

export type Expected = {
  /** How many transfers the service knows. */
  readonly transfers: number;
  /** Whether the service is to stop and call a person; the money is to be right all the same. */
  readonly halts?: boolean;
};

// What was given to a chain meanwhile is in a block after this long.
const SETTLE_MS = 800;

/**
 * What is wrong after a drill: what the auditor says, who reads nothing but the chains; what the books say is not finished; and
 * whether somebody was called without need.
 */
export async function judgeDrill(drill: Drill, { transfers, halts = false }: Expected): Promise<readonly string[]> {
  await sleep(SETTLE_MS);
  const { exposed, faults } = await drill.lane.auditor.verdict();
  const { total, unfinished, incidents } = await readBooks(drill.databaseUrl);
  const halted = await drill.query<{ reason: string }>(
    'select halted_reason as reason from senders where halted_reason is not null',
  );
  const complaints = faults.map(({ kind, id, detail }) => `${kind} ${id}: ${detail}`);
  if (exposed > 0) complaints.push(`${exposed} paid although the deposit is gone`);
  if (halts) return halted.length > 0 ? complaints : [...complaints, 'nobody was called'];
  if (total !== transfers) complaints.push(`${total} transfers in the books, not ${transfers}`);
  if (unfinished > 0) complaints.push(`${unfinished} not finished in time`);
  for (const { reason } of halted) complaints.push(`halted: ${reason}`);
  for (const [kind, count] of Object.entries(incidents)) complaints.push(`${count} incidents ${kind}`);
  return complaints;
}
