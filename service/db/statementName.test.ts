import { expect, test } from 'vitest';
import { nameStatement } from './statementName.ts';

test.each([
  ['select name from leases where until >= now()', 'select leases'],
  [
    '\n  select * from (select d.id from deposits d\n join transfers t on t.id = d.id) found',
    'select deposits transfers',
  ],
  ['insert into leases (name, holder) values ($1, $2) on conflict (name) do update set holder = 1', 'insert leases'],
  ['update transfers set note = $3 where note is distinct from $3', 'update transfers'],
  ['select id from transfers where id = any($1) order by id for update skip locked', 'select transfers'],
  ['delete from leases where name = $1', 'delete leases'],
  ['select extract(epoch from now()) as seconds', 'select'],
  ['select x from unnest($1::text[]) as x', 'select'],
  ['select n from generate_series(1, 5) n join sends s on s.nonce = n', 'select sends'],
  ['with old as (delete from flows returning kind) insert into incidents select kind from old', 'with flows incidents'],
  ['update sends set state = $1 where excluded.x is distinct from excluded.y', 'update sends'],
  ["insert into incidents (detail) values ('delivered from 0xabc')", 'insert incidents'],
  ['begin', 'begin'],
  ['', 'statement'],
])('%s', (sql, name) => {
  expect(nameStatement(sql).summary).toBe(name);
});
