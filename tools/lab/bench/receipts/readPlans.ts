import type { Database, Queryable, SqlValue } from '../../../../service/db/database.ts';

type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
};

/** How PostgreSQL ran a function's statements: the scans, and the number of 8 kB pages that it read. */
export type Plans = { readonly scans: readonly string[]; readonly pages: number };

function listScans(node: PlanNode): string[] {
  const { 'Node Type': type, 'Relation Name': relation, 'Index Name': index } = node;
  const scan = type.endsWith('Scan') && (relation ?? index) ? [`${type} ${index ?? relation}`] : [];
  return [...scan, ...(node.Plans ?? []).flatMap(listScans)];
}

type Statement = { readonly sql: string; readonly parameters: readonly SqlValue[] };

async function recordStatements(database: Database, run: (database: Database) => Promise<unknown>) {
  const statements: Statement[] = [];
  const recording = (queryable: Queryable): Queryable => ({
    query: (sql, parameters = []) => {
      statements.push({ sql, parameters });
      return queryable.query(sql, parameters);
    },
  });
  await run({
    ...database,
    ...recording(database),
    transaction: (work) => database.transaction((transaction) => work({ ...transaction, ...recording(transaction) })),
  });
  return statements;
}

export async function readPlans(database: Database, run: (database: Database) => Promise<unknown>): Promise<Plans> {
  const scans = new Set<string>();
  let pages = 0;
  for (const { sql, parameters } of await recordStatements(database, run)) {
    const rows = await database.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
      `explain (analyze, buffers, format json) ${sql}`,
      parameters,
    );
    for (const { 'QUERY PLAN': plans } of rows) {
      const [{ Plan: plan }] = plans;
      for (const scan of listScans(plan)) scans.add(scan);
      pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    }
  }
  return { scans: [...scans].sort(), pages };
}
