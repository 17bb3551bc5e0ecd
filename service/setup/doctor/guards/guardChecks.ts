import type { Database } from '../../../db/database.ts';
import { openPostgres } from '../../../db/postgres.ts';
import type { Catalog } from '../../../domain/catalog.ts';
import { listMissingGuards } from '../../../domain/missingGuards.ts';
import type { Check, Finding } from '../finding.ts';
import { warned } from '../finding.ts';
import type { Installation, MachineRole } from '../readInstallation.ts';
import { checkApproval } from './checkApproval.ts';
import { checkBreakerBound } from './checkBreaker.ts';
import { screeningChecks } from './checkScreening.ts';
import { checkTreasury } from './checkSweeps.ts';
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

async function withOperatorsDatabase<T>(
  { databases }: Installation,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const url = databases.find(({ role }) => role === 'causeway_operator')?.url;
  if (url === undefined) throw new Error('the URL of the database as causeway_operator is not known');
  const database = await openPostgres({ url, poolSize: 1 }, () => {});
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function breakerChecks(catalog: Catalog): readonly Check[] {
  const { breaker, chains } = catalog;
  if (!breaker) return [];
  return [
    {
      name: 'breaker: maxNetOutflow',
      fix: 'Start the nodes, or correct rpcUrls',
      run: async () => [
        checkBreakerBound(catalog, breaker, await Promise.all(chains.map((chain) => readVault(catalog, chain)))),
      ],
    },
  ];
}

function treasuryChecks({ chains }: Catalog): readonly Check[] {
  return chains
    .filter(({ treasury }) => treasury !== null)
    .map((chain) => ({
      name: `sweep: ${chain.name}`,
      fix: `Start the node of ${chain.name}, or correct its rpcUrls`,
      run: () => checkTreasury(chain),
    }));
}

/** The checks of what limits or asks before money leaves. The worker's machine has their files. */
export function guardChecks(
  installation: Installation,
  { roles, isRunning }: { readonly roles: readonly MachineRole[]; readonly isRunning: boolean },
): readonly Check[] {
  const catalog = installation.configs.worker?.catalog;
  if (!catalog || !roles.includes('worker')) return [];
  const approval: Check = {
    name: 'approval',
    fix: 'Start PostgreSQL, or correct DATABASE_URL in operator.env',
    run: () => withOperatorsDatabase(installation, (database) => checkApproval(catalog, database, isRunning)),
  };
  return [...breakerChecks(catalog), ...screeningChecks(catalog), approval, ...treasuryChecks(catalog)];
}
