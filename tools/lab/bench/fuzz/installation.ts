import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import fc from 'fast-check';
import type { TlsIdentity } from '../../../../service/boot/tls.ts';
import { readTlsIdentity } from '../../../../service/boot/tls.ts';
import type { SignerRoute } from '../../../../service/signer/client/remoteSigner.ts';
import {
  createRemoteSigner,
  createSocketRoute,
  createTlsRoute,
} from '../../../../service/signer/client/remoteSigner.ts';
import { ADDRESS_PATH, SIGN_PATH } from '../../../../service/signer/client/signer.ts';
import type { TestBridge } from '../../chains/testBridge.ts';
import { createTestBridge } from '../../chains/testBridge.ts';
import { API_PREFIX } from '../../installation/installationFile.ts';
import { startTestPostgres } from '../../postgres/testPostgres.ts';
import type { Cleanups } from '../../processes/cleanups.ts';
import { orCleanUp } from '../../processes/cleanups.ts';
import { findFreePorts } from '../../processes/freePort.mjs';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { ServiceProcess, SignerProcess } from '../../service/program.ts';
import { startServiceProcess, startSignerProcess } from '../../service/program.ts';
import { offersPairs } from '../../service/readPairs.ts';
import { placeCertificates, remoteSettings, writeSignerFiles } from '../../service/signerFiles.ts';
import { createTestAuthority } from '../../service/testCertificates.ts';
import { createWorkFolder } from '../../service/workFolder.ts';
import type { Call } from './apiCalls.ts';
import { apiCalls, findCallProblem } from './apiCalls.ts';
import type { Attempt, FuzzTarget } from './fuzzServer.ts';
import { findStatusProblem } from './fuzzServer.ts';
import { startHostTarget } from './hostTarget.ts';
import type { Surface } from './rawRequests.ts';
import { rawRequests } from './rawRequests.ts';

// The service ends a request after 5 s.
const CALL_PATIENCE_MS = 15_000;
const toBytes = (text: string) => Buffer.from(text).toString('latin1');

const oddAttempts = (surface: Surface): fc.Arbitrary<Attempt> =>
  rawRequests(surface).map((request) => ({ request, findProblem: findStatusProblem }));

function toAttempt(call: Call): Attempt {
  const body = toBytes(call.body);
  const type = call.contentType === '' ? '' : `content-type: ${call.contentType}\r\n`;
  const head = `${call.method} ${API_PREFIX}/${call.operation} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${type}`;
  return {
    request: {
      pieces: [`${head}content-length: ${body.length}\r\n\r\n${body}`],
      end: 'wait',
      patienceMs: CALL_PATIENCE_MS,
    },
    findProblem: (reply) => (reply === null ? 'no answer' : findCallProblem(call, reply)),
  };
}

const apiAttempts = fc.oneof(
  apiCalls.map(toAttempt),
  oddAttempts({
    methods: ['POST', 'POST', 'GET', 'HEAD', 'OPTIONS'],
    paths: [
      ...['get_build_tx', 'get_all_pair_infos', 'get_receipt', 'get_receipts'].map((name) => `${API_PREFIX}/${name}`),
      ...['/pairs', '/docs', '/openapi.json', '', '/'].map((path) => API_PREFIX + path),
    ],
    bodies: apiCalls.map(({ body }) => toBytes(body)),
  }),
);

const operatorAttempts = oddAttempts({
  methods: ['GET', 'GET', 'HEAD', 'POST'],
  paths: ['/live', '/ready', '/serving', '/metrics'],
  bodies: fc.json().map(toBytes),
});

const hex = (length: number) =>
  fc.bigInt({ min: 0n, max: 16n ** BigInt(length) - 1n }).map((n) => `0x${n.toString(16).padStart(length, '0')}`);
const digits = fc.oneof(
  { weight: 30, arbitrary: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String) },
  fc.constantFrom('', '-1', '1e9', '9'.repeat(300)),
);

/** Signature requests: most are readable, and none is for a payment that is owed. */
function signBodies(chainIds: readonly number[]): fc.Arbitrary<string> {
  const chainId = fc.oneof(fc.constantFrom(...chainIds), fc.maxSafeNat());
  const order = fc.record({
    ...{
      chainId,
      nonce: fc.nat(),
      to: hex(40),
      data: hex(200),
      value: digits,
      gasLimit: digits,
      maxFee: digits,
      tip: digits,
    },
    deposits: fc.array(fc.record({ chainId, transactionHash: hex(64), ordinal: fc.nat() }), { maxLength: 3 }),
  });
  const text = order.map((body) => JSON.stringify(body));
  const large = fc.integer({ min: 60_000, max: 80_000 }).map((length) => 'x'.repeat(length));
  return fc.oneof(
    { weight: 4, arbitrary: text },
    fc.json(),
    large,
    fc.string(),
    text.map((whole) => whole.slice(0, -20)),
  );
}

export type Fuzzed = { readonly targets: readonly FuzzTarget[]; readonly stop: () => Promise<void> };

/**
 * Starts the processes of an installation: the web host, the service with its two ports, and the signer with its socket and TLS
 * port.
 */
export function startFuzzed(firstChainId: number): Promise<Fuzzed> {
  return orCleanUp(async (cleanups) => ({ targets: await startAll(firstChainId, cleanups), stop: cleanups.run }));
}

async function startAll(firstChainId: number, cleanups: Cleanups): Promise<readonly FuzzTarget[]> {
  const folder = await createWorkFolder();
  cleanups.add(folder.remove);
  const host = await startHostTarget(folder);
  cleanups.add(host.stop);
  const postgres = await startTestPostgres();
  cleanups.add(postgres.stop);
  const bridge = await createTestBridge(firstChainId);
  cleanups.add(bridge.stop);
  const file = bridge.configFile();
  const [signerPort = 0, operatorPort = 0] = await findFreePorts(2);
  const remote = { ...file, signer: { ...file.signer, ...remoteSettings(signerPort) } };
  const files = await writeSignerFiles(folder, { privateKey: bridge.hotWalletKey, installation: remote });
  const authority = await createTestAuthority(folder.path);
  const own = await authority.issue('signer', { names: ['localhost'], usage: 'serverAuth' });
  const worker = await readTlsIdentity(await authority.issue('worker', { names: ['worker-1'], usage: 'clientAuth' }));
  await placeCertificates(files.state, own);
  const signer = startSignerProcess(files.environment);
  cleanups.add(() => signer.kill('SIGTERM'));
  await signer.listens;
  const service = startServiceProcess({
    CAUSEWAY_INSTALLATION: await folder.write(
      'service.json',
      JSON.stringify({ ...file, lab: { ...file.lab, operatorPort } }),
    ),
    DATABASE_URL: await postgres.createDatabase(),
    CAUSEWAY_SOCKET: files.socketPath,
  });
  cleanups.add(() => service.kill('SIGTERM'));
  const { socketPath } = files;
  return [
    host,
    ...(await listServiceTargets(service, operatorPort)),
    ...listSignerTargets(signer, { bridge, socketPath, worker, port: signerPort }),
  ];
}

async function listServiceTargets(service: ServiceProcess, operatorPort: number): Promise<readonly FuzzTarget[]> {
  const url = new URL(await service.url);
  const hasPairs = () => offersPairs(url.href);
  await waitUntil(hasPairs, { timeoutMs: 120_000, what: 'the first pair' });
  const process = { pid: service.pid, exited: service.ended, output: service.output };
  return [
    {
      ...{ name: 'API', process, clients: 16, answersHttp: true, attempts: apiAttempts },
      // Successful operations, refused operations and refused HTTP requests.
      reached: ['200', '200 0', '200 907', '400 400', '405 405', '413 413', '415 415'],
      open: () => connect(Number(url.port), '127.0.0.1'),
      verify: async () => {
        if (!(await hasPairs())) throw new Error('the service offers no pair');
      },
    },
    {
      ...{ name: "operator's port", process, clients: 16, answersHttp: true, attempts: operatorAttempts },
      reached: ['200', '400', '404'],
      open: () => connect(operatorPort, '127.0.0.1'),
      verify: async () => {
        const metrics = await (await fetch(`http://127.0.0.1:${operatorPort}/metrics`)).text();
        if (!metrics.includes('causeway_')) throw new Error(`/metrics answers ${metrics.slice(0, 200)}`);
      },
    },
  ];
}

type SignerAccess = {
  readonly bridge: TestBridge;
  readonly socketPath: string;
  readonly worker: TlsIdentity;
  readonly port: number;
};

function listSignerTargets(
  signer: SignerProcess,
  { bridge, socketPath, worker, port }: SignerAccess,
): readonly FuzzTarget[] {
  const chainIds = [bridge.origin.chain.id, bridge.destination.chain.id];
  const paths = [ADDRESS_PATH, SIGN_PATH, SIGN_PATH];
  const attempts = oddAttempts({ methods: ['POST', 'POST', 'GET', 'HEAD'], paths, bodies: signBodies(chainIds) });
  const probe = (route: SignerRoute) => async () => {
    await createRemoteSigner(route, bridge.hotWallet.address).probe();
  };
  const verify = probe(createTlsRoute(new URL(`https://localhost:${port}`), worker));
  const process = { pid: signer.pid, exited: signer.ended, output: signer.output };
  // The signer allows 32 TLS connections per address.
  const ofSigner = { process, clients: 16, attempts, verify };
  const asWorker = { ...ofSigner, answersHttp: true, reached: ['200', '400', '403', '404'] };
  const asStranger = { ...ofSigner, answersHttp: false, reached: [] };
  const tls = { host: '127.0.0.1', port, servername: 'localhost' };
  const { ca } = worker.options;
  return [
    {
      ...{ ...asWorker, name: "signer's socket", open: () => connect(socketPath) },
      verify: probe(createSocketRoute(socketPath)),
    },
    { ...asWorker, name: 'signer with a certificate', open: () => connectTls({ ...worker.options, ...tls }) },
    { ...asStranger, name: 'signer without a certificate', open: () => connectTls({ ca, ...tls }) },
    { ...asStranger, name: 'signer without TLS', open: () => connect(port, '127.0.0.1') },
  ];
}
