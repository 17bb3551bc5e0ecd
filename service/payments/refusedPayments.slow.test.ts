import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import { createWorkFolder } from '../../tools/lab/service/workFolder.ts';
import { createLogger } from '../boot/log.ts';
import { createRemoteSigner, createSocketRoute } from '../signer/client/remoteSigner.ts';
import type { Signer } from '../signer/client/signer.ts';
import { createKeySigner } from '../signer/client/signer.ts';
import { createPaymentLog, MEMORY_ONLY } from '../signer/process/paymentLog.ts';
import { parsePolicy } from '../signer/process/policyFile.ts';
import { connectProviders } from '../signer/process/providers.ts';
import { startSignerServer } from '../signer/process/server.ts';

const withLimits = (file: LabInstallation) => ({ ...file, lab: { ...file.lab, maxPerPayment: '100' } });

async function startSigner({ bridge }: TestInstallation): Promise<Signer> {
  const folder = await createWorkFolder();
  await mkdir(join(folder.path, 'socket'), { mode: 0o700 });
  const socketPath = join(folder.path, 'socket', 's');
  const file = withLimits(bridge.configFile());
  const signer = createKeySigner(bridge.hotWalletKey);
  const logger = createLogger('silent');
  const policy = parsePolicy(JSON.stringify(file));
  const providers = new Map(policy.chains.map((chain) => [chain.id, connectProviders(chain, policy.hotWallet)]));
  const paymentLog = createPaymentLog(MEMORY_ONLY);
  const server = await startSignerServer({ signer, policy, providers, paymentLog, logger }, socketPath);
  onTestFinished(async () => {
    await server.stop();
    await folder.remove();
  });
  return createRemoteSigner(createSocketRoute(socketPath), bridge.hotWallet.address);
}

test('a payment refused by the signer waits for the operator, records an incident and delays no other payment', async ({
  installation,
}) => {
  await installation.start({ signer: await startSigner(installation) });
  installation.keepMining();
  const refused = await installation.deposit({ amount: 200_000_000n });
  const incidents = () =>
    installation.query<{ detail: string }>("select detail from incidents where kind = 'signerRefused'");
  await vi.waitUntil(async () => (await incidents()).length > 0, { timeout: 60_000 });
  const paid = await installation.deposit({ amount: 20_000_000n });
  await paid.delivered();
  expect((await refused.receipt()).status).toMatchObject({
    code: 908,
    message: expect.stringContaining('until the operator has reviewed it'),
  });
  expect(await refused.payouts()).toEqual([]);
  expect(await incidents()).toEqual([{ detail: expect.stringContaining('exceeds the cap of 100 for one payment') }]);
});
