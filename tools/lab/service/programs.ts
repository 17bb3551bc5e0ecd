import type { Bundle } from './bundle.ts';
import { bundle } from './bundle.ts';

/** The main files of the product's programs. */
export const SOURCES = {
  service: 'service/main.ts',
  signer: 'service/signer/process/main.ts',
  migration: 'service/db/main.ts',
  operator: 'service/operator/commands/main.ts',
  host: 'service/host/main.ts',
} as const;

/** The service with failpoints, which only the lab starts. */
export const FAILPOINT_SOURCES = { failpoints: 'tools/lab/installation/failpointMain.ts' } as const;

export type ProgramName = keyof typeof SOURCES;

/** The bundles, by program. */
export type Programs = Bundle<ProgramName>['programs'];

/** The programs that tests start. */
export type TestPrograms = Bundle<ProgramName | keyof typeof FAILPOINT_SOURCES>['programs'];

// Vitest runs test files in their own processes, which get the bundle's files through this variable.
const VARIABLE = 'CAUSEWAY_TEST_PROGRAMS';

/** Bundles all programs once, for this process and its later children. @returns a function that removes the bundle */
export async function shareBundle(): Promise<() => Promise<void>> {
  if (findSharedBundle()) return keep;
  const { programs, remove } = await bundle({ ...SOURCES, ...FAILPOINT_SOURCES });
  process.env[VARIABLE] = JSON.stringify(programs);
  return remove;
}

/** The bundle that a test run shares; null outside a run. */
export function findSharedBundle(): TestPrograms | null {
  const shared = process.env[VARIABLE];
  return shared === undefined ? null : JSON.parse(shared);
}

/** The bundle that a test run shares. @throws outside a run */
export function requireSharedBundle(): TestPrograms {
  const shared = findSharedBundle();
  if (!shared) throw new Error('this Vitest project does not bundle the programs');
  return shared;
}

const keep = async () => {};

/** The bundle that a test run shares, or a new one. */
export async function bundlePrograms(): Promise<Bundle<keyof TestPrograms>> {
  const programs = findSharedBundle();
  return programs ? { programs, remove: keep } : bundle({ ...SOURCES, ...FAILPOINT_SOURCES });
}
