import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestStand } from '../../../lab/bridge/testStand.ts';
import { createTestStand } from '../../../lab/bridge/testStand.ts';
import type { WorkFolder } from '../../../lab/processes/childService.ts';
import { createWorkFolder } from '../../../lab/processes/childService.ts';
import { toPolicyFile } from '../../../lab/processes/childSigner.ts';
import { createRemoteSigner } from '../../chain/remoteSigner.ts';
import { createLocalSigner } from '../../chain/signer.ts';
import { systemClock } from '../../clock.ts';
import { createLogger } from '../../logger.ts';
import { parsePolicy } from '../../signer/policyFile.ts';
import type { SignerServer } from '../../signer/server.ts';
import { startSignerServer } from '../../signer/server.ts';
import { openSpendingLog } from '../../signer/spendingLog.ts';

// Other work on the same machine must not fail a test.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MOST_PER_PAYMENT = '100';

let stand: TestStand;
let folder: WorkFolder;
let server: SignerServer;
let socketPath: string;

beforeAll(async () => {
  [stand, folder] = await Promise.all([createTestStand('embedded', 42_100), createWorkFolder()]);
  await mkdir(join(folder.path, 'socket'), { mode: 0o700 });
  socketPath = join(folder.path, 'socket', 's');
  const file = toPolicyFile(stand.bridge.configFile());
  for (const { tokens } of file.chains) for (const token of tokens) token.maxPerPayment = MOST_PER_PAYMENT;
  const spendingLog = await openSpendingLog(join(folder.path, 'spending'), systemClock);
  const signer = createLocalSigner(stand.bridge.makerKey);
  const logger = createLogger('silent');
  server = await startSignerServer(
    { signer, policy: parsePolicy(JSON.stringify(file)), spendingLog, logger },
    socketPath,
  );
});

afterAll(async () => {
  await stand?.stop();
  await server?.stop();
  await folder?.remove();
});

test('a payment that the signer refuses waits for a person and is on record; others go on', async () => {
  await stand.reset();
  const { bridge } = stand;
  const signer = createRemoteSigner(socketPath, bridge.maker.address);
  const service = await stand.start({ signer });
  stand.keepMining();
  const [rich, other] = await Promise.all([stand.createUser(), stand.createUser()]);
  const refused = await bridge.deposit(rich, { token: 'USDC', amount: 200_000_000n });
  const incidents = () =>
    stand.database().query<{ detail: string }>("select detail from incidents where kind = 'signerRefused'");
  await vi.waitUntil(async () => (await incidents()).length > 0, { timeout: 60_000 });
  const paid = await bridge.deposit(other, { token: 'USDC', amount: 20_000_000n });
  await service.waitForReceipt(paid, [0]);
  expect((await service.receipt(refused)).status).toMatchObject({
    code: 908,
    message: expect.stringContaining('a person'),
  });
  expect(await stand.payments(bridge.destination, rich.address)).toEqual([]);
  expect(await incidents()).toEqual([{ detail: expect.stringContaining('100 is the most for one payment') }]);
});
