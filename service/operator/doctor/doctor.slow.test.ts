import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEther } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { compileContracts } from '../../../contracts/artifacts.ts';
import { startEndpoint } from '../../../tools/lab/endpoints/endpoint.ts';
import type { LabInstallation } from '../../../tools/lab/installation/installationFile.ts';
import type { TestFeed } from '../../../tools/lab/networks/predeploys.ts';
import { deployFeed } from '../../../tools/lab/networks/predeploys.ts';
import type { ApplyHarness } from '../../../tools/lab/service/applyHarness.ts';
import { createApplyHarness } from '../../../tools/lab/service/applyHarness.ts';
import type { MachineRole } from '../apply/machine.ts';
import { MACHINE_ROLES } from '../apply/machine.ts';
import { COPIES } from '../apply/placedFiles.ts';
import { examine } from './command.ts';
import type { Finding } from './finding.ts';

// In the feed's units.
const ETH_PRICE = 300_000_000_000n;

let harness: ApplyHarness;
let feed: TestFeed;
let written: string;
const at = (path: string) => join(harness.machine.root, path);
const north = ({ chains: [chain] }: LabInstallation) => chain ?? expect.fail();

beforeAll(async () => {
  harness = await createApplyHarness(48_100);
  const artifacts = await compileContracts();
  const { rpcUrl } = harness.bridge.origin.chain;
  feed = await deployFeed(rpcUrl, artifacts, { description: 'ETH / USD', price: ETH_PRICE });
  written = readFileSync(at(COPIES.service), 'utf8');
});
afterEach(() => writeFileSync(at(COPIES.service), written));
afterAll(() => harness?.stop());

const look = ({ isRunning = false, roles = MACHINE_ROLES as readonly MachineRole[] } = {}) =>
  examine({ machine: harness.machine, isRunning, roles, now: new Date() });

const failuresOf = (findings: readonly Finding[]) =>
  findings.filter(({ ok }) => !ok).map(({ check, detail }) => `${check}: ${detail}`);

/** Writes the service's copy with a change, as if edited by a person. */
function edit(change: (file: LabInstallation) => void): void {
  const file = harness.createFile();
  Object.assign(file.tokens[0] ?? {}, {
    feeds: [{ chain: 'Northshore', address: feed.address, maxAgeSeconds: 86_400 }],
    maxDeviationPercent: 5,
  });
  change(file);
  writeFileSync(at(COPIES.service), JSON.stringify(file));
}

async function failuresWith(change: (file: LabInstallation) => void): Promise<readonly string[]> {
  edit(change);
  return failuresOf(await look());
}

describe('causeway doctor', () => {
  test('passes an installation that runs, with a price feed too', async () => {
    const findings = await look({ isRunning: true });
    expect(failuresOf(findings)).toEqual([]);
    expect(findings.length).toBeGreaterThan(40);
    expect(await failuresWith(() => {})).toEqual([]);
  });

  const rename = (token: { name: string } | undefined, name: string) => Object.assign(token ?? {}, { name });
  type Fault = readonly [found: RegExp, change: (file: LabInstallation) => void];
  test.each<Fault>([
    [/price feed of ETH: .*differ/, ({ tokens }) => Object.assign(tokens[0] ?? {}, { price: '2000' })],
    [
      /price feed of ETH: .*no code/,
      ({ tokens }) =>
        Object.assign(tokens[0]?.feeds[0] ?? {}, { address: '0x1000000000000000000000000000000000000001' }),
    ],
    [
      /price feed of XRP: .*"ETH \/ USD"/,
      ({ tokens, chains }) => {
        rename(tokens[0], 'XRP');
        for (const chain of chains) chain.nativeToken = 'XRP';
      },
    ],
    [/North.*: USDC: .* 6 decimals, not 8/, ({ tokens }) => Object.assign(tokens[1] ?? {}, { decimals: 8 })],
    [/Northshore: DAI: the contract calls itself USDC/, ({ tokens }) => rename(tokens[1], 'DAI')],
    [/RPC 1: could not be checked/, (file) => Object.assign(north(file), { rpcUrls: ['http://127.0.0.1:9'] })],
    [/RPC 1: serves chain 48100, not 48102/, (file) => Object.assign(north(file), { id: 48_102 })],
    [/file .*mainnet/, (file) => Object.assign(north(file), { category: 'Mainnet' })],
    [
      /database as causeway_worker: could not be checked/,
      (file) => Object.assign(file, { database: 'postgresql://127.0.0.1:9/x' }),
    ],
    [/file .*passwords|file .*cannot be read/, (file) => north(file).rpcUrls.push('https://x.example/{file:none}')],
  ])('names %s', async (found, change) => {
    expect((await failuresWith(change)).join('\n')).toMatch(found);
  });

  test('names the endpoint that alone shows other code', async () => {
    const { rpcUrl } = harness.bridge.origin.chain;
    const vault = harness.bridge.origin.deployment.vault.toLowerCase();
    const endpoint = await startEndpoint(rpcUrl);
    onTestFinished(() => endpoint.stop());
    endpoint.answer(({ method, params: [address] }) =>
      method === 'eth_getCode' && String(address).toLowerCase() === vault ? { result: '0x6001' } : undefined,
    );
    // Another host: on the same one, one provider would count twice.
    const second = endpoint.url.replace('127.0.0.1', 'localhost');
    expect(await failuresWith((file) => Object.assign(north(file), { rpcUrls: [rpcUrl, second] }))).toEqual([
      expect.stringMatching(/^Northshore: code of the vault: RPC 2 has different code at 0x/),
    ]);
  });

  test('names a price feed that is stale', async () => {
    onTestFinished(() => feed.report(ETH_PRICE));
    await feed.report(ETH_PRICE, new Date(Date.now() - 2 * 86_400_000));
    expect((await failuresWith(() => {})).join('\n')).toMatch(/^Northshore: price feed of ETH: .* is stale/);
  });

  test('names an edited copy that is not in force, and a signer with another view', async () => {
    edit((file) => Object.assign(north(file), { maxGasPriceGwei: '999' }));
    const findings = await look({ isRunning: true });
    expect(failuresOf(findings)).toEqual([
      'process worker: file: it runs with a different file than the copy on this machine',
      'process api: file: it runs with a different file than the copy on this machine',
    ]);
    const warnings = findings.filter(({ isWarning }) => isWarning).map(({ check, detail }) => `${check}: ${detail}`);
    expect(warnings).toContain(`file /${COPIES.service}: it was changed by hand`);
    expect(warnings.join('\n')).toMatch(/signer's view: the signer's view of Northshore differs/);
  });

  test('finds the key of the hot wallet among several, and says when it is gone', async () => {
    const [key, away] = [at('var/lib/causeway-signer/b.json'), at('b.json')];
    expect((await look()).filter(({ check }) => check === 'keystore')).toEqual([
      expect.objectContaining({ ok: true, detail: expect.stringContaining('b.json has the key of the hot wallet') }),
    ]);
    renameSync(key, away);
    onTestFinished(() => renameSync(away, key));
    expect(failuresOf(await look())).toEqual([
      expect.stringMatching(/^keystore: could not be checked: None of the 1 key files/),
    ]);
  });

  test('looks for the files of the roles of a machine only', async () => {
    const findings = await look({ roles: ['api', 'web'] });
    expect(failuresOf(findings)).toEqual([]);
    expect(findings.filter(({ check }) => /worker|signer\/|keystore/.test(check))).toEqual([]);
  });

  test('names a secret that other accounts can read', async () => {
    const path = at('etc/causeway/passwords/causeway_worker');
    chmodSync(path, 0o644);
    onTestFinished(() => chmodSync(path, 0o600));
    expect(failuresOf(await look())).toEqual([
      'file /etc/causeway/passwords/causeway_worker: other accounts can read its secret',
      expect.stringMatching(/^approval: could not be checked: the URL of the database/),
    ]);
  });

  describe('when the API offers no pairs', () => {
    const pause = async (subject: string, who: string) => {
      await harness.database.query("insert into pauses (subject, who, why) values ($1, $2, 'key rotation')", [
        subject,
        who,
      ]);
      onTestFinished(async () => {
        await harness.database.query('delete from pauses');
        await vi.waitFor(async () => expect(await lookAtApi()).toMatch(/^ok /), { timeout: 60_000, interval: 200 });
      });
    };
    const lookAtApi = async () => {
      const findings = await look({ isRunning: true, roles: ['api'] });
      const [{ ok, isWarning, detail } = expect.fail()] = findings.filter(({ check }) => /^API at/.test(check));
      return `${isWarning ? 'warn' : ok ? 'ok' : 'FAIL'} ${detail}`;
    };
    const expectSoon = (expected: string) =>
      vi.waitFor(async () => expect(await lookAtApi()).toBe(expected), { timeout: 60_000, interval: 200 });

    test.each([
      ['all', 'everything'],
      ['chain:48100', 'Northshore'],
    ])('warns during a pause of %s by an operator', async (subject, name) => {
      await pause(subject, 'alice');
      await expectSoon(`warn it offers 0 pairs: ${name} is paused by alice (key rotation)`);
    });

    test('fails when the circuit breaker has paused', async () => {
      await pause('all', 'circuit breaker');
      await expectSoon('FAIL it offers 0 pairs: everything is paused by circuit breaker (key rotation)');
    });

    test('fails during a partial pause if something else closes the rest', async () => {
      await pause('pair:ETH:48100:48101', 'alice');
      await harness.database.query("update chains set rewritten_reason = 'for this test' where chain_id = 48101");
      onTestFinished(async () => {
        await harness.database.query('update chains set rewritten_reason = null');
      });
      await expectSoon('FAIL it offers 0 pairs, 0 of them without funds');
    });

    test('fails during a pause if the database does not answer', async () => {
      await pause('all', 'alice');
      await expectSoon('warn it offers 0 pairs: everything is paused by alice (key rotation)');
      edit((file) => Object.assign(file, { database: 'postgresql://127.0.0.1:9/x' }));
      expect(await lookAtApi()).toMatch(/^FAIL could not be checked/);
      writeFileSync(at(COPIES.service), written);
    });
  });

  test('names code, gas and funds that are wrong', async () => {
    const { chain, deployment } = harness.bridge.origin;
    const code = (await chain.client.getCode({ address: deployment.depositContract })) ?? '0x';
    await chain.client.setBalance({ address: harness.bridge.hotWallet.address, value: 1n });
    await chain.client.setBalance({ address: deployment.vault, value: parseEther('9') });
    await chain.client.setCode({ address: deployment.depositContract, bytecode: `${code}00` });
    expect(failuresOf(await look())).toEqual([
      expect.stringMatching(/^Northshore: code of the deposit contract: .* has different code/),
      expect.stringMatching(/^Northshore: gas of the hot wallet: /),
      expect.stringMatching(/^Northshore: ETH: the vault has 9 ETH, but the largest transfer pays 10 ETH/),
    ]);
  });
});
