import { test as plainTest } from 'vitest';
import { startTestInstallation } from './installation/testInstallation.ts';
import { createOperator } from './installation/testOperator.ts';
import type { DatabaseKind } from './postgres/testDatabases.ts';

/**
 * Tests on an installation: two chains, a database, and the services that a test starts on them. A file has one installation, from
 * its first test that asks for it on.
 */
export const createInstallationTest = (databaseKind: DatabaseKind) =>
  plainTest
    .extend('databaseKind', { scope: 'file' }, databaseKind)
    // With the rows that the tests before have left, for a `beforeAll`.
    .extend('sharedInstallation', { scope: 'file' }, async ({ databaseKind }, { onCleanup }) => {
      const installation = await startTestInstallation(databaseKind);
      onCleanup(installation.stop);
      await installation.reset();
      return installation;
    })
    .extend('installation', async ({ sharedInstallation }, { onCleanup }) => {
      await sharedInstallation.reset();
      onCleanup(sharedInstallation.stopServices);
      return sharedInstallation;
    })
    .extend('operator', async ({ installation }, { onCleanup }) => {
      const operator = await createOperator(installation);
      onCleanup(operator.stop);
      return operator;
    });

export const test = createInstallationTest('postgresql');
