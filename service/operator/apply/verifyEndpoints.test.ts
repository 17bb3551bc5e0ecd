import { expect, test } from 'vitest';
import type { LabInstallation } from '../../../tools/lab/installation/installationFile.ts';
import { createMainnetFile, createSampleFile } from '../../../tools/lab/service/sampleCatalog.ts';
import { createWorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { createMachine } from './machine.ts';
import { parseSound } from './readInstallationFile.ts';
import { verifyEndpoints } from './verifyEndpoints.ts';

// Nothing listens on the "discard" port.
const SERVICE = ['https://127.0.0.1:9', 'https://localhost:9'];
const SIGNER = ['https://127.0.0.2:9/{file:none}', 'https://127.0.0.3:9'];

async function verify(file: LabInstallation, isKnown: boolean) {
  for (const chain of file.chains) chain.rpcUrls = SERVICE;
  for (const view of Object.values(file.signer.chains)) view.rpcUrls = SIGNER;
  const folder = await createWorkFolder();
  const machine = createMachine({ root: folder.path, programs: '' });
  const sound = await parseSound(JSON.stringify(file), { folder: '', now: new Date('2026-11-23') });
  return verifyEndpoints(sound, { before: isKnown ? sound : null, machine }).finally(() => folder.remove());
}

test('a mainnet whose endpoints do not answer is refused, even if they are in the running file', async () => {
  for (const isKnown of [false, true]) {
    const { problems, notes } = await verify(createMainnetFile(), isKnown);
    expect(problems).toContainEqual(expect.stringMatching(/^chains.Northshore.rpcUrls.0 does not answer/));
    expect(problems).toContainEqual(expect.stringMatching(/^signer.chains.Northshore.rpcUrls.1 does not answer/));
    // This machine has no secret for the other one.
    expect(problems.join('\n')).not.toContain('signer.chains.Northshore.rpcUrls.0');
    expect(notes).toEqual([]);
  }
});

test('a testnet whose endpoints do not answer is a note', async () => {
  const file = createSampleFile();
  file.signer.chains = {};
  const { problems, notes } = await verify(file, false);
  expect(problems).toEqual([]);
  expect(notes).toContainEqual(expect.stringMatching(/^chains.Northshore.rpcUrls.0 does not answer/));
});
