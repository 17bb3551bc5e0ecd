import { defineConfig } from 'vitest/config';
import { compileMessages } from './tools/vite/compileMessages.ts';

export default defineConfig({
  plugins: [compileMessages()],
  test: {
    include: ['{shared,src,service,host,stack,contracts,lab,docs,tools}/**/*.test.{ts,tsx}'],
    environment: 'node',
    globalSetup: './lab/service/bundleForTests.ts',
    pool: 'forks',
    // Service tests start chains and databases. More than two at once only wait for each other.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
