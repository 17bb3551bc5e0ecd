import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findFreePort } from '../../../lab/processes/freePort.mjs';
import { createSampleFile } from '../../../lab/service/sampleCatalog.ts';
import {
  remoteEnvironment,
  startSignerProcess,
  tlsEnvironment,
  writeSignerFiles,
} from '../../../lab/service/signerProcess.ts';
import { createTestAuthority } from '../../../lab/service/testCertificates.ts';
import type { WorkFolder } from '../../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../../lab/service/workFolder.ts';
import type { TlsFiles } from '../../boot/tls.ts';
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
  const read = (env: Record<string, string>) =>
    readRemoteAccess({ CAUSEWAY_SIGNER_CLIENTS: 'worker-1, worker-2.internal', ...tlsEnvironment(files), ...env });

  test('is none by default', async () => {
    expect(await read({})).toBe(null);
  });

  test('has a host, a port and the names of its clients', async () => {
    expect(await read({ CAUSEWAY_SIGNER_LISTEN: '10.0.0.5:8790' })).toMatchObject({
      ...{ host: '10.0.0.5', port: 8790, clients: ['worker-1', 'worker-2.internal'] },
    });
    expect(await read({ CAUSEWAY_SIGNER_LISTEN: '[::1]:8790' })).toMatchObject({ host: '::1', port: 8790 });
  });

  test.each([
    [{ CAUSEWAY_SIGNER_LISTEN: '8790' }, 'must be an address and a port'],
    [{ CAUSEWAY_SIGNER_LISTEN: '10.0.0.5' }, 'must be an address and a port'],
    [{ CAUSEWAY_SIGNER_LISTEN: '10.0.0.5:99999' }, 'must be an address and a port'],
    [{ CAUSEWAY_SIGNER_LISTEN: 'https://10.0.0.5:1' }, 'must be an address and a port'],
    [{ CAUSEWAY_SIGNER_CLIENTS: ' ,' }, 'CAUSEWAY_SIGNER_CLIENTS is not set'],
    [{ CAUSEWAY_SIGNER_CLIENTS: 'worker-1,*.internal' }, 'not "*.internal"'],
    [{ CAUSEWAY_SIGNER_TLS_CA_FILE: '' }, 'CAUSEWAY_SIGNER_TLS_CA_FILE is not set'],
    [{ CAUSEWAY_SIGNER_TLS_KEY_FILE: '/nowhere' }, '/nowhere cannot be read'],
  ])('is refused with %o', async (change, problem) => {
    await expect(read({ CAUSEWAY_SIGNER_LISTEN: '10.0.0.5:8790', ...change })).rejects.toMatchObject({
      problems: [expect.stringContaining(problem)],
    });
  });
});

test('the signer refuses to start on an address that is in use', async () => {
  const privateKey = generatePrivateKey();
  const installation = { ...createSampleFile(), hotWallet: privateKeyToAddress(privateKey) };
  const port = await findFreePort();
  const [first, second] = await Promise.all(
    ['a', 'b'].map(async (name) => {
      const own = await createWorkFolder();
      const { environment } = await writeSignerFiles(own, { privateKey, installation });
      return { name, own, environment: { ...environment, ...remoteEnvironment(port, files) } };
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
