import type pg from 'pg';

type Definition = { readonly name: string; readonly relation: string; readonly definition: string };

// Foreign keys depend on the unique keys of other tables: drop them first, add them last.
const FOREIGN_KEYS = "contype = 'f'";
const UNIQUE_KEYS = "contype in ('p', 'u')";

async function readConstraints(client: pg.Client, condition: string): Promise<readonly Definition[]> {
  const { rows } = await client.query<Definition>(
    `select quote_ident(conname) as name, conrelid::regclass::text as relation, pg_get_constraintdef(oid) as definition
     from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and ${condition}`,
  );
  return rows;
}

async function readIndexes(client: pg.Client): Promise<readonly Definition[]> {
  const { rows } = await client.query<Definition>(
    `select indexrelid::regclass::text as name, indrelid::regclass::text as relation, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  return rows;
}

/**
 * Drops all indexes, unique keys and foreign keys, fills the tables, and then creates them again. This is faster than filling
 * indexed tables, and PostgreSQL still checks every row against the keys.
 */
export async function fillWithoutIndexes(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const foreignKeys = await readConstraints(client, FOREIGN_KEYS);
  const uniqueKeys = await readConstraints(client, UNIQUE_KEYS);
  const dropConstraints = async (constraints: readonly Definition[]) => {
    for (const { name, relation } of constraints) await client.query(`alter table ${relation} drop constraint ${name}`);
  };
  const addConstraints = async (constraints: readonly Definition[]) => {
    for (const { name, relation, definition } of constraints) {
      await client.query(`alter table ${relation} add constraint ${name} ${definition}`);
    }
  };
  await dropConstraints(foreignKeys);
  const indexes = await readIndexes(client);
  await dropConstraints(uniqueKeys);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await fill();
  await addConstraints(uniqueKeys);
  for (const { definition } of indexes) await client.query(definition);
  await addConstraints(foreignKeys);
}
