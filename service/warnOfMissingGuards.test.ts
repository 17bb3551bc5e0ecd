import { expect, test } from 'vitest';
import { createMainnetFile, createSampleCatalog } from '../tools/lab/service/sampleCatalog.ts';
import { createLogger } from './boot/log.ts';
import { warnOfMissingGuards } from './start.ts';

test('logs each guard that a mainnet lacks', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(line) });
  warnOfMissingGuards(
    createSampleCatalog((file) => Object.assign(file, createMainnetFile())),
    logger,
  );
  expect(lines).toHaveLength(8);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    ...{ level: 'warn', msg: 'mainnet without a guard', chain: 'Northshore', setting: 'guards.maxNetOutflow' },
    consequence: 'a fault of the service can pay up to the caps of the vault',
  });
});
