import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './stack/tests/slowestFirst.ts';
import { compileMessages } from './tools/vite/compileMessages.ts';

const PURE = ['{shared,client,src,docs,tools}/**/*.test.{ts,tsx}', 'service/{domain,config,log}/**/*.test.ts'];
const ALL = ['{shared,client,src,service,host,stack,contracts,lab,docs,tools}/**/*.test.{ts,tsx}'];

export default defineConfig({
  plugins: [compileMessages()],
  test: {
    environment: 'node',
    pool: 'forks',
    // Tests of the service mostly wait for blocks.
    maxWorkers: 3,
    // Many files share one process: loading viem and the service takes longer than most of their tests.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    sequence: { sequencer: SlowestFirst },
    projects: [
      { extends: true, test: { name: 'pure', include: PURE } },
      {
        extends: true,
        test: { name: 'programs', include: ALL, exclude: PURE, globalSetup: './lab/service/bundleForTests.ts' },
      },
    ],
  },
});
