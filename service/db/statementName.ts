const OPERATION = /^\s*([a-z]+)/i;
// A function or a set can follow `from` too, and a word of the lock `update`.
const TABLE = /(?<!\bfor )\b(?:from|join|update|into)\s+(?:only\s+)?([a-z_][a-z0-9_]*)\b(?!\s*\.)/gi;
const FUNCTION = /\b(?:from|join)\s+[a-z_][a-z0-9_]*\(/i;
const SUBQUERY = /\b([a-z_][a-z0-9_]*)\s+as\s+(?:materialized\s+)?\(/gi;
const NO_TABLES: readonly string[] = ['set', 'select', 'lateral', 'unnest', 'excluded', 'now'];
const MAX_TABLES = 4;

export type StatementName = { readonly operation: string; readonly summary: string };

function listTables(sql: string): readonly string[] {
  const own = new Set([...sql.matchAll(SUBQUERY)].map(([, name]) => name));
  const tables = new Set<string>();
  for (const { 0: match, 1: name = '', index } of sql.matchAll(TABLE)) {
    const isCall = FUNCTION.test(match + sql.slice(index + match.length, index + match.length + 1));
    if (!isCall && !own.has(name) && !NO_TABLES.includes(name.toLowerCase())) tables.add(name.toLowerCase());
  }
  return [...tables].slice(0, MAX_TABLES);
}

/** Names a statement by its operation and its tables, such as `select transfers deposits`. The name contains no value. */
export function nameStatement(sql: string): StatementName {
  const operation = OPERATION.exec(sql)?.[1]?.toLowerCase() ?? 'statement';
  return { operation, summary: [operation, ...listTables(sql)].join(' ') };
}
