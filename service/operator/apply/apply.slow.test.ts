import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { LabInstallation } from '../../../tools/lab/installation/installationFile.ts';
import { post } from '../../../tools/lab/installation/testService.ts';
import { findFreePort } from '../../../tools/lab/processes/freePort.mjs';
import { waitUntil } from '../../../tools/lab/processes/waitUntil.ts';
import type { ApplyExtra, ApplyHarness } from '../../../tools/lab/service/applyHarness.ts';
import { createApplyHarness } from '../../../tools/lab/service/applyHarness.ts';
import { createOperatorCommand } from '../../../tools/lab/service/operatorCommand.ts';
import { placeCertificates, remoteSettings } from '../../../tools/lab/service/signerFiles.ts';
import { createTestAuthority } from '../../../tools/lab/service/testCertificates.ts';
import { createWorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { parsePolicy } from '../../signer/process/policyFile.ts';
import type { Machine } from './machine.ts';
import { stateOf } from './machine.ts';
import { digitsOf } from './plan.ts';

let harness: ApplyHarness;
beforeAll(async () => {
  harness = await createApplyHarness(48_200);
});
beforeEach(() => {
  harness.machine.commands.length = 0;
});
afterAll(() => harness?.stop());

type Change = (file: LabInstallation) => void;

const run = (change: Change, extra?: ApplyExtra) => harness.run(change, extra);
/** Applies the file without restarts, for a test of the files and the questions. */
const write = (change: Change, extra?: ApplyExtra) =>
  run(change, { ...extra, machine: { ...harness.machine, hasUnits: false } });
const at = (path: string) => join(harness.machine.root, path);
const read = (path: string) => readFileSync(at(path), 'utf8');
const restarts = () =>
  harness.machine.commands.flatMap((command) => /^systemctl restart causeway-(\w+)/.exec(command)?.[1] ?? []);

const usdc = ({ tokens }: LabInstallation) => tokens.find(({ name }) => name === 'USDC')?.transfers[0] ?? expect.fail();
const fee =
  (feeBps: number): Change =>
  (file) => {
    Object.assign(usdc(file), { feeBps });
  };

/** The fee of a transfer of 1000 USDC, according to the API. */
async function readFee(): Promise<string> {
  const { data } = await post(`${harness.apiUrl}/get_build_tx`, {
    ...{ from_chain_name: 'Northshore', to_chain_name: 'Southshore', token_name: 'USDC', ui_value: '1000' },
    ...{ from_address: harness.bridge.hotWallet.address, to_address: `0x${'12'.repeat(20)}` },
  });
  const { bridge_fee: fee } = v.parse(v.object({ bridge_fee: v.object({ ui_value: v.string() }) }), data);
  return fee.ui_value;
}

describe('causeway apply', () => {
  test('changes nothing when it is run again', async () => {
    expect((await run(() => {})).isChanged).toBe(false);
    expect(harness.machine.commands).toEqual([]);
  });

  test('puts a new fee in force, and leaves a signer with the same view alone', async () => {
    expect(await readFee()).toBe('1');
    const signers = read('etc/causeway/signer/installation.json');
    const { lines } = await run(fee(20));
    expect(lines.join('\n')).toMatch(/tokens.USDC.feeBps \(.*\): 10 -> 20/);
    expect(restarts()).toEqual(['worker', 'api']);
    expect(read('etc/causeway/signer/installation.json')).toBe(signers);
    await waitUntil(async () => (await readFee()) === '2', { what: 'the new fee' });
    expect((await run(fee(20))).isChanged).toBe(false);
    await run(() => {}, { isBack: true });
    expect((await run(fee(10))).isChanged).toBe(false);
  });

  test('restarts the signer first for something wider, and last for something narrower', async () => {
    await run((file) => {
      Object.assign(usdc(file), { max: '9000' });
      delete file.lab.maxPerPayment;
    });
    expect(restarts()).toEqual(['api', 'worker', 'signer']);
    harness.machine.commands.length = 0;
    await run(() => {});
    expect(restarts()).toEqual(['signer', 'worker', 'api']);
  });

  test('installs a changed view of the signer only with its fingerprint', async () => {
    const change = (file: LabInstallation) => {
      Object.assign(file.chains[0] ?? {}, { maxGasPriceGwei: '900' });
    };
    const signers = read('etc/causeway/signer/installation.json');
    await expect(run(change, { signer: '00000000' })).rejects.toThrow(/begins with [0-9a-f]{8}.*Nothing was changed/);
    await expect(run(change, { signer: null })).rejects.toThrow('Nothing was changed');
    expect(read('etc/causeway/signer/installation.json')).toBe(signers);
    const file = harness.createFile();
    change(file);
    const digits = digitsOf(parsePolicy(JSON.stringify(file)));
    await expect(run(change, { signer: digits.padEnd(64, '0') })).rejects.toThrow('Nothing was changed');
    const { lines } = await write(change, { signer: null, answers: ['yes', digits] });
    expect(lines.join('\n')).toMatch(
      /narrower {2}chains.Northshore.maxGasPrice: 1000000000000 wei -> 900000000000 wei/,
    );
    await write(() => {}, { weakened: ['chains.Northshore.maxGasPriceGwei'] });
  });

  test('moves the worker to a signer with TLS once both have certificates, and names whom the signer lets ask', async () => {
    const port = await findFreePort();
    const move = ({ signer }: LabInstallation) => Object.assign(signer, remoteSettings(port));
    await expect(run(move)).rejects.toThrow(/causeway-signer\/tls\/tls\.key cannot be read.*\n.*causeway-worker\/tls/);
    const { root } = harness.machine;
    const folder = await createWorkFolder();
    const authority = await createTestAuthority(folder.path);
    for (const [role, names, usage] of [
      ['signer', ['localhost'], 'serverAuth'],
      ['worker', ['worker-1'], 'clientAuth'],
    ] as const) {
      await placeCertificates(join(root, stateOf(role)), await authority.issue(role, { names, usage }));
    }
    await folder.remove();
    const { lines } = await run(move);
    expect(lines.join('\n')).toMatch(
      /What the signer signs by:\n.*wider {5}signer\.listen: none -> 127\.0\.0\.1:\d+\n/,
    );
    expect(lines.join('\n')).toContain('  wider     signer.clients: none -> worker-1\n');
    expect(restarts()).toEqual(['signer', 'worker', 'api']);
    // Only a TLS connection has them.
    const metrics = await fetch(`http://127.0.0.1:${harness.createFile().listen.firstPort + 2}/metrics`);
    expect(await metrics.text()).toContain(
      'causeway_signer_certificate_expiry_timestamp_seconds{certificate="signer"}',
    );
    await run(() => {});
  });

  test('asks for the name of each weakened guard', async () => {
    const weaken = ({ guards }: LabInstallation) => {
      delete guards.maxNetOutflow;
    };
    await expect(run(weaken)).rejects.toThrow('not "guards.maxNetOutflow". Nothing was changed');
    await expect(run(weaken, { answers: ['yes', 'yes'] })).rejects.toThrow('Nothing was changed');
    expect(read('etc/causeway/service/installation.json')).toContain('maxNetOutflow');
    await write(weaken, { weakened: ['guards.maxNetOutflow'] });
    expect(read('etc/causeway/service/installation.json')).not.toContain('maxNetOutflow');
    await write(() => {});
  });

  test('refuses to replace a file that was changed by hand, and shows the difference', async () => {
    const copy = 'etc/causeway/service/installation.json';
    const written = read(copy);
    writeFileSync(at(copy), written.replace('"feeBps": 10', '"feeBps": 11'));
    await expect(run(fee(30))).rejects.toThrow(/was changed since:[\s\S]*- .*"feeBps": 11[\s\S]*\+ .*"feeBps": 30/);
    expect(read(copy)).toContain('"feeBps": 11');
    await write(() => {}, { replaced: [`/${copy}`] });
    expect(read(copy)).toBe(written);
  });

  test('refuses a copy that was changed by hand to match the file until it is named, and restarts its processes', async () => {
    const copy = 'etc/causeway/service/installation.json';
    const written = read(copy);
    writeFileSync(at(copy), written.replace('"feeBps": 10', '"feeBps": 11'));
    const refused = await run(fee(11)).catch(String);
    expect(String(refused).match(/was changed since/g)).toHaveLength(1);
    const { isChanged } = await run(fee(11), { replaced: [`/${copy}`] });
    expect([isChanged, restarts()]).toEqual([true, ['worker', 'api']]);
    expect((await run(fee(11))).isChanged).toBe(false);
    await run(() => {});
  });

  test('names a guard that would become weaker, even if a person has weakened or removed the copy before', async () => {
    const copy = 'etc/causeway/service/installation.json';
    const weaker: Change = (file) => {
      Object.assign(file.guards, { maxNetOutflow: '90000' });
    };
    const written = read(copy);
    const spoil = [() => writeFileSync(at(copy), written.replace('"50000"', '"90000"')), () => rmSync(at(copy))];
    for (const spoilCopy of spoil) {
      spoilCopy();
      await expect(run(weaker, { replaced: [`/${copy}`] })).rejects.toThrow('guards.maxNetOutflow');
      await write(() => {}, { replaced: [`/${copy}`] });
      expect(read(copy)).toBe(written);
    }
  });

  test('refuses files of an installation that it has not written', async () => {
    const record = at('etc/causeway/applied.json');
    renameSync(record, `${record}.away`);
    onTestFinished(() => renameSync(`${record}.away`, record));
    // As after a rotation done by editing the files themselves.
    await expect(run(fee(33))).rejects.toThrow(/\/etc\/causeway\/service\/installation.json was not written by/);
    expect(harness.machine.commands).toEqual([]);
  });

  test('never writes a secret, a key or a drop-in', async () => {
    const dropIn = at('etc/systemd/system/causeway-worker.service.d/own.conf');
    await mkdir(join(dropIn, '..'), { recursive: true });
    writeFileSync(dropIn, '[Service]\n');
    await write(fee(12));
    const { files } = JSON.parse(read('etc/causeway/applied.json'));
    expect(
      Object.keys(files).filter((path) => /secret|password|service\.d\/|var\/lib\/causeway-signer/.test(path)),
    ).toEqual([]);
    expect(readFileSync(dropIn, 'utf8')).toBe('[Service]\n');
    await write(() => {});
  });

  test('changes nothing with a wrong file', async () => {
    const before = read('etc/causeway/service/installation.json');
    const wrong: readonly (readonly [RegExp, (file: LabInstallation) => void])[] = [
      [/price must be/, ({ tokens }) => Object.assign(tokens[0] ?? {}, { price: 'x' })],
      [/serves chain/, ({ chains }) => Object.assign(chains[0] ?? {}, { id: 48_299 })],
      [
        /has no vault at/,
        ({ chains }) =>
          Object.assign(chains[0] ?? {}, {
            vault: '0x4000000000000000000000000000000000000002',
            retiredVaults: [chains[0]?.vault],
          }),
      ],
      [/has 8 decimals/, ({ tokens }) => Object.assign(tokens[1] ?? {}, { decimals: 8 })],
      [/is owned by/, ({ vaults }) => Object.assign(vaults, { owner: '0x4000000000000000000000000000000000000002' })],
      [/cannot be read/, ({ chains }) => chains[0]?.rpcUrls.push('http://127.0.0.1:9/{file:none}')],
      [/web: /, ({ web }) => Object.assign(web, { featured: [{ from: 'Nowhere', to: 'Northshore', token: 'ETH' }] })],
      [/feeFloor rises/, (file) => Object.assign(usdc(file), { feeFloor: '0.2' })],
      [/lacks the vault/, ({ chains }) => Object.assign(chains[0] ?? {}, { vault: chains[1]?.vault })],
    ];
    for (const [message, change] of wrong) await expect(run(change), String(message)).rejects.toThrow(message);
    expect(read('etc/causeway/service/installation.json')).toBe(before);
    expect(harness.machine.commands).toEqual([]);
  });

  test('refuses a new hot wallet while the former one has unsettled payments', async () => {
    const { bridge, database } = harness;
    const { address } = bridge.hotWallet;
    await database.query(
      `insert into sends (chain_id, address, nonce, call_to, call_data, call_value, call_hash, gas_limit)
       values ($1, $2, 900000, $2, '0x', 0, 'x', 21000)`,
      [bridge.origin.chain.id, address],
    );
    const rotate: Change = (file) => {
      Object.assign(file, { hotWallet: '0x4000000000000000000000000000000000000002', formerHotWallets: [address] });
    };
    await expect(run(rotate)).rejects.toThrow(`The hot wallet ${address} has 1 unsettled payments`);
    const replaced = run(rotate, { stolen: address });
    await expect(replaced).rejects.toThrow(/is not a payer of the vault/);
    await expect(replaced).rejects.not.toThrow(/unsettled/);
    await database.query("update sends set state = 'displaced' where nonce = 900000");
    await expect(run(rotate)).rejects.toThrow(/is not a payer of the vault/);
    await database.query('delete from sends where nonce = 900000');
  });

  test.each(['worker', 'api', 'signer'] as const)(
    'gives %s its former files back when it does not get ready',
    async (role) => {
      const copy =
        role === 'signer' ? 'etc/causeway/signer/installation.json' : 'etc/causeway/service/installation.json';
      const before = read(copy);
      // The file is sound, but the program can't start with it, like a release that doesn't start.
      const change = (file: LabInstallation) => {
        fee(40)(file);
        if (role === 'signer') Object.assign(file.chains[0] ?? {}, { maxGasPriceGwei: '800' });
      };
      harness.machine.breakUnit(role, true);
      const failing: Machine = {
        ...harness.machine,
        run: async (command) => {
          const outcome = await harness.machine.run(command);
          if (command.join(' ') === `systemctl restart causeway-${role}.service`)
            harness.machine.breakUnit(role, false);
          return outcome;
        },
      };
      await expect(run(change, { machine: failing, timeoutMs: 15_000 })).rejects.toThrow(
        new RegExp(
          `causeway-${role} was not ready[\\s\\S]*causeway-${role} has its former files back and runs with them again`,
        ),
      );
      expect(read(copy)).toBe(before);
      // What succeeded before the failure is applied again, or reverted.
      await run(() => {}, { weakened: ['chains.Northshore.maxGasPriceGwei'] });
      expect((await run(() => {})).isChanged).toBe(false);
    },
  );

  test('a process that a person stopped stays stopped', async () => {
    await harness.machine.run(['systemctl', 'stop', 'causeway-api.service']);
    const { lines } = await run(fee(14));
    expect(lines).toContain('causeway-api is stopped and stays so. Start it: systemctl start causeway-api');
    await harness.machine.run(['systemctl', 'restart', 'causeway-api.service']);
    await run(() => {});
  });

  test('plan shows the fingerprint, changes nothing, and reports by its exit code whether something would change', async () => {
    const { options } = await run(() => {});
    const { root, programs } = harness.machine;
    const { run: runCommand } = createOperatorCommand({});
    const plan = () => runCommand('plan', options.path, '--root', root, '--programs', programs);
    const same = await plan();
    expect({ ...same, stdout: '' }).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(same.stdout).toMatch(/Fingerprint of the signer's view: [0-9a-f]{8} \([0-9a-f]{64}\)/);
    const file = harness.createFile();
    fee(21)(file);
    writeFileSync(options.path, JSON.stringify(file));
    expect(await plan()).toMatchObject({ code: 2, stdout: expect.stringMatching(/feeBps .*: 10 -> 21/) });
    expect(read('etc/causeway/service/installation.json')).toContain('"feeBps": 10');
    const refused = await runCommand('apply', options.path, '--root', root, '--programs', programs);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no terminal to answer on') });
  });
});
