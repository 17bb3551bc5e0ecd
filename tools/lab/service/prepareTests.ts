import { compileContracts } from '../../../contracts/artifacts.ts';
import { shareBundle } from './programs.ts';

/**
 * Bundles the programs and compiles the contracts, once for all test files of a run. Vitest calls this before the first file.
 * @returns a function that removes the bundle
 */
// biome-ignore lint/style/noDefaultExport: Vitest calls the default export.
export default async function prepareTests(): Promise<() => Promise<void>> {
  const [removeBundle] = await Promise.all([shareBundle(), compileContracts()]);
  return removeBundle;
}
