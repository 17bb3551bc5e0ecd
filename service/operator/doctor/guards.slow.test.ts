import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zeroAddress, zeroHash } from 'viem';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PreparedSetup } from '../../../lab/installation/prepareSetup.ts';
import { prepareSetup } from '../../../lab/installation/prepareSetup.ts';
import { createMainnetFile, createSampleCatalog } from '../../../lab/service/sampleCatalog.ts';
import { matching, startScreening } from '../../../lab/service/screeningService.ts';
import type { ConfigFile } from '../../boot/configSchema.ts';
import { rememberChain } from '../../chain/chains.ts';
import type { Database } from '../../db/database.ts';
import { openPostgres } from '../../db/postgres.ts';
import { runInit } from '../init/command.ts';
import { checkMissingGuards } from './checkGuards.ts';
import { examine } from './command.ts';
import { MACHINE_ROLES } from './readInstallation.ts';

// A busy machine must not fail a test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const FIRST_ID = 48_120;
const IDS = [FIRST_ID, FIRST_ID + 1] as const;
const TREASURY = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

let setup: PreparedSetup;
/** A superuser. */
let admin: Database;
const at = (name: string) => join(setup.out, name);

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  setup = await prepareSetup(FIRST_ID);
  await runInit(setup.args);
  admin = await openPostgres({ url: setup.args.at(-1) ?? '', poolSize: 1 }, () => {});
  const chain = { genesisHash: zeroHash, depositContract: zeroAddress };
  for (const chainId of IDS) await rememberChain(admin, { ...chain, chainId });
});
afterAll(async () => {
  await admin?.close();
  await setup?.stop();
});

/** What the doctor finds about a guard with a changed worker.json, one line each. */
async function findWith(guard: string, change: (file: ConfigFile) => void, isRunning = false) {
  const before = readFileSync(at('worker.json'), 'utf8');
  const file: ConfigFile = JSON.parse(before);
  change(file);
  writeFileSync(at('worker.json'), JSON.stringify(file));
  const options = { dir: setup.out, keystore: at('maker.json'), now: new Date() };
  const findings = await examine({ ...options, isRunning, roles: MACHINE_ROLES }).finally(() =>
    writeFileSync(at('worker.json'), before),
  );
  expect(findings.filter(({ check, ok }) => check === 'file worker.json' && !ok)).toEqual([]);
  return findings
    .filter(({ check }) => check.startsWith(guard))
    .map(({ check, ok, isWarning, detail }) => `${isWarning ? 'warn' : ok ? 'ok' : 'FAIL'} ${check}: ${detail}`);
}

describe('the circuit breaker', () => {
  const bound = (maxNetOutflow: string) => (file: ConfigFile) => {
    file.breaker = { windowSeconds: 21_600, maxReadAgeSeconds: 300, maxNetOutflow };
  };

  test('has a bound below what the vaults hold', async () => {
    expect(await findWith('breaker', bound('1000'))).toEqual([
      expect.stringMatching(/^ok breaker: maxNetOutflow: 1000 of the \d+/),
    ]);
    expect(await findWith('breaker', bound('100000000'))).toEqual([
      expect.stringMatching(/^warn breaker: maxNetOutflow: it is 100000000, but the vaults hold \d+: it stops nothing/),
    ]);
  });
});

describe('the screening', () => {
  const listed = (listFile: string) => (file: ConfigFile) => {
    file.screening = { listFile };
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
    const use = (file: ConfigFile) => {
      file.screening = { service: { url: screening.url, tokenFile: at('token'), timeoutMs: 3000 } };
    };
    writeFileSync(at('token'), 'screening-token\n', { mode: 0o600 });
    expect(await findWith('screening', use)).toEqual([
      'ok screening: service: it answers as it must',
      expect.stringMatching(/^ok screening: token: /),
    ]);
    expect(screening.questions.at(-1)?.headers.authorization).toBe('Bearer screening-token');
    const { hotWallet } = JSON.parse(readFileSync(at('policy.json'), 'utf8'));
    screening.answerWith(matching(hotWallet));
    expect((await findWith('screening', use))[0]).toMatch(/^FAIL .* it matches the hot wallet/);
    screening.answerWith((_, response) => response.writeHead(500).end());
    expect((await findWith('screening', use))[0]).toMatch(/^FAIL .* answered with HTTP 500$/);
    writeFileSync(at('open-token'), 'screening-token\n', { mode: 0o644 });
    const open = (file: ConfigFile) => {
      file.screening = { service: { url: screening.url, tokenFile: at('open-token'), timeoutMs: 3000 } };
    };
    expect(await findWith('screening', open)).toEqual([
      expect.stringMatching(/^FAIL screening: service: .* gave no answer/),
      expect.stringMatching(/^FAIL screening: token: .* other accounts can read it/),
    ]);
  });
});

test('the approvals need two operators and the values of the worker', async () => {
  const rule = (file: ConfigFile) => {
    file.approval = { above: '1000', expiresSeconds: 3600 };
  };
  const none = (file: ConfigFile) => {
    delete file.approval;
  };
  expect(await findWith('approval', none)).toEqual([]);
  for (const name of ['alice', 'bob']) await admin.query(`revoke causeway_operator from ${name}`);
  expect(await findWith('approval', rule)).toEqual([
    'FAIL approval: operators: 0 roles of operators exist, but a request needs two',
  ]);
  for (const name of ['alice', 'bob']) await admin.query(`grant causeway_operator to ${name}`);
  expect(await findWith('approval', rule, true)).toEqual([
    'ok approval: operators: alice, bob',
    'FAIL approval: values: the database lacks those of 4 tokens',
  ]);
  await admin.query("insert into supported_tokens values ($1, $2, 'ETH', 18, 5)", [IDS[0], zeroAddress]);
  expect(await findWith('approval', none)).toEqual([
    expect.stringMatching(/^warn approval: values: worker.json lacks/),
  ]);
});

test('the treasury has no other role', async () => {
  const { guardian } = JSON.parse(readFileSync(join(setup.dir, 'answers.json'), 'utf8'));
  const sweepTo = (treasury: string) => (file: ConfigFile) => {
    const [chain] = file.chains;
    Object.assign(chain ?? {}, { treasury });
    const usdc = file.tokens.find(({ name }) => name === 'USDC');
    Object.assign(usdc?.deployments.Northshore ?? {}, { sweep: { float: '15000', minimum: '100' } });
  };
  expect(await findWith('sweep', () => {})).toEqual([]);
  expect(await findWith('sweep', sweepTo(TREASURY))).toEqual([`ok sweep: treasury of Northshore: ${TREASURY}`]);
  expect(await findWith('sweep', sweepTo(guardian))).toEqual([
    expect.stringMatching(/^FAIL sweep: treasury of Northshore: 0x\w{40} is the guardian of the vault/),
  ]);
});

test('a role has exactly its columns', async () => {
  const find = (role: string) => findWith(`rights of ${role}`, () => {});
  for (const role of ['causeway_operator', 'causeway_worker']) {
    expect(await find(role)).toEqual([expect.stringMatching(/^ok .* as they must be on \d+ tables/)]);
  }
  await admin.query('grant update (amount) on transfers to causeway_operator');
  await admin.query('revoke update (state) on sends from causeway_worker');
  expect(await find('causeway_operator')).toEqual([
    'FAIL rights of causeway_operator: differ on transfers.amount (update instead of none)',
  ]);
  expect(await find('causeway_worker')).toEqual([
    'FAIL rights of causeway_worker: differ on sends.state (none instead of update)',
  ]);
  await admin.query('revoke update (amount) on transfers from causeway_operator');
  await admin.query('grant update (state) on sends to causeway_worker');
});

test('each guard that a mainnet lacks is a warning', () => {
  const catalog = createSampleCatalog((file) => Object.assign(file, createMainnetFile()));
  const findings = checkMissingGuards(catalog);
  expect(findings).toHaveLength(8);
  expect(findings.every(({ ok, isWarning }) => ok && isWarning)).toBe(true);
});
