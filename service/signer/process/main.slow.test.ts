import { once } from 'node:events';
import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { parseGwei } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transferId } from '#shared/transferId.ts';
import type { TestBridge } from '../../../tools/lab/chains/testBridge.ts';
import { createTestBridge } from '../../../tools/lab/chains/testBridge.ts';
import type { LabInstallation } from '../../../tools/lab/installation/installationFile.ts';
import { findFreePort } from '../../../tools/lab/processes/freePort.mjs';
import { fillDisk, freeDisk } from '../../../tools/lab/service/fullDisk.ts';
import type { SignerProcess } from '../../../tools/lab/service/program.ts';
import { startSignerProcess } from '../../../tools/lab/service/program.ts';
import type { SignerFiles } from '../../../tools/lab/service/signerFiles.ts';
import { placeCertificates, remoteSettings, writeSignerFiles } from '../../../tools/lab/service/signerFiles.ts';
import { createTestAuthority } from '../../../tools/lab/service/testCertificates.ts';
import type { WorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { readTlsIdentity } from '../../boot/tls.ts';
import type { TransactionToSign } from '../../chain/transactions.ts';
import type { Payment } from '../../payments/model/payment.ts';
import { payCall } from '../../payments/model/payment.ts';
import { createRemoteSigner, createSocketRoute, createTlsRoute } from '../client/remoteSigner.ts';
import type { DepositReference } from '../client/signer.ts';
import { createKeySigner } from '../client/signer.ts';
import { readLogLines } from './appendLog.ts';
import { readKeystore } from './keystore.ts';
import { parsePaymentLines, paymentLogPath } from './paymentLog.ts';

const withLimits = (file: LabInstallation) => ({ ...file, lab: { ...file.lab, maxPerPayment: '20000' } });

// One large deposit, and payments of fractions of it. The chain would make only one of them.
const DEPOSITED = 50_000_000_000n;

let bridge: TestBridge;
let payment: Payment;
let reference: DepositReference;
let folder: WorkFolder;
let privateKey: `0x${string}`;
let files: SignerFiles;
let started: SignerProcess[] = [];

beforeAll(async () => {
  bridge = await createTestBridge(52_700);
  privateKey = bridge.hotWalletKey;
  const user = await bridge.createUser();
  const transactionHash = await bridge.deposit(user, { token: 'USDC', amount: DEPOSITED });
  await bridge.origin.chain.mine(2);
  const { id: chainId } = bridge.origin.chain;
  reference = { chainId, transactionHash, ordinal: 0 };
  const id = transferId({ ...reference, contract: bridge.origin.deployment.depositContract });
  payment = { id, token: bridge.destination.token('USDC'), to: user.address, amount: 10_000_000n, gasDrop: 0n };
});
beforeEach(async () => {
  folder = await createWorkFolder();
  files = await writeSignerFiles(folder, { privateKey, installation: withLimits(bridge.configFile()) });
});
afterEach(async () => {
  await Promise.all(started.map((signer) => signer.kill('SIGKILL')));
  started = [];
  await folder?.remove();
});
afterAll(() => bridge?.stop());

function start(environment = files.environment): SignerProcess {
  const signer = startSignerProcess(environment);
  started.push(signer);
  return signer;
}

function transaction(change: { readonly amount?: bigint; readonly nonce?: number } = {}): TransactionToSign {
  const { amount = payment.amount, nonce = 5 } = change;
  const { chain, deployment } = bridge.destination;
  return {
    chainId: chain.id,
    nonce,
    call: payCall(deployment.vault, { ...payment, amount }),
    gasLimit: 100_000n,
    fees: { maxFee: parseGwei('5'), tip: parseGwei('1') },
  };
}

function connectTo({ socketPath }: SignerFiles) {
  const remote = createRemoteSigner(createSocketRoute(socketPath), privateKeyToAddress(privateKey));
  const sign = async (asked: TransactionToSign) => (await remote.signTransaction(asked, [reference])).raw;
  return { ...remote, sign };
}

describe('the signer', () => {
  test('signs like a key in memory, through a socket only its owner can open, and logs no key', async () => {
    const signer = start();
    await signer.listens;
    const remote = connectTo(files);
    await remote.probe();
    expect(await remote.sign(transaction())).toBe(await createKeySigner(privateKey).signTransaction(transaction()));
    expect((await stat(files.socketPath)).mode & 0o777).toBe(0o600);
    const { code, output } = await signer.kill('SIGTERM');
    expect(code).toBe(0);
    expect(output).toContain('"kind":"pay"');
    expect(output.toLowerCase()).not.toContain(privateKey.slice(2));
    await expect(stat(files.socketPath)).rejects.toThrow('ENOENT');
  });

  test('signs for a worker on another machine, with the same bytes', async () => {
    const authority = await createTestAuthority(folder.path);
    const port = await findFreePort();
    const [own, worker] = await Promise.all([
      authority.issue('signer', { names: ['localhost'], usage: 'serverAuth' }),
      authority.issue('worker', { names: ['worker-1'], usage: 'clientAuth' }),
    ]);
    const installation = withLimits(bridge.configFile());
    Object.assign(installation.signer, remoteSettings(port));
    await folder.write(basename(files.environment.CAUSEWAY_INSTALLATION ?? ''), JSON.stringify(installation));
    await placeCertificates(files.state, own);
    const signer = start();
    await signer.listens;
    const route = createTlsRoute(new URL(`https://localhost:${port}`), await readTlsIdentity(worker));
    const remote = createRemoteSigner(route, privateKeyToAddress(privateKey));
    expect((await remote.signTransaction(transaction(), [reference])).raw).toBe(
      await createKeySigner(privateKey).signTransaction(transaction()),
    );
    await connectTo(files).probe();
    expect((await signer.kill('SIGTERM')).output).toMatch(/"client":"worker-1".*transaction signed/);
  });

  test('refuses what the policy forbids with the reason, and continues to serve', async () => {
    const signer = start();
    await signer.listens;
    const remote = connectTo(files);
    const { call, ...rest } = transaction();
    const elsewhere = { ...rest, call: { ...call, to: payment.token } };
    await expect(remote.sign(elsewhere)).rejects.toMatchObject({
      code: 'SIGNER_REFUSED',
      message: expect.stringContaining('not the vault'),
    });
    await expect(remote.sign(transaction({ amount: 20_000_000_001n }))).rejects.toThrow('exceeds the cap of 20000');
    await remote.sign(transaction());
    expect((await signer.kill('SIGTERM')).output).toContain('"reason":"the destination');
  });

  test('is unhealthy while its disk is full, and signs again by itself once there is space', async () => {
    const signer = start();
    await signer.listens;
    const remote = connectTo(files);
    await remote.sign(transaction({ nonce: 1 }));
    await fillDisk(signer.pid);
    await expect(remote.sign(transaction({ nonce: 2 }))).rejects.toMatchObject({
      code: 'SIGNER_UNAVAILABLE',
    });
    await expect(remote.probe()).rejects.toMatchObject({ code: 'SIGNER_UNAVAILABLE' });
    await expect(remote.sign(transaction({ nonce: 2 }))).rejects.toThrow();
    await freeDisk(signer.pid);
    await remote.probe();
    await remote.sign(transaction({ nonce: 2 }));
    // The payment from before the full disk is still known.
    const { calls } = parsePaymentLines('', await readLogLines(paymentLogPath(files.state)));
    expect(calls.map(({ nonce }) => nonce)).toEqual([1, 2]);
  });

  test('serves other connections while some are silent, and closes the silent ones', async () => {
    await start().listens;
    const silent = connect(files.socketPath);
    const halfAsked = connect(files.socketPath);
    const closings = [silent, halfAsked].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of [silent, halfAsked]) socket.on('error', () => {}).resume();
    await once(silent, 'connect');
    const half = 'POST /sign HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n{';
    await new Promise((resolve) => halfAsked.write(half, resolve));
    await connectTo(files).sign(transaction());
    const startedAt = Date.now();
    await Promise.all(closings);
    expect(Date.now() - startedAt).toBeLessThan(20_000);
  });

  test.each([
    ['nonsense', 'nonsense', 400],
    ['an unknown field', JSON.stringify({ chainId: 1, key: 'x' }), 400],
    ['a body above the size limit', 'x'.repeat(70_000), 413],
  ])('answers %s without signing', async (_what, body, status) => {
    await start().listens;
    const answered = await new Promise((resolve, reject) => {
      const sent = request({ socketPath: files.socketPath, path: '/sign', method: 'POST' }, (response) =>
        resolve(response.resume().statusCode),
      );
      sent.on('error', reject).end(body);
    });
    expect(answered).toBe(status);
    await connectTo(files).probe();
  });

  test('refuses to start on a keystore that another signer uses', async () => {
    await start().listens;
    const socketFolder = join(folder.path, 'elsewhere');
    await mkdir(socketFolder, { mode: 0o700 });
    const { code, output } = await start({
      ...files.environment,
      CAUSEWAY_SOCKET: join(socketFolder, 'signer.sock'),
    }).ended;
    expect(code).toBe(1);
    expect(output).toContain('The folder of this keystore is in use by process');
  });

  test('refuses to start if other accounts can reach its socket, policy or password', async () => {
    const tooLong = join(dirname(files.socketPath), 'x'.repeat(120));
    const long = await start({ ...files.environment, CAUSEWAY_SOCKET: tooLong }).ended;
    expect(long.output).toContain('must have at most 103 bytes');
    await chmod(files.environment.CAUSEWAY_INSTALLATION ?? '', 0o666);
    expect((await start().ended).output).toContain('chmod go-w');
    await chmod(files.environment.CAUSEWAY_INSTALLATION ?? '', 0o600);
    await chmod(dirname(files.socketPath), 0o755);
    expect((await start().ended).output).toContain('chmod 700');
    await chmod(dirname(files.socketPath), 0o700);
    await chmod(join(files.state, 'keystore-password'), 0o644);
    expect((await start().ended).output).toContain('chmod 600');
  });

  test('refuses to start without the key of the hot wallet', async () => {
    const stranger = generatePrivateKey();
    const installation = { ...withLimits(bridge.configFile()), hotWallet: privateKeyToAddress(privateKey) };
    const { environment } = await writeSignerFiles(folder, { privateKey: stranger, installation });
    expect((await start(environment).ended).output).toContain('None of the 1 key files');
  });
});

describe('the signer command', () => {
  const command = (environment: Record<string, string>, args: readonly string[], input = '') =>
    startSignerProcess(environment, { args, input }).ended;

  test('writes keystores with a piped key and with a new key', async () => {
    const environment = { CAUSEWAY_SECRETS: folder.path };
    await folder.write('keystore-password', 'secret words\n');
    const [imported, made] = [join(folder.path, 'imported.json'), join(folder.path, 'made.json')];
    const ends = await Promise.all([
      command(environment, ['import-key', '--out', imported], `${privateKey}\n`),
      command(environment, ['new-key', '--out', made]),
    ]);
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    expect(ends[0]?.output).toContain(privateKeyToAddress(privateKey));
    expect(await readKeystore(imported, 'secret words')).toBe(privateKey);
    const key = await readKeystore(made, 'secret words');
    expect(ends[1]?.output).toContain(privateKeyToAddress(key));
    expect(ends[1]?.output).not.toContain(key.slice(2));
    expect(JSON.parse(await readFile(made, 'utf8')).crypto.kdfparams.n).toBe(262_144);
  });

  test('reports a wrong key, a missing password and unknown arguments', async () => {
    const environment = { CAUSEWAY_SECRETS: folder.path };
    await folder.write('keystore-password', 'secret words\n');
    const out = join(folder.path, 'never.json');
    const ends = await Promise.all([
      command(environment, ['import-key', '--out', out], '0x12'),
      command({}, ['new-key', '--out', out]),
      command({}, ['sign']),
      command({}, ['new-key', '--key', '0x12']),
      command({}, []),
    ]);
    expect(ends.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
    const words = [
      'is not a private key',
      'keystore-password cannot be read',
      'Usage',
      'Unknown option',
      'CAUSEWAY_STATE is not set',
    ];
    words.forEach((text, index) => void expect(ends[index]?.output).toContain(text));
  });
});
