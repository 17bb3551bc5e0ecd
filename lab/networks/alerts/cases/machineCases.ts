import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../../../processes/freePort.mjs';
import { findLimitStore, startLimitStore } from '../../../processes/limitStore.ts';
import type { RunningProcess } from '../../../processes/startProcess.ts';
import { untilReady } from '../../../processes/startProcess.ts';
import type { World } from '../../tryDeployment.ts';
import type { AlertCase } from '../alertCase.ts';
import { must } from '../alertCase.ts';
import { restoreClock, shiftClock } from '../databaseFaults.ts';
import { waitForLog } from '../machineActions.ts';
import { createCertificates, useSignerOverTls } from '../signerTls.ts';

const READINGS_AHEAD = 4;
const API_ROLE = 'causeway_api';
// Debian's redis-tools have the server under this name: its program decides by the name that it is called by.
const REDIS_TOOL = '/usr/bin/redis-check-rdb';

async function findStore({ clone }: World): Promise<string> {
  const found = findLimitStore();
  if (found !== null) return found;
  const link = join(clone, 'redis-server');
  await symlink(REDIS_TOOL, link).catch(() => {});
  return link;
}

function createLostStore(): AlertCase {
  let program = '';
  let port = 0;
  const start = async (world: World): Promise<RunningProcess> => {
    const store = startLimitStore(program, port);
    const ping = async () => (await world.machine.run(`redis-cli -p ${port} ping`)).output.trim() === 'PONG';
    await untilReady(store, ping);
    return store;
  };
  return {
    trials: [
      {
        alert: 'CausewayLimitStoreDown',
        cause: 'the limit store is stopped',
        commands: [
          { text: "journalctl -u causeway-api -o cat | grep 'limit store lost'", shows: /limits requests by itself/ },
          { text: 'redis-cli -u <CAUSEWAY_LIMIT_STORE_URL> ping', exit: 1, shows: /Could not connect|refused/ },
        ],
        after: [{ text: 'redis-cli -u <CAUSEWAY_LIMIT_STORE_URL> ping', shows: /PONG/ }],
      },
      {
        alert: 'CausewayClockWrong',
        cause: 'the API sees a clock of PostgreSQL that is 4 s ahead',
        commands: [
          {
            text: "causeway-operator doctor | grep '^FAIL *clock'",
            shows: /clock against database as causeway_api: the clocks differ by [34]\.\d s/,
          },
        ],
      },
    ],
    begin: async (world) => {
      [program, port] = [await findStore(world), await findFreePort()];
      const url = `redis://127.0.0.1:${port}`;
      const store = await start(world);
      await must(world, `echo "CAUSEWAY_LIMIT_STORE_URL='${url}'" >> /etc/causeway/api.env`);
      await must(world, 'systemctl restart causeway-api');
      await waitForLog(world, 'causeway-api', 'limit store connected');
      await store.stop();
      await shiftClock(world, API_ROLE, READINGS_AHEAD);
      return { '<CAUSEWAY_LIMIT_STORE_URL>': url };
    },
    end: async (world) => {
      await start(world);
      await restoreClock(world, API_ROLE);
    },
  };
}

const RENEWING = 'To renew the certificates of the signer';
const LATER_DAYS = 397;
const SOON_DAYS = 10;

const certificateExpires: AlertCase = {
  trials: [
    {
      alert: 'CausewaySignerCertificateExpires',
      cause: 'the certificates of the signer and the worker end in ten days',
      commands: [
        {
          text: "curl -s http://127.0.0.1:8788/metrics | grep '^causeway_signer_certificate_expiry_timestamp_seconds'",
          shows: /certificate="worker"/,
        },
      ],
      after: [
        { text: 'systemctl restart causeway-signer', section: RENEWING, shows: /^/ },
        { text: 'systemctl reload causeway-worker', section: RENEWING, shows: /^/ },
      ],
    },
  ],
  begin: async (world) => {
    await createCertificates(world, SOON_DAYS);
    await useSignerOverTls(world);
    return {};
  },
  end: (world) => createCertificates(world, LATER_DAYS),
};

export const MACHINE_CASES: readonly AlertCase[] = [createLostStore(), certificateExpires];
