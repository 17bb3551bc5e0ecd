import { waitUntil } from '../../../processes/waitUntil.ts';
import type { AlertCase } from '../alertCase.ts';
import { must, nothing } from '../alertCase.ts';
import { askReceipts } from '../askReceipts.ts';
import { lockTables } from '../databaseFaults.ts';
import { askDatabase } from '../machineActions.ts';

const READY = 'causeway ready';
const COUNTS = "curl -s http://127.0.0.1:8788/metrics | grep '^causeway_http_requests_total'";

const down: AlertCase = {
  trials: [
    {
      alert: 'CausewayDown',
      cause: 'the API is stopped',
      commands: [
        { text: "systemctl status 'causeway-*'", shows: /causeway-worker.service/ },
        {
          text: 'journalctl -u causeway-worker -n 50 -o cat',
          fill: { 'causeway-worker': 'causeway-api' },
          shows: /"msg":"stopped"/,
        },
      ],
    },
  ],
  begin: async (world) => {
    await must(world, 'systemctl stop causeway-api');
    return {};
  },
  end: async (world) => {
    await must(world, 'systemctl start causeway-api');
  },
};

const SIGNER = 'To repair the signer';

const signerDown: AlertCase = {
  trials: [
    {
      alert: 'CausewayNotReady',
      labels: { check: 'signer' },
      cause: "the keystore's password file is missing",
      commands: [
        { text: READY, exit: 1, shows: /FAIL +worker +signer/ },
        { text: 'systemctl status causeway-signer', section: SIGNER, shows: /(?:activating|failed)/ },
        { text: 'journalctl -u causeway-signer -n 50 -o cat', section: SIGNER, shows: /credentials/i },
      ],
      after: [{ text: 'systemctl restart causeway-signer', section: SIGNER, shows: /^/ }],
    },
  ],
  begin: async (world) => {
    await must(world, 'mv /etc/causeway/signer-secrets/keystore-password /root/');
    await world.machine.run('systemctl restart causeway-signer');
    return {};
  },
  end: async (world) => {
    await must(world, 'mv /root/keystore-password /etc/causeway/signer-secrets/');
  },
};

const POSTGRESQL = 'To examine PostgreSQL';
const PG_READY = 'pg_isready -h 127.0.0.1';
const SESSIONS =
  'psql -h 127.0.0.1 -U postgres causeway -c "select usename, state, count(*) from pg_stat_activity group by 1, 2"';

function createDatabaseDown(): AlertCase {
  let stopAsking = nothing;
  return {
    trials: [
      {
        alert: 'CausewayNotReady',
        labels: { check: 'database' },
        cause: 'PostgreSQL is stopped',
        commands: [{ text: PG_READY, section: POSTGRESQL, exit: 2, shows: /no response/ }],
        after: [
          { text: PG_READY, section: POSTGRESQL, shows: /accepting connections/ },
          { text: SESSIONS, section: POSTGRESQL, shows: /causeway_worker/ },
        ],
      },
      {
        alert: 'CausewayRequestsFail',
        cause: 'requests while PostgreSQL is stopped',
        commands: [
          {
            text: COUNTS,
            shows: /code="503"/,
          },
        ],
      },
    ],
    begin: async (world) => {
      await world.server.shutDown();
      stopAsking = askReceipts();
      return {};
    },
    end: async (world) => {
      await world.server.start();
      await stopAsking();
      const sessions = "select 1 from pg_stat_activity where usename = 'causeway_worker'";
      await waitUntil(async () => (await askDatabase(world, sessions)).length > 0, {
        ...{ timeoutMs: 60_000, everyMs: 500, what: 'a session of the worker' },
      });
    },
  };
}

function createFlood(): AlertCase {
  let stopAsking = nothing;
  return {
    trials: [
      {
        alert: 'CausewayRequestsFail',
        labels: { code: '429' },
        cause: 'a client asks faster than its limit',
        commands: [
          { text: COUNTS, shows: /code="429"/ },
          { text: READY, shows: /clients .*127\.0\.0\.1/ },
        ],
      },
    ],
    begin: async () => {
      // A client may make 20 requests a second.
      stopAsking = askReceipts(10);
      return {};
    },
    end: () => stopAsking(),
  };
}

const ACTIVE =
  'psql -h 127.0.0.1 -U postgres causeway -c "select pid, usename, pg_blocking_pids(pid) as waits_for, now() - xact_start as since, left(query, 80) as query from pg_stat_activity where state <> \'idle\'"';
const END_SESSION = 'psql -h 127.0.0.1 -U postgres causeway -c "select pg_terminate_backend(<pid>)"';

const locked: AlertCase = {
  trials: [
    {
      alert: 'CausewayNotReady',
      labels: { check: 'metrics' },
      cause: 'a session of another program holds a lock on the leases',
      commands: [
        { text: ACTIVE, section: POSTGRESQL, shows: /idle in transaction|lock table/ },
        { text: END_SESSION, section: POSTGRESQL, shows: /\bt\b/ },
      ],
    },
  ],
  begin: async (world) => ({ '<pid>': String(await lockTables(world, ['leases', 'chains', 'transfers'])) }),
  end: nothing,
};

export const PROCESS_CASES: readonly AlertCase[] = [down, signerDown, createDatabaseDown(), createFlood(), locked];
