import { test as plainTest } from 'vitest';
import { startTestInstallation } from './installation/testInstallation.ts';
import { createOperator } from './installation/testOperator.ts';
import type { DatabaseKind } from './postgres/testDatabases.ts';

/**
 * Tests on an installation: two chains, a database, and the services that a test starts on them. A file has one installation,
 * created when its first test asks for it.
 */
export const createInstallationTest = (databaseKind: DatabaseKind) =>
  plainTest
    .extend('databaseKind', { scope: 'file' }, databaseKind)
    // For a `beforeAll`: still contains the rows of earlier tests.
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
