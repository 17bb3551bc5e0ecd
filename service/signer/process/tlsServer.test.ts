import { execFile } from 'node:child_process';
import { chmod, copyFile, readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ConnectionOptions } from 'node:tls';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '../../../tools/lab/processes/waitUntil.ts';
import type { TestAuthority } from '../../../tools/lab/service/testCertificates.ts';
import { createTestAuthority } from '../../../tools/lab/service/testCertificates.ts';
import type { WorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../../../tools/lab/service/workFolder.ts';
import type { TlsFiles } from '../../boot/tls.ts';
import { readTlsIdentity } from '../../boot/tls.ts';
import { createRemoteSigner, createTlsRoute } from '../client/remoteSigner.ts';
import { createKeySigner } from '../client/signer.ts';
import { createPaymentLog, MEMORY_ONLY } from './paymentLog.ts';
import type { SigningContext } from './signVerified.ts';
import type { TlsServer } from './tlsServer.ts';
import { startTlsServer } from './tlsServer.ts';

const SIGNER = { names: ['localhost'], usage: 'serverAuth' } as const;
const WORKER = { names: ['worker-1.internal'], usage: 'clientAuth' } as const;
const PROBE = 'GET /address HTTP/1.1\r\nhost: localhost\r\n\r\n';

const key = createKeySigner(`0x${'11'.repeat(32)}`);

let folder: WorkFolder;
let authority: TestAuthority;
let signerFiles: TlsFiles;
let workerFiles: TlsFiles;
let server: TlsServer;
let log: string[];
let sockets: Socket[];

beforeEach(async () => {
  folder = await createWorkFolder();
  authority = await createTestAuthority(folder.path);
  [signerFiles, workerFiles] = await Promise.all([
    authority.issue('signer', SIGNER),
    authority.issue('worker', WORKER),
  ]);
  log = [];
  sockets = [];
  server = await startServer(signerFiles);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.stop();
  await folder.remove();
});

const context: Omit<SigningContext, 'logger'> = {
  signer: key,
  policy: { hotWallet: key.address, formerHotWallets: [], chains: [], routes: [], remote: null },
  providers: new Map(),
  paymentLog: createPaymentLog(MEMORY_ONLY),
};

async function startServer(files: TlsFiles): Promise<TlsServer> {
  const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) });
  const access = { host: '127.0.0.1', port: 0, clients: ['worker-1.internal'], identity: await readTlsIdentity(files) };
  return startTlsServer({ ...context, logger }, access);
}

/** Restarts the signer with other certificates. */
async function restartWith(files: TlsFiles): Promise<void> {
  await server.stop();
  server = await startServer(files);
}

async function probe(files = workerFiles, host = 'localhost'): Promise<void> {
  const route = createTlsRoute(new URL(`https://${host}:${server.port}`), await readTlsIdentity(files));
  await createRemoteSigner(route, key.address).probe();
}

/** A probe has two seconds, which a busy machine can exceed. */
const untilAnswered = (files = workerFiles) => waitUntil(() => probe(files).then(() => true));

/** The signer's answer to bytes on a connection, until it closes the connection. */
async function send(bytes: string, options: ConnectionOptions): Promise<string> {
  const socket = connectTls({ host: '127.0.0.1', port: server.port, servername: 'localhost', ...options });
  sockets.push(socket);
  socket.write(bytes);
  return text(socket).catch(() => '');
}

const tlsOptions = async (files: TlsFiles) => (await readTlsIdentity(files)).options;
const refusals = () => log.filter((line) => line.includes('connection refused')).join('\n');
const unavailable = { code: 'SIGNER_UNAVAILABLE' };

describe('the signer answers on its address', () => {
  test('a worker with a certificate of the authority and a configured name', async () => {
    await untilAnswered();
    expect(await send(PROBE, await tlsOptions(workerFiles))).toContain(key.address);
    expect(refusals()).toBe('');
  });

  test.each<readonly [string, () => Promise<TlsFiles>, RegExp]>([
    [
      'of another authority',
      async () => {
        const files = await (await createTestAuthority(folder.path, 'other')).issue('worker', WORKER);
        return { ...files, ca: authority.cert };
      },
      /UNABLE_TO_VERIFY|SELF_SIGNED|UNABLE_TO_GET_ISSUER/,
    ],
    ['with another name', () => authority.issue('x', { ...WORKER, names: ['worker-2.internal'] }), /no name of/],
    ['with a name for all', () => authority.issue('x', { ...WORKER, names: ['*.internal'] }), /no name of/],
    ['that has expired', () => authority.issue('x', { ...WORKER, days: -1 }), /CERT_HAS_EXPIRED/],
    ['for servers only', () => authority.issue('x', { ...WORKER, usage: 'serverAuth' }), /INVALID_PURPOSE/],
  ])('no worker with a certificate %s', async (_what, issue, reason) => {
    const files = await issue();
    await expect(probe(files)).rejects.toMatchObject(unavailable);
    expect(await send(PROBE, await tlsOptions(files))).toBe('');
    expect(refusals()).toMatch(reason);
    await untilAnswered();
  });

  test('no client without a certificate, with TLS 1.2 or with plain HTTP', async () => {
    const { ca, ...own } = await tlsOptions(workerFiles);
    expect(await send(PROBE, { ca: String(ca) })).toBe('');
    expect(await send(PROBE, { ...own, ca: String(ca), minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' })).toBe('');
    const plain = connect(server.port, '127.0.0.1');
    sockets.push(plain);
    plain.write(PROBE);
    expect(await text(plain).catch(() => '')).not.toContain(key.address);
    await untilAnswered();
  });

  test('no request on a resumed session: each connection presents its certificate', async () => {
    const options = await tlsOptions(workerFiles);
    const connectAgain = async (session?: Buffer) => {
      const sessions: Buffer[] = [];
      const socket = connectTls({
        ...{ ...options, host: '127.0.0.1', port: server.port, servername: 'localhost' },
        ...(session && { session }),
      });
      sockets.push(socket);
      socket.on('session', (one) => void sessions.push(one));
      const isReused = new Promise((resolve) => socket.once('secureConnect', () => resolve(socket.isSessionReused())));
      socket.write(PROBE);
      const answer = await text(socket);
      return { answer, session: sessions.at(-1), isReused: await isReused };
    };
    const first = await connectAgain();
    expect(first).toMatchObject({ answer: expect.stringContaining(key.address), session: expect.anything() });
    expect(await connectAgain(first.session)).toMatchObject({
      isReused: false,
      answer: expect.stringContaining(key.address),
    });
  });
});

test('a worker trusts only the signer: authority, name and expiry of its certificate', async () => {
  await expect(probe(workerFiles, '127.0.0.1')).rejects.toMatchObject(unavailable);
  const other = await createTestAuthority(folder.path, 'other');
  for (const files of [
    await authority.issue('expired', { ...SIGNER, days: -1 }),
    await authority.issue('elsewhere', { ...SIGNER, names: ['elsewhere.internal'] }),
    { ...(await other.issue('signer', SIGNER)), ca: authority.cert },
  ]) {
    await restartWith(files);
    await expect(probe()).rejects.toMatchObject(unavailable);
  }
  await restartWith(signerFiles);
  await untilAnswered();
});

describe('connections that send nothing', () => {
  const open = (localAddress: string) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    socket.on('error', () => {}).resume();
    return new Promise((resolve) => socket.once('close', resolve));
  };

  test('are closed, and workers still get their answers', async () => {
    const silent = Array.from({ length: 300 }, () => open('127.0.0.2'));
    const slow = connectTls({
      ...(await tlsOptions(workerFiles)),
      port: server.port,
      host: '127.0.0.1',
      servername: 'localhost',
    });
    sockets.push(slow);
    slow.write('POST /sign HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n{');
    await untilAnswered();
    await Promise.all(silent);
    expect(refusals()).toContain('127.0.0.2');
    expect(await text(slow)).not.toContain(' 200 ');
    await untilAnswered();
  });
});

test.each([
  ['nonsense', 'nonsense', 400],
  ['a body above the size limit', 'x'.repeat(70_000), 413],
])('answers %s without signing', async (_what, body, status) => {
  const head = `POST /sign HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`;
  expect(await send(head + body, await tlsOptions(workerFiles))).toContain(`HTTP/1.1 ${status} `);
});

test('openssl as a client gets TLS 1.3 and a request for its certificate', async () => {
  const args = [
    's_client',
    '-connect',
    `127.0.0.1:${server.port}`,
    '-CAfile',
    authority.cert,
    '-verify_hostname',
    'localhost',
  ];
  const { stdout } = await promisify(execFile)('openssl', args).catch((error: { stdout: string }) => error);
  expect(stdout).toContain('TLSv1.3');
  expect(stdout).toContain('Acceptable client certificate CA names');
});

test('refuses files that other accounts can read or change, and a key that does not match the certificate', async () => {
  await chmod(workerFiles.key, 0o640);
  await expect(readTlsIdentity(workerFiles)).rejects.toThrow('chmod 600');
  await chmod(workerFiles.key, 0o600);
  await chmod(workerFiles.ca, 0o664);
  await expect(readTlsIdentity(workerFiles)).rejects.toThrow('chmod go-w');
  await chmod(workerFiles.ca, 0o644);
  await expect(readTlsIdentity({ ...workerFiles, key: signerFiles.key })).rejects.toThrow('is not the private key');
  await expect(readTlsIdentity({ ...workerFiles, ca: workerFiles.key })).rejects.toThrow('has no certificate');
  const missing = join(folder.path, 'missing');
  await expect(readTlsIdentity({ ...workerFiles, cert: missing })).rejects.toThrow('cannot be read');
  await copyFile(workerFiles.cert, missing);
  expect((await readTlsIdentity({ ...workerFiles, cert: missing })).certExpiresAt.getTime()).toBeGreaterThan(
    Date.now(),
  );
});

test('the commands in docs/operating.md make certificates that the signer and the worker accept', async () => {
  const page = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/```sh\n([\s\S]+?)```/g)].map(([, block = '']) => block);
  const commands = blocks.filter((block) => block.includes('openssl'));
  expect(commands).toHaveLength(2);
  const script = commands.join('').replaceAll('signer.internal', 'localhost');
  await promisify(execFile)('sh', ['-euc', script], { cwd: folder.path });
  const inFolder = (name: string) => join(folder.path, name);
  const filesOf = (name: string) => ({
    cert: inFolder(`${name}/tls.crt`),
    key: inFolder(`${name}/tls.key`),
    ca: inFolder('ca.crt'),
  });
  await restartWith(filesOf('signer'));
  await untilAnswered(filesOf('worker-1'));
  const args = [
    's_client',
    '-connect',
    `127.0.0.1:${server.port}`,
    '-verify_return_error',
    '-verify_hostname',
    'localhost',
  ];
  const own = ['-brief', '-CAfile', 'ca.crt', '-cert', 'worker-1/tls.crt', '-key', 'worker-1/tls.key'];
  const asked = promisify(execFile)('openssl', [...args, ...own], { cwd: folder.path });
  asked.child.stdin?.end();
  expect((await asked).stderr).toContain('Verification: OK');
});
