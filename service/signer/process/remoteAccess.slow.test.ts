import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findFreePort } from '../../../tools/lab/processes/freePort.mjs';
import { startSignerProcess } from '../../../tools/lab/service/program.ts';
import { createSampleFile } from '../../../tools/lab/service/sampleCatalog.ts';
import { placeCertificates, remoteSettings, writeSignerFiles } from '../../../tools/lab/service/signerFiles.ts';
import { createTestAuthority } from '../../../tools/lab/service/testCertificates.ts';
import type { WorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../../../tools/lab/service/workFolder.ts';
import type { TlsFiles } from '../../boot/tls.ts';
import { readTlsIdentity } from '../../boot/tls.ts';
import { readRemoteAccess } from './tlsServer.ts';

const SIGNER = { names: ['localhost'], usage: 'serverAuth' } as const;

let folder: WorkFolder;
let files: TlsFiles;

beforeEach(async () => {
  folder = await createWorkFolder();
  files = await (await createTestAuthority(folder.path)).issue('signer', SIGNER);
});
afterEach(() => folder.remove());

describe('the address of the signer', () => {
  const clients = ['worker-1', 'worker-2.internal'];

  test('has a host, a port and the names of its clients', async () => {
    await placeCertificates(folder.path, files);
    const { options } = await readTlsIdentity(files);
    expect(await readRemoteAccess({ listen: '10.0.0.5:8790', clients }, folder.path)).toMatchObject({
      ...{ host: '10.0.0.5', port: 8790, clients, identity: { options } },
    });
    expect(await readRemoteAccess({ listen: '[::1]:8790', clients }, folder.path)).toMatchObject({
      ...{ host: '::1', port: 8790 },
    });
  });

  test('is refused without the certificates', async () => {
    const access = readRemoteAccess({ listen: '10.0.0.5:8790', clients }, folder.path);
    await expect(access).rejects.toThrow(`${folder.path}/tls/tls.key cannot be read`);
  });
});

test('the signer refuses to start on an address that is in use', async () => {
  const privateKey = generatePrivateKey();
  const port = await findFreePort();
  const file = createSampleFile();
  const installation = {
    ...file,
    hotWallet: privateKeyToAddress(privateKey),
    signer: { ...file.signer, ...remoteSettings(port) },
  };
  const [first, second] = await Promise.all(
    ['a', 'b'].map(async (name) => {
      const own = await createWorkFolder();
      const { environment, state } = await writeSignerFiles(own, { privateKey, installation });
      await placeCertificates(state, files);
      return { name, own, environment };
    }),
  );
  if (!first || !second) throw new Error('two signers are needed');
  const running = startSignerProcess(first.environment);
  await running.listens;
  const { code, output } = await startSignerProcess(second.environment).ended;
  expect(code).toBe(1);
  expect(output).toContain(`The signer cannot listen on 127.0.0.1 port ${port}`);
  await running.kill('SIGTERM');
  await Promise.all([first.own.remove(), second.own.remove()]);
});
