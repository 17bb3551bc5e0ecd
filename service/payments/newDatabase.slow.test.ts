import { join } from 'node:path';
import type { Address, Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { compileContracts } from '../../contracts/artifacts.ts';
import type { BridgeSide } from '../../lab/bridge/testBridge.ts';
import { addVault } from '../../lab/installation/deployment.ts';
import { clearDatabase } from '../../lab/postgres/testDatabases.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../lab/service/operatorHarness.ts';
import { createOperatorHarness, waitForMessage } from '../../lab/service/operatorHarness.ts';
import { readJournal } from '../../lab/service/readJournal.ts';
import { createFastClock } from '../../lab/service/testService.ts';
import type { ConfigFile } from '../boot/configSchema.ts';
import { createChainClient } from '../chain/chainClient.ts';
import { WORKERS } from '../engine.ts';
import { COMMANDS, parseCommandLine } from '../operator/commands/commandLine.ts';
import { openJournal } from './journal.ts';

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
async function payOnce(journal?: string) {
  const { harness } = operator;
  const user = await harness.createUser();
  const service = await harness.start(journal === undefined ? {} : { journal: await openJournal(journal) });
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
  expect(await harness.payments(destination, user.address)).toHaveLength(1);
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

test('counts the payments of the journal as made until their nonces are final', async () => {
  const { harness, folder } = operator;
  const { destination, hotWallet } = harness.bridge;
  const directory = join(folder.path, 'moved');
  harness.keepMining();
  const { user } = await payOnce(directory);
  const ids = await harness.database().query<{ id: Hash }>('select id from transfers');
  const [entry] = await readJournal(directory);
  expect(entry).toMatchObject({ to: destination.deployment.vault, transferIds: ids.map(({ id }) => id) });

  // The new installation has another database and another vault, and its configuration lacks the old one.
  await clearDatabase(harness.database());
  const change = await replaceVaults({ retire: false });
  await expect(harness.start({ change, journal: await openJournal(directory) })).rejects.toThrow(
    `The journal has payments of the vault ${destination.deployment.vault} on Southshore, which the configuration lacks.`,
  );

  // An attempt of the journal that is not mined can still be: the transfer waits, also after the operator ended the halt.
  const nonce = await destination.chain.client.getTransactionCount({ address: hotWallet.address });
  const open = { ...entry, nonce, hash: `0x${'77'.repeat(32)}`, transferIds: [`0x${'88'.repeat(32)}`] };
  const lost = await openJournal(join(folder.path, 'lost'));
  await lost.write(open as never);
  const journal = await openJournal(join(folder.path, 'lost'));
  const service = await harness.start({ journal });
  expect((await readHalts()).length).toBe(1);
  await service.stop();
  const forgotten = await harness.database().query('select transfer_id, nonce from forgotten_attempts');
  expect(forgotten).toEqual([{ transferId: open.transferIds[0], nonce }]);
  expect(await harness.payments(destination, user.address)).toHaveLength(1);
});

test('a transfer with an attempt of the journal waits until its nonce is final, and is then paid once', async () => {
  const { harness } = operator;
  const { destination, hotWallet } = harness.bridge;
  const { id: chainId, client } = destination.chain;
  harness.keepMining();
  const user = await harness.createUser();
  const accepting = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'sign') });
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  await waitForMessage(accepting, hash, /confirmed/);
  await accepting.stop();
  const nonce = await client.getTransactionCount({ address: hotWallet.address });
  await harness
    .database()
    .query(
      'insert into forgotten_attempts (transfer_id, hash, chain_id, address, nonce) select id, $1, $2, $3, $4 from transfers',
      [`0x${'77'.repeat(32)}`, chainId, hotWallet.address, nonce],
    );

  const service = await harness.start({ clock: createFastClock(5) });
  await waitForMessage(service, hash, /until the earlier attempt 0x7777/);
  const other = await harness.createUser();
  const next = await harness.bridge.deposit(other, { token: 'USDC', amount: AMOUNT });
  await service.waitForReceipt(next, [0]);
  await service.waitForReceipt(hash, [0]);
  expect(await harness.payments(destination, user.address)).toHaveLength(1);
  expect(await harness.database().query('select 1 from forgotten_attempts')).toEqual([]);
});
