import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The test files that take longest, the slowest first. */
export const SLOWEST: readonly string[] = [
  'stack/start.test.ts',
  'lab/chaos/campaign/runCampaign.test.ts',
  'service/workers/pay/payments.test.ts',
  'stack/dev/dev.test.ts',
  'lab/chaos/mutants/mutants.test.ts',
  'lab/chaos/failpoints/runFailpoints.test.ts',
  'service/workers/pay/exposure.test.ts',
  'service/operator/operatorServer.test.ts',
  'service/roles.test.ts',
  'service/http/limitStore.test.ts',
  'service/workers/watch/burst.test.ts',
  'service/traces/traces.test.ts',
  'service/main.test.ts',
  'service/cli/commands/sweepCommand.test.ts',
  'service/workers/watch/refusedLogs.test.ts',
  'service/signer/main.test.ts',
  'service/workers/newDatabase.test.ts',
  'service/workers/send/faults.test.ts',
  'service/workers/books/keepBooks.test.ts',
  'service/workers/pay/providers.test.ts',
  'service/workers/pay/calls.test.ts',
  'service/cli/main.test.ts',
  'service/workers/send/cancels.test.ts',
  'service/workers/watch/deposits.test.ts',
  'service/cli/commands/unhaltCommand.test.ts',
  'service/workers/watch/deepRewrite.test.ts',
];

/** A lower rank runs earlier. */
export function rankOf(file: string, project: string): number {
  const place = SLOWEST.indexOf(file);
  if (place >= 0) return place - SLOWEST.length;
  return project === 'pure' ? 1 : 0;
}

/**
 * Sorts the slowest files to the front, so that none of them runs alone at the end. Files that start no program come last
 * and fill the gaps.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => rankOf(relative(ROOT, moduleId), project.name);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
