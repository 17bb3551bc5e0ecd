import type { AlertCase } from '../alertCase.ts';
import { restoreClock, shiftClock } from '../databaseFaults.ts';
import { renewCertificates, useSignerOverTls } from '../signerTls.ts';

const READINGS_AHEAD = 4;
const API_ROLE = 'causeway_api';

function createWrongClock(): AlertCase {
  return {
    trials: [
      {
        alert: 'CausewayNotReady',
        labels: { check: 'clock' },
        cause: "PostgreSQL's clock is 4 s ahead for the API",
        commands: [
          {
            text: "causeway doctor | grep '^FAIL *clock'",
            shows: /clock against database as causeway_api: the clocks differ by [34]\.\d s/,
          },
        ],
      },
    ],
    begin: async (world) => {
      await shiftClock(world, API_ROLE, READINGS_AHEAD);
      return {};
    },
    end: async (world) => {
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
      cause: 'the certificates of the signer and the worker expire in ten days',
      commands: [
        {
          text: "curl -s http://127.0.0.1:8789/metrics | grep '^causeway_signer_certificate_expiry_timestamp_seconds'",
          shows: /certificate="worker"/,
        },
      ],
      after: [
        { text: 'systemctl restart causeway-signer', section: RENEWING, shows: /^/ },
        { text: 'systemctl restart causeway-worker', section: RENEWING, shows: /^/ },
      ],
    },
  ],
  begin: async (world) => {
    await renewCertificates(world, SOON_DAYS);
    await useSignerOverTls(world);
    return {};
  },
  end: (world) => renewCertificates(world, LATER_DAYS),
};

export const MACHINE_CASES: readonly AlertCase[] = [createWrongClock(), certificateExpires];
