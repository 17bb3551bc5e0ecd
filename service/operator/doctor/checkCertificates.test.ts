import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tlsEnvironment } from '../../../lab/service/signerProcess.ts';
import { createTestAuthority } from '../../../lab/service/testCertificates.ts';
import type { WorkFolder } from '../../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../../lab/service/workFolder.ts';
import { certificateChecks } from './checkMachine.ts';
import { runChecks } from './finding.ts';

let folder: WorkFolder;
beforeEach(async () => {
  folder = await createWorkFolder();
  await mkdir(join(folder.path, 'etc/causeway'), { recursive: true });
});
afterEach(() => folder.remove());

const DAY_MS = 86_400_000;
const check = (now = new Date()) =>
  runChecks(certificateChecks({ machine: { root: folder.path }, roles: ['signer', 'worker'], now }));

async function issue() {
  const authority = await createTestAuthority(folder.path);
  return authority.issue('worker', { names: ['worker-1'], usage: 'clientAuth', days: 30 });
}

const write = (name: string, env: Record<string, string>) =>
  folder.write(
    `etc/causeway/${name}`,
    Object.entries(env)
      .map(([variable, value]) => `${variable}="${value}"\n`)
      .join(''),
  );

test('the certificates are examined only where a signer runs on another machine', async () => {
  expect(await check()).toEqual([]);
  await write('worker.env', { DATABASE_URL: 'postgresql://db/causeway', ...tlsEnvironment(await issue()) });
  expect(await check()).toEqual([]);
});

test('a certificate that ends soon, and files that do not fit, are findings', async () => {
  const files = await issue();
  await write('worker.env', { CAUSEWAY_SIGNER_URL: 'https://signer:8790', ...tlsEnvironment(files) });
  await write('signer.env', { CAUSEWAY_SIGNER_LISTEN: '10.0.0.5:8790', ...tlsEnvironment({ ...files, ca: '' }) });
  expect(await check()).toMatchObject([
    { check: 'certificates of the signer', ok: false, detail: expect.stringContaining('TLS_CA_FILE is not set') },
    { check: 'certificates of the worker', ok: true, detail: expect.stringContaining('the certificate ends on') },
    { check: 'certificates of the worker', ok: true, detail: expect.stringContaining('the authority ends on') },
  ]);
  const late = await check(new Date(Date.now() + 20 * DAY_MS));
  expect(late).toMatchObject([
    { ok: false },
    { ok: false, detail: expect.stringContaining('in 9 days') },
    { ok: true },
  ]);
  await chmod(files.key, 0o644);
  expect(await check()).toMatchObject([{ ok: false }, { ok: false, detail: expect.stringContaining('chmod 600') }]);
});
