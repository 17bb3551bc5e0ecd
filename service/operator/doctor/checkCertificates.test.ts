import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSampleFile } from '../../../tools/lab/service/sampleCatalog.ts';
import { placeCertificates, remoteSettings } from '../../../tools/lab/service/signerFiles.ts';
import { createTestAuthority } from '../../../tools/lab/service/testCertificates.ts';
import type { WorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { parseInstallation } from '../../boot/readConfig.ts';
import { parsePolicy } from '../../signer/process/policyFile.ts';
import { createMachine, stateOf } from '../apply/machine.ts';
import { certificateChecks } from './checkMachine.ts';
import { runChecks } from './finding.ts';

let folder: WorkFolder;
beforeEach(async () => {
  folder = await createWorkFolder();
});
afterEach(() => folder.remove());

const DAY_MS = 86_400_000;

/** Examines a machine with worker and signer. */
function check(signer: object, now = new Date()) {
  const file = createSampleFile();
  const text = JSON.stringify({ ...file, signer: { ...file.signer, ...signer } });
  const config = parseInstallation(text, []) ?? expect.fail();
  const machine = createMachine({ root: folder.path, programs: '' });
  const copies = { machine, service: { text, config }, policy: parsePolicy(text), databases: [], findings: [] };
  return runChecks(certificateChecks({ copies, roles: ['signer', 'worker'], now }));
}

const placeOf = (role: 'signer' | 'worker') => join(folder.path, stateOf(role));

async function placeBoth() {
  const authority = await createTestAuthority(folder.path);
  const files = await authority.issue('worker', { names: ['worker-1'], usage: 'clientAuth', days: 30 });
  for (const role of ['signer', 'worker'] as const) await placeCertificates(placeOf(role), files);
}

test('the certificates are examined only if a signer runs on another machine', async () => {
  await placeBoth();
  expect(await check({})).toEqual([]);
});

test('reports a certificate that expires soon, and files that do not match', async () => {
  await placeBoth();
  await rm(join(placeOf('signer'), 'tls/ca.crt'));
  const remote = remoteSettings(8790);
  expect(await check(remote)).toMatchObject([
    { check: 'certificates of the signer', ok: false, detail: expect.stringContaining('ca.crt cannot be read') },
    { check: 'certificates of the worker', ok: true, detail: expect.stringContaining('the certificate ends on') },
    { check: 'certificates of the worker', ok: true, detail: expect.stringContaining('the authority ends on') },
  ]);
  expect(await check(remote, new Date(Date.now() + 20 * DAY_MS))).toMatchObject([
    { ok: false },
    { ok: false, detail: expect.stringContaining('in 9 days') },
    { ok: true },
  ]);
  await chmod(join(placeOf('worker'), 'tls/tls.key'), 0o644);
  expect(await check(remote)).toMatchObject([
    { ok: false },
    { ok: false, detail: expect.stringContaining('chmod 600') },
  ]);
});
