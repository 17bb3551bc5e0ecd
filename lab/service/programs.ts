import type { Bundle } from './bundle.ts';
import { bundle } from './bundle.ts';

/** The main files of the product's programs. */
export const SOURCES = {
  service: 'service/main.ts',
  signer: 'service/signer/main.ts',
  migration: 'service/db/main.ts',
  operator: 'service/cli/main.ts',
} as const;

export type ProgramName = keyof typeof SOURCES;

/** The bundle of each program. */
export type Programs = Bundle<ProgramName>['programs'];

export function bundlePrograms(): Promise<Bundle<ProgramName>> {
  return bundle(SOURCES);
}
