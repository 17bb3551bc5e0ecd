import { defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';
import { splitTexts } from './tools/vite/texts.ts';

const FOLDERS = '{shared,client,src,service,contracts,docs,tools}';
const ALL = [`${FOLDERS}/**/*.test.{ts,tsx}`];
const PURE = [
  '{shared,client,src,docs,tools/!(lab|stack),tools/lab/web}/**/*.test.{ts,tsx}',
  'service/*/model/**/*.test.ts',
];
const SLOW = [`${FOLDERS}/**/*.slow.test.ts`];
const globalSetup = './tools/lab/service/prepareTests.ts';

const ORDER = ['slow', 'programs', 'pure'];
// The compiler of the contracts takes a minute, and the drills run one after the other.
const LONGEST = /\/contracts\/contracts\.test\.ts$|\/lab\/drills\//;

/**
 * Runs the slow files first, so that none of them runs alone at the end. Files that start no process come last and fill the
 * gaps.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) =>
      LONGEST.test(moduleId) && project.name !== 'pure' ? -1 : ORDER.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  plugins: [splitTexts()],
  test: {
    environment: 'node',
    pool: 'forks',
    // Tests of the service mostly wait for chains and databases.
    maxWorkers: 3,
    // Many files share one process: loading viem and the service takes longer than most of their tests.
    isolate: false,
    // Longer than each wait of a test on a busy machine, so that a wait that ends in vain says what it waited for.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    sequence: { sequencer: SlowestFirst },
    // `npm test` runs pure and programs, `npm run test:all` all three.
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, exclude: SLOW } },
      { extends: true, test: { name: 'programs', include: ALL, exclude: [...PURE, ...SLOW], globalSetup } },
      { extends: true, test: { name: 'slow', include: SLOW, globalSetup } },
    ],
  },
});
