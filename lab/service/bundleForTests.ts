import { shareBundle } from './program.ts';
import { bundlePrograms } from './programs.ts';

/** Bundles the programs once for all test files of a run. Vitest calls it before the first file. @returns what removes them */
// biome-ignore lint/style/noDefaultExport: Vitest calls the default export.
export default async function bundleForTests(): Promise<() => Promise<void>> {
  const { programs, remove } = await bundlePrograms();
  shareBundle(programs);
  return remove;
}
