import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PreparedSetup } from '../../lab/installation/prepareSetup.ts';
import { DATABASE_QUERY, PRICES_AS_OF, prepareSetup } from '../../lab/installation/prepareSetup.ts';
import { parseEnvFile } from './envFile.ts';
import { runInit } from './initCommand.ts';

// A busy machine must not fail a test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const said: string[] = [];
let setup: PreparedSetup;
const at = (name: string) => join(setup.out, name);

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  setup = await prepareSetup(48_100);
  await runInit(setup.args);
});
afterAll(() => setup?.stop());

describe('operator init', () => {
  test('writes every file for its owner only', () => {
    const files = readdirSync(setup.out);
    expect(files).toEqual(expect.arrayContaining(['api.json', 'worker.json', 'policy.json', 'web.json', 'maker.json']));
    for (const file of files) expect(statSync(at(file)).mode & 0o077).toBe(0);
  });

  test('keeps contracts, keys and passwords when it runs again', async () => {
    const kept = ['deployments.json', 'maker.json', 'keystore-password', 'worker.env', 'worker.json', 'policy.json'];
    const before = kept.map((name) => readFileSync(at(name), 'utf8'));
    said.length = 0;
    await runInit(setup.args);
    expect(kept.map((name) => readFileSync(at(name), 'utf8'))).toEqual(before);
    expect(said.join('\n')).toContain('0 migrations applied');
    expect(said.join('\n')).not.toContain('vault');
  });

  test('keeps the day of the prices, and lets the service measure the gas of a payout', () => {
    const { pricesAsOf, routes } = JSON.parse(readFileSync(at('worker.json'), 'utf8'));
    expect(pricesAsOf).toBe(PRICES_AS_OF);
    for (const route of routes) expect(route).not.toHaveProperty('payoutGas');
  });

  test('writes environment files of which a shell reads the same URL as the doctor', () => {
    for (const role of ['api', 'worker', 'operator', 'migrate']) {
      const script = `set -aeu; . '${at(`${role}.env`)}'; printenv DATABASE_URL`;
      const sourced = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trim();
      expect(sourced).toContain(DATABASE_QUERY);
      expect(parseEnvFile(readFileSync(at(`${role}.env`), 'utf8'))).toEqual({ DATABASE_URL: sourced });
    }
  });

  test('prints no secret', () => {
    const secrets = [
      readFileSync(at('keystore-password'), 'utf8').trim(),
      readFileSync(join(setup.dir, 'deployer.key'), 'utf8'),
    ];
    for (const secret of secrets) expect(said.join('\n')).not.toContain(secret);
  });
});
