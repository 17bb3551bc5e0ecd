import type { Database } from '../../../db/database.ts';
import { openPostgres } from '../../../db/postgres.ts';
import type { Catalog } from '../../../domain/catalog.ts';
import { listMissingGuards } from '../../../domain/missingGuards.ts';
import type { RoleName } from '../../setUpDatabase.ts';
import type { Check, Finding } from '../finding.ts';
import { warned } from '../finding.ts';
import type { Installation, MachineRole } from '../readInstallation.ts';
import { checkApproval } from './checkApproval.ts';
import { checkBreakerBound, checkBreakerReadings } from './checkBreaker.ts';
import { checkDifferences } from './checkDifferences.ts';
import { screeningChecks } from './checkScreening.ts';
import { checkFloats, checkTreasury, checkWithdrawals } from './checkSweeps.ts';
import { readVault } from './readVaults.ts';

/** The guards that a mainnet lacks, each as a warning: docs/security.md says why none is required. */
export function checkMissingGuards(catalog: Catalog): readonly Finding[] {
  return listMissingGuards(catalog).map(({ chain, setting, consequence }) =>
    warned(
      `guards: ${setting} on ${chain}`,
      `the mainnet has none, so ${consequence}`,
      'docs/security.md#guards-that-a-mainnet-can-lack',
    ),
  );
}

type Open = <T>(role: RoleName, work: (database: Database) => Promise<T>) => Promise<T>;

function openAs({ databases }: Installation): Open {
  return async (role, work) => {
    const url = databases.find((one) => one.role === role)?.url;
    if (url === undefined) throw new Error(`the URL of the database as ${role} is not known`);
    const database = await openPostgres({ url, poolSize: 1 }, () => {});
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
}

function breakerChecks(catalog: Catalog, open: Open, isRunning: boolean): readonly Check[] {
  const { breaker, chains } = catalog;
  if (!breaker) return [];
  const bound: Check = {
    name: 'breaker: maxNetOutflow',
    fix: 'Start the nodes, or correct rpcUrls',
    run: async () => [
      checkBreakerBound(catalog, breaker, await Promise.all(chains.map((chain) => readVault(catalog, chain)))),
    ],
  };
  const readings: Check = {
    name: 'breaker: readings',
    fix: 'systemctl start causeway-worker',
    run: () => open('causeway_worker', (database) => checkBreakerReadings(catalog, breaker, database)),
  };
  return isRunning ? [bound, readings] : [bound];
}

function sweepChecks(catalog: Catalog, open: Open): readonly Check[] {
  const swept = catalog.chains.filter(({ treasury }) => treasury !== null);
  if (swept.length === 0) return [];
  const ofChains = swept.map(
    (chain): Check => ({
      name: `sweep: ${chain.name}`,
      fix: `Start the node of ${chain.name}, or correct its rpcUrls`,
      run: async () => [...(await checkTreasury(chain)), ...checkFloats(catalog, await readVault(catalog, chain))],
    }),
  );
  const withdrawals: Check = {
    name: 'sweep: withdrawals',
    fix: 'Start PostgreSQL, or correct DATABASE_URL in worker.env',
    run: () => open('causeway_worker', (database) => checkWithdrawals({ ...catalog, chains: swept }, database)),
  };
  return [...ofChains, withdrawals];
}

/** The checks of what limits or asks before money leaves. The worker's machine has their files. */
export function guardChecks(
  installation: Installation,
  { roles, isRunning }: { readonly roles: readonly MachineRole[]; readonly isRunning: boolean },
): readonly Check[] {
  const catalog = installation.configs.worker?.catalog;
  if (!catalog || !roles.includes('worker')) return [];
  const open = openAs(installation);
  const asOperator = (name: string, run: (database: Database) => Promise<readonly Finding[]>): Check => ({
    name,
    fix: 'Start PostgreSQL, or correct DATABASE_URL in operator.env',
    run: () => open('causeway_operator', run),
  });
  const approval = asOperator('approval', (database) => checkApproval(catalog, database, isRunning));
  const differences = asOperator('books: differences', (database) => checkDifferences(catalog, database));
  return [
    ...breakerChecks(catalog, open, isRunning),
    ...screeningChecks(catalog),
    approval,
    ...(isRunning ? [differences] : []),
    ...sweepChecks(catalog, open),
  ];
}
