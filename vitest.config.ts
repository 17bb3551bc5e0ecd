import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,src,service,host,stack,contracts,lab,docs}/**/*.test.{ts,tsx}'],
    environment: 'node',
    pool: 'forks',
    // Service tests start chains and databases. More than two at once only wait for each other.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
