import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SignerWorld } from '../../../tools/lab/service/signerWorld.ts';
import { createSignerWorld } from '../../../tools/lab/service/signerWorld.ts';
import type { WorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { cancelCall } from '../../payments/model/payment.ts';
import { acceptNonces } from './acceptNonces.ts';
import { openPaymentLog } from './paymentLog.ts';
import type { ChainPolicy } from './policy.ts';

let signers: SignerWorld;
let folder: WorkFolder;
let path: string;
let destination: ChainPolicy;

beforeEach(async () => {
  signers = await createSignerWorld();
  ({ destination } = signers);
  folder = await createWorkFolder();
  path = join(folder.path, 'payments');
});
afterEach(async () => {
  await signers.world.paymentLog.close();
  await signers.stop();
  await folder.remove();
});

/** Restarts the signer with another payment log, if one is given. */
async function restart(replaceLog: () => Promise<void> = async () => {}): Promise<void> {
  await signers.world.paymentLog.close();
  await replaceLog();
  signers.world.paymentLog = await openPaymentLog(path);
}

/** A keystore that states an account. */
const describeKeystore = (address: string) =>
  JSON.stringify({
    ...{ version: 3, id: 'test', address: address.slice(2) },
    crypto: {
      ...{ cipher: 'aes-128-ctr', ciphertext: '00', cipherparams: { iv: '00' }, mac: '00', kdf: 'scrypt' },
      kdfparams: { dklen: 32, n: 2, p: 1, r: 8, salt: '00' },
    },
  });

const signNext = (nonce: number) =>
  signers.sign({ on: destination, nonce, call: cancelCall(signers.policy.hotWallet) });
const mineNext = () => signers.at(destination).nonceBlocks.push(5n);
const refund = () => signers.sign({ on: signers.origin, nonce: 0 });
const forgotten = {
  kind: 'refused',
  reason: expect.stringMatching(/knows the nonces of the hot wallet on Southshore below \d, but .* below 2/),
};

test('a signer with its log goes on after a restart, also when the newest nonce was a cancel', async () => {
  await restart();
  for (const nonce of [0, 1]) {
    expect(await signNext(nonce)).toMatchObject({ kind: 'signed' });
    mineNext();
  }
  await restart();
  expect(await refund()).toMatchObject({ kind: 'signed' });
  expect(await signNext(2)).toMatchObject({ kind: 'signed' });
});

test('a signer whose log was lost or restored from a backup signs nothing until the operator accepts it', async () => {
  const backup = join(folder.path, 'backup');
  await restart();
  for (const nonce of [0, 1]) {
    await signNext(nonce);
    mineNext();
    if (nonce === 0) await copyFile(path, backup);
  }
  for (const replaceLog of [() => copyFile(backup, path), () => rm(path)]) {
    await restart(replaceLog);
    expect(await signNext(2)).toMatchObject(forgotten);
    expect(await refund()).toMatchObject(forgotten);
  }

  await signers.world.paymentLog.close();
  await folder.write('maker.json', describeKeystore(signers.policy.hotWallet));
  const accepted = await acceptNonces({
    // The installation file decides between the folder's keys.
    CAUSEWAY_STATE: folder.path,
    CAUSEWAY_INSTALLATION: await folder.write('installation.json', signers.installationText),
  });
  expect(accepted).toEqual([
    expect.stringMatching(/^No nonces are missing for 0x\w+ on Northshore\.$/),
    expect.stringMatching(/^Accepted nonces 0 to 1 of 0x\w+ on Southshore\.$/),
  ]);
  await restart();
  expect(await signNext(2)).toMatchObject({ kind: 'signed' });
  expect(await refund()).toMatchObject({ kind: 'signed' });
});
