import { shareBundle } from './programs.ts';

/** Bundles the programs once for all test files of a run. Vitest calls it before the first file. @returns what removes them */
// biome-ignore lint/style/noDefaultExport: Vitest calls the default export.
export default function bundleForTests(): Promise<() => Promise<void>> {
  return shareBundle();
}
