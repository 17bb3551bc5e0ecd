import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';
import { copySnapshot } from '../tools/lab/postgres/embeddedSnapshot.ts';
import { findFreePorts } from '../tools/lab/processes/freePort.mjs';
import { waitUntil } from '../tools/lab/processes/waitUntil.ts';
import type { ServiceProcess, SignerProcess } from '../tools/lab/service/program.ts';
import { startServiceProcess, startSignerProcess } from '../tools/lab/service/program.ts';
import { createSampleFile } from '../tools/lab/service/sampleCatalog.ts';
import { placeCertificates, remoteSettings, writeSignerFiles } from '../tools/lab/service/signerFiles.ts';
import { createTestAuthority } from '../tools/lab/service/testCertificates.ts';
import type { WorkFolder } from '../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../tools/lab/service/workFolder.ts';
import { readTlsIdentity } from './boot/tls.ts';

// The Anvil account that is the sample's hot wallet.
const privateKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const EXPIRY = 'causeway_signer_certificate_expiry_timestamp_seconds';

let folder: WorkFolder;
let processes: (ServiceProcess | SignerProcess)[];

beforeEach(async () => {
  folder = await createWorkFolder();
  processes = [];
});
afterEach(async () => {
  await Promise.all(processes.map((one) => one.kill('SIGKILL')));
  await folder.remove();
});

test('a service reaches a signer on another machine, and reports when the certificates expire', async () => {
  const [signerPort = 0, operatorPort = 0, closedPort = 0] = await findFreePorts(3);
  const authority = await createTestAuthority(folder.path);
  const [signerFiles, workerFiles] = await Promise.all([
    authority.issue('signer', { names: ['localhost'], usage: 'serverAuth' }),
    authority.issue('worker', { names: ['worker-1'], usage: 'clientAuth' }),
  ]);
  // No node listens there. Signer and service start without their chains.
  const rpcUrls = [`http://127.0.0.1:${closedPort}`];
  const file = createSampleFile();
  file.chains = file.chains.map((chain) => ({ ...chain, rpcUrls }));
  file.listen.firstPort = 0;
  file.lab.operatorPort = operatorPort;
  file.database = `embedded:${join(folder.path, 'data')}`;
  Object.assign(file.signer, remoteSettings(signerPort));
  const { environment, state } = await writeSignerFiles(folder, { privateKey, installation: file });
  await placeCertificates(state, signerFiles);
  const signer = startSignerProcess(environment);
  processes.push(signer);
  await signer.listens;

  await copySnapshot(join(folder.path, 'data'));
  await placeCertificates(folder.path, workerFiles);
  const service = startServiceProcess({
    CAUSEWAY_INSTALLATION: await folder.write('installation.json', JSON.stringify(file)),
    CAUSEWAY_STATE: folder.path,
    // The unit always names a socket. The file decides.
    CAUSEWAY_SOCKET: join(folder.path, 'unused'),
  });
  processes.push(service);
  await service.url;

  const readMetrics = async () => (await fetch(`http://127.0.0.1:${operatorPort}/metrics`)).text();
  const untilShown = (line: string) =>
    waitUntil(async () => (await readMetrics()).includes(line), { timeoutMs: 90_000, what: line });
  const endOf = async (files: typeof workerFiles) => (await readTlsIdentity(files)).certExpiresAt.getTime() / 1000;
  await untilShown('causeway_ready{check="signer"} 1');
  await untilShown(`${EXPIRY}{certificate="worker"} ${await endOf(workerFiles)}`);
  await untilShown(`${EXPIRY}{certificate="signer"} ${await endOf(signerFiles)}`);
  await untilShown(`${EXPIRY}{certificate="ca"} `);
});
