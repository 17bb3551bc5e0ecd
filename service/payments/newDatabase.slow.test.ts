import type { Address } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { compileContracts } from '../../contracts/artifacts.ts';
import type { BridgeSide } from '../../lab/bridge/testBridge.ts';
import { addVault } from '../../lab/installation/deployment.ts';
import { clearDatabase } from '../../lab/postgres/testDatabases.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../lab/service/operatorHarness.ts';
import { createOperatorHarness } from '../../lab/service/operatorHarness.ts';
import type { ConfigFile } from '../boot/configSchema.ts';
import { createChainClient } from '../chain/chainClient.ts';
import { COMMANDS, parseCommandLine } from '../operator/commands/commandLine.ts';

// Longer than each wait of a test, so that a wait that ends in vain says what it waited for.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const AMOUNT = 50_000_000n;
const UNHALT = ['--why', 'moved to a new database', '--who', 'alice'];

let operator: OperatorHarness;

beforeAll(async () => {
  operator = await createOperatorHarness(45_400);
});
beforeEach(() => operator.harness.reset());
afterAll(() => operator?.stop());

const readHalts = async () =>
  (
    await operator.harness
      .database()
      .query<{ reason: string }>('select halted_reason as reason from senders where halted_reason is not null')
  ).map(({ reason }) => reason);

/** Pays one deposit, so that the hot wallet has used a nonce. */
async function payOnce() {
  const { harness } = operator;
  const user = await harness.createUser();
  const service = await harness.start();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  const { data } = await service.waitForReceipt(hash, [0]);
  await service.stop();
  return { user, hash, paidIn: data.to_chain_hash };
}

async function deployVaultOn({ chain, deployment }: BridgeSide): Promise<Address> {
  const { hotWallet } = operator.harness.bridge;
  return addVault(chain, { artifacts: await compileContracts(), hotWallet, deployment });
}

/** Replaces the vaults of both chains, and keeps the old ones as retired where `retire` is true. */
async function replaceVaults({ retire }: { readonly retire: boolean }) {
  const { origin, destination } = operator.harness.bridge;
  const vaults = [await deployVaultOn(origin), await deployVaultOn(destination)];
  return ({ chains }: ConfigFile) => {
    for (const [index, chain] of chains.entries()) {
      if (retire) chain.retiredVaults = [chain.vault];
      chain.vault = vaults[index] ?? chain.vault;
    }
  };
}

test('halts on an empty database when the hot wallet has used nonces, and pays nothing again after the halt', async () => {
  const { harness, run } = operator;
  const { destination } = harness.bridge;
  harness.keepMining();
  const { user, hash, paidIn } = await payOnce();
  await clearDatabase(harness.database());

  const second = await harness.start();
  expect(await readHalts()).toEqual([
    expect.stringMatching(/^the hot wallet 0x\w{40} has used \d+ nonces on Southshore, and this database has none/),
  ]);
  expect((await run('halts')).lines.join('\n')).toContain('To move to a new database');
  const { json: incidents } = await run('incidents');
  expect(incidents).toMatchObject([{ kind: 'senderHalted' }]);
  await waitUntil(() => run('unhalt', 'Southshore', ...UNHALT).catch(() => null));
  expect((await second.waitForReceipt(hash, [0])).data.to_chain_hash).toBe(paidIn);
  await expect(await harness.payments(destination, user.address)).toHaveLength(1);
});

test('pays nothing again from a new vault with a new database while the old vault is retired', async () => {
  const { harness, run } = operator;
  const { origin, destination } = harness.bridge;
  harness.keepMining();
  const { user, hash, paidIn } = await payOnce();
  const change = await replaceVaults({ retire: true });
  await clearDatabase(harness.database());

  const moved = await harness.start({ change });
  await waitUntil(() => run('unhalt', 'Southshore', ...UNHALT).catch(() => null));
  expect((await moved.waitForReceipt(hash, [0])).data.to_chain_hash).toBe(paidIn);
  expect(await harness.payments(destination, user.address)).toHaveLength(1);

  // A deposit to the retired vault still counts, and the vault in use pays it.
  const late = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT, maker: origin.deployment.vault });
  await moved.waitForReceipt(late, [0]);
  expect(await harness.payments(destination, user.address)).toHaveLength(1);
  const balance = await destination.chain.balanceOf(destination.token('USDC'), user.address);
  expect(balance).toBeGreaterThan(AMOUNT);
});

test('does not end the halt while the hot wallet has paid from a vault that the configuration lacks', async () => {
  const { harness, context } = operator;
  const { destination } = harness.bridge;
  harness.keepMining();
  const { user } = await payOnce();
  const change = await replaceVaults({ retire: false });
  await clearDatabase(harness.database());
  await harness.start({ change });
  expect(await readHalts()).toHaveLength(1);

  const { catalog } = harness.bridge.catalog(change);
  const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
  const line = parseCommandLine(COMMANDS, ['unhalt', 'Southshore', ...UNHALT], 'alice');
  if (line.kind === 'help') throw new Error('unhalt prints help');
  await expect(line.run({ ...context, catalog, clients })).rejects.toThrow(
    `The hot wallet has paid from ${destination.deployment.vault} on Southshore`,
  );
  expect(await readHalts()).toHaveLength(1);
  expect(await harness.payments(destination, user.address)).toHaveLength(1);
});

test('refuses to start without a vault that has transfers, and with a vault that lacks code, payer or cap', async () => {
  const { harness } = operator;
  harness.keepMining();
  await payOnce();
  const { vault } = harness.bridge.origin.deployment;
  const change = await replaceVaults({ retire: false });
  await expect(harness.start({ change })).rejects.toThrow(
    `This database has transfers of the vault ${vault} on Northshore, which the configuration lacks. Add it to "retiredVaults"`,
  );
  const missing = ({ chains: [first] }: ConfigFile) => {
    if (first) first.vault = `0x${'12'.repeat(20)}`;
  };
  await expect(harness.start({ change: missing })).rejects.toThrow(/Northshore has no vault at 0x1212/);
  const { artifacts, place } = { artifacts: await compileContracts(), place: harness.bridge.origin };
  const stranger = await place.chain.createAccount();
  const foreign = await addVault(place.chain, {
    artifacts,
    hotWallet: stranger,
    deployment: { ...place.deployment, tokens: [] },
  });
  const ofStranger = ({ chains: [first] }: ConfigFile) => {
    if (first) Object.assign(first, { retiredVaults: [first.vault], vault: foreign });
  };
  await expect(harness.start({ change: ofStranger })).rejects.toThrow(
    /is no payer of the vault 0x\w{40} on Northshore/,
  );
});
