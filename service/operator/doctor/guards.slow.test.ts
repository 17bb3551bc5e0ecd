import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { vaultGuardian } from '../../../contracts/deploy.ts';
import type { LabInstallation } from '../../../tools/lab/installation/installationFile.ts';
import type { ApplyHarness } from '../../../tools/lab/service/applyHarness.ts';
import { createApplyHarness } from '../../../tools/lab/service/applyHarness.ts';
import { createMainnetFile, createSampleCatalog } from '../../../tools/lab/service/sampleCatalog.ts';
import { matching, startScreening } from '../../../tools/lab/service/screeningService.ts';
import type { Database } from '../../db/database.ts';
import { MACHINE_ROLES } from '../apply/machine.ts';
import { COPIES } from '../apply/placedFiles.ts';
import { checkMissingGuards } from './checkGuards.ts';
import { examine } from './command.ts';

const FIRST_ID = 48_120;
const TREASURY = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

let harness: ApplyHarness;
/** A superuser. */
let admin: Database;
const at = (name: string) => join(harness.machine.root, name);

beforeAll(async () => {
  harness = await createApplyHarness(FIRST_ID);
  admin = harness.database;
  for (const name of ['alice', 'bob']) await admin.query(`create role ${name} login`);
});
afterAll(() => harness?.stop());

/** What the doctor finds about a guard with a changed copy of the service, one line each. */
async function findWith(guard: string, change: (file: LabInstallation) => void, isRunning = false) {
  const copy = at(COPIES.service);
  const before = readFileSync(copy, 'utf8');
  const file = harness.createFile();
  change(file);
  writeFileSync(copy, JSON.stringify(file));
  const findings = await examine({
    machine: harness.machine,
    now: new Date(),
    isRunning,
    roles: MACHINE_ROLES,
  }).finally(() => writeFileSync(copy, before));
  expect(findings.filter(({ check, ok }) => check === `file /${COPIES.service}` && !ok)).toEqual([]);
  return findings
    .filter(({ check }) => check.startsWith(guard))
    .map(({ check, ok, isWarning, detail }) => `${isWarning ? 'warn' : ok ? 'ok' : 'FAIL'} ${check}: ${detail}`);
}

describe('the circuit breaker', () => {
  const bound = (maxNetOutflow: string) => (file: LabInstallation) => {
    Object.assign(file.guards, { maxNetOutflow });
  };

  test('has a bound below what the vaults hold', async () => {
    expect(await findWith('breaker', bound('1000'))).toEqual([
      expect.stringMatching(/^ok breaker: maxNetOutflow: 1000 of the \d+/),
    ]);
    expect(await findWith('breaker', bound('1000000000000000'))).toEqual([
      expect.stringMatching(
        /^warn breaker: maxNetOutflow: it is 1000000000000000, but the vaults hold \d+: it stops nothing/,
      ),
    ]);
  });
});

describe('the screening', () => {
  const listed = (list: string) => (file: LabInstallation) => {
    Object.assign(file.guards, { screening: { list } });
  };

  test('has a list with addresses', async () => {
    expect(await findWith('screening', listed(at('none')))).toEqual([
      expect.stringMatching(/^FAIL screening: list: could not be checked: the screening list .* cannot be read/),
    ]);
    writeFileSync(at('list'), '# no address\n');
    expect(await findWith('screening', listed(at('list')))).toEqual([expect.stringMatching(/has no address$/)]);
    writeFileSync(at('list'), `${zeroAddress}\n`);
    expect(await findWith('screening', listed(at('list')))).toEqual([
      expect.stringMatching(/^ok screening: list: .* has 1 addresses$/),
    ]);
  });

  test('has a service that answers, and a token that only its owner reads', async () => {
    const screening = await startScreening();
    onTestFinished(() => screening.stop());
    const use = (file: LabInstallation) => {
      Object.assign(file.guards, { screening: { url: screening.url, token: `{file:${at('token')}}` } });
    };
    writeFileSync(at('token'), 'screening-token\n', { mode: 0o600 });
    expect(await findWith('screening', use)).toEqual([
      'ok screening: service: it answers as expected',
      expect.stringMatching(/^ok screening: token: /),
    ]);
    expect(screening.questions.at(-1)?.headers.authorization).toBe('Bearer screening-token');
    screening.answerWith(matching(harness.bridge.hotWallet.address));
    expect((await findWith('screening', use))[0]).toMatch(/^FAIL .* it matches the hot wallet/);
    screening.answerWith((_, response) => response.writeHead(500).end());
    expect((await findWith('screening', use))[0]).toMatch(/^FAIL .* answered with HTTP 500$/);
    writeFileSync(at('open-token'), 'screening-token\n', { mode: 0o644 });
    const open = (file: LabInstallation) => {
      Object.assign(file.guards, { screening: { url: screening.url, token: `{file:${at('open-token')}}` } });
    };
    expect(await findWith('screening', open)).toEqual([
      expect.stringMatching(/^FAIL screening: service: .* gave no answer/),
      expect.stringMatching(/^FAIL screening: token: .* other accounts can read it/),
    ]);
  });
});

test('the approvals need two operators and the values of the worker', async () => {
  const rule = (file: LabInstallation) => {
    Object.assign(file.guards, { approveAbove: '1000' });
    file.operators = ['alice', 'bob'];
  };
  const none = (file: LabInstallation) => {
    delete file.guards.approveAbove;
  };
  expect(await findWith('approval', none)).toEqual([]);
  expect(await findWith('approval', rule)).toEqual([
    'FAIL approval: operators: 0 roles of operators exist, but a request needs two',
  ]);
  for (const name of ['alice', 'bob']) await admin.query(`grant causeway_operator to ${name}`);
  expect(await findWith('approval', rule, true)).toEqual([
    'ok approval: operators: alice, bob',
    'FAIL approval: values: the database lacks those of 8 tokens',
  ]);
  // The worker runs with a file without this rule, and stores its tokens without a value.
  await admin.query('update supported_tokens set one_operator_max = 5 where chain_id = $1 and token = $2', [
    FIRST_ID,
    zeroAddress,
  ]);
  expect(await findWith('approval', none)).toEqual([
    expect.stringMatching(/^warn approval: values: guards.approveAbove is absent/),
  ]);
});

test('the treasury has no other role', async () => {
  const sweepTo =
    (treasury: string) =>
    ({ vaults, tokens }: LabInstallation) => {
      Object.assign(tokens[0] ?? {}, { float: '20' });
      Object.assign(vaults, { treasury: { Northshore: treasury } });
    };
  expect(await findWith('sweep', () => {})).toEqual([]);
  expect(await findWith('sweep', sweepTo(TREASURY))).toEqual([`ok sweep: treasury of Northshore: ${TREASURY}`]);
  expect(await findWith('sweep', sweepTo(vaultGuardian.address))).toEqual([
    expect.stringMatching(/^FAIL sweep: treasury of Northshore: 0x\w{40} is the guardian of the vault/),
  ]);
});

test('a role has exactly its columns', async () => {
  const find = (role: string) => findWith(`rights of ${role}`, () => {});
  for (const role of ['causeway_api', 'causeway_worker']) {
    expect(await find(role)).toEqual([expect.stringMatching(/^ok .* as they must be on \d+ tables/)]);
  }
  await admin.query('grant update (amount) on transfers to causeway_api');
  await admin.query('revoke update (state) on sends from causeway_worker');
  expect(await find('causeway_api')).toEqual([
    'FAIL rights of causeway_api: differ on transfers.amount (update instead of none)',
  ]);
  expect(await find('causeway_worker')).toEqual([
    'FAIL rights of causeway_worker: differ on sends.state (none instead of update)',
  ]);
  await admin.query('revoke update (amount) on transfers from causeway_api');
  await admin.query('grant update (state) on sends to causeway_worker');
});

test('each guard that a mainnet lacks is a warning', () => {
  const catalog = createSampleCatalog((file) => Object.assign(file, createMainnetFile()));
  const findings = checkMissingGuards(catalog);
  expect(findings).toHaveLength(8);
  expect(findings.every(({ ok, isWarning }) => ok && isWarning)).toBe(true);
});
