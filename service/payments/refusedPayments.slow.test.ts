import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import type { WorkFolder } from '../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../lab/service/workFolder.ts';
import { createLogger } from '../boot/log.ts';
import { createRemoteSigner, createSocketRoute } from '../signer/client/remoteSigner.ts';
import { createKeySigner } from '../signer/client/signer.ts';
import { createPaymentLog, MEMORY_ONLY } from '../signer/process/paymentLog.ts';
import { parsePolicy } from '../signer/process/policyFile.ts';
import { connectProviders } from '../signer/process/providers.ts';
import type { SignerServer } from '../signer/process/server.ts';
import { startSignerServer } from '../signer/process/server.ts';

const withLimits = (file: LabInstallation) => ({ ...file, lab: { ...file.lab, maxPerPayment: '100' } });

let harness: TestInstallation;
let folder: WorkFolder;
let server: SignerServer;
let socketPath: string;

beforeAll(async () => {
  [harness, folder] = await Promise.all([createTestHarness('postgresql', 42_100), createWorkFolder()]);
  await mkdir(join(folder.path, 'socket'), { mode: 0o700 });
  socketPath = join(folder.path, 'socket', 's');
  const file = withLimits(harness.bridge.configFile());
  const signer = createKeySigner(harness.bridge.hotWalletKey);
  const logger = createLogger('silent');
  const policy = parsePolicy(JSON.stringify(file));
  const providers = new Map(policy.chains.map((chain) => [chain.id, connectProviders(chain, policy.hotWallet)]));
  const paymentLog = createPaymentLog(MEMORY_ONLY);
  server = await startSignerServer({ signer, policy, providers, paymentLog, logger }, socketPath);
});

afterAll(async () => {
  await harness?.stop();
  await server?.stop();
  await folder?.remove();
});

test('a payment refused by the signer waits for the operator, records an incident and delays no other payment', async () => {
  await harness.reset();
  const { bridge } = harness;
  const signer = createRemoteSigner(createSocketRoute(socketPath), bridge.hotWallet.address);
  const service = await harness.start({ signer });
  harness.keepMining();
  const [rich, other] = await Promise.all([harness.createUser(), harness.createUser()]);
  const refused = await bridge.deposit(rich, { token: 'USDC', amount: 200_000_000n });
  const incidents = () =>
    harness.database().query<{ detail: string }>("select detail from incidents where kind = 'signerRefused'");
  await vi.waitUntil(async () => (await incidents()).length > 0, { timeout: 60_000 });
  const paid = await bridge.deposit(other, { token: 'USDC', amount: 20_000_000n });
  await service.waitForReceipt(paid, 0);
  expect((await service.receipt(refused)).status).toMatchObject({
    code: 908,
    message: expect.stringContaining('until the operator has reviewed it'),
  });
  expect(await harness.payments(bridge.destination, rich.address)).toEqual([]);
  expect(await incidents()).toEqual([{ detail: expect.stringContaining('exceeds the cap of 100 for one payment') }]);
});
