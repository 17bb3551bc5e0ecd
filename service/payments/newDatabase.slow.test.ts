import type { Address, Hash } from 'viem';
import { zeroAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { compileContracts } from '../../contracts/artifacts.ts';
import type { BridgeSide } from '../../lab/bridge/testBridge.ts';
import { addVault } from '../../lab/installation/deployment.ts';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import { clearDatabase } from '../../lab/postgres/testDatabases.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../lab/service/operatorHarness.ts';
import { createOperatorHarness, waitForMessage } from '../../lab/service/operatorHarness.ts';
import { replaceHotWallet } from '../../lab/service/replaceHotWallet.ts';
import { createChainClient } from '../chain/chainClient.ts';
import type { CommandContext } from '../operator/commands/command.ts';
import { COMMANDS, parseCommandLine } from '../operator/commands/commandLine.ts';

const AMOUNT = 50_000_000n;
const AUTHOR = ['--why', 'moved to a new database', '--who', 'alice'];
const UNHALT = ['--decisions', 'none', ...AUTHOR];

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

function runCommand(context: CommandContext, args: readonly string[]) {
  const line = parseCommandLine(COMMANDS, args, 'alice');
  if (line.kind !== 'run') throw new Error(`${args[0]} prints help`);
  return line.run(context);
}

/** Pays one deposit, so that the hot wallet has used a nonce. */
async function payOnce() {
  const { harness } = operator;
  const user = await harness.createUser();
  const service = await harness.start();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  const { data } = await service.waitForReceipt(hash, 0);
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
  return ({ chains }: LabInstallation) => {
    for (const [index, chain] of chains.entries()) {
      if (retire && chain.vault) chain.retiredVaults = [chain.vault];
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
  const reason = expect.stringMatching(
    /^the hot wallet 0x\w{40} has used \d+ nonces on Southshore, and this database has none/,
  );
  // The hot wallet has paid nothing on Northshore, but a payment there can be one that operators hold.
  expect(await readHalts()).toEqual([reason, reason]);
  expect((await run('list', 'halts')).lines.join('\n')).toContain('To move to a new database');
  const { json: incidents } = await run('list', 'incidents');
  expect(incidents).toMatchObject([{ kind: 'senderHalted' }, { kind: 'senderHalted' }]);
  await waitUntil(() => run('unhalt', 'Southshore', ...UNHALT).catch(() => null));
  expect((await second.waitForReceipt(hash, 0)).data.to_chain_hash).toBe(paidIn);
  await expect(await harness.payments(destination, user.address)).toHaveLength(1);
});

test('halts a new hot wallet on an empty database when the vaults have paid', async () => {
  const { harness } = operator;
  harness.keepMining();
  await payOnce();
  const { change, signer } = await replaceHotWallet(harness.bridge);
  await clearDatabase(harness.database());
  await harness.start({ change, signer });
  const { vault } = harness.bridge.destination.deployment;
  const reason = expect.stringContaining(
    `the vault ${vault} has made payments on Southshore, and this database has none`,
  );
  expect(await readHalts()).toEqual([reason, reason]);
});

/** A payment by the key in use, then a new key with new vaults. The database is as the former key has left it. */
async function rotateAfterPayment(before: (former: Address) => Promise<unknown> = async () => {}) {
  const { harness } = operator;
  harness.keepMining();
  await payOnce();
  await before(harness.bridge.hotWallet.address);
  const rotated = await replaceHotWallet(harness.bridge);
  return { ...rotated, service: await harness.start(rotated) };
}

test('a new hot wallet pays at once when the database has the payments of the former one', async () => {
  const { bridge, createUser } = operator.harness;
  const { service, hotWallet } = await rotateAfterPayment();
  expect(await readHalts()).toEqual([]);
  const hash = await bridge.deposit(await createUser(), { token: 'USDC', amount: AMOUNT });
  const { data } = await service.waitForReceipt(hash, 0);
  const { from } = await bridge.destination.chain.client.getTransaction({ hash: data.to_chain_hash });
  expect(from).toBe(hotWallet.address.toLowerCase());
});

test('halts a new hot wallet when the former one has paid what the database lacks', async () => {
  await rotateAfterPayment((former) =>
    operator.harness
      .database()
      .query('update senders set next_nonce = next_nonce - 1 where address = $1 and next_nonce > 1', [former]),
  );
  expect(await readHalts()).toContainEqual(expect.stringContaining('has made payments on Southshore'));
});

test('halts a new hot wallet when one of the former ones has paid and the database has none of its payments', async () => {
  await rotateAfterPayment(async (former) => {
    const database = operator.harness.database();
    // Another one, whose payments the database has.
    await database.query(
      `insert into senders (chain_id, address, next_nonce) select chain_id, $1, 5 from senders where address = $2`,
      [zeroAddress, former],
    );
    await database.query('update senders set next_nonce = 0 where address = $1', [former]);
  });
  expect(await readHalts()).toContainEqual(expect.stringContaining('has made payments on Southshore'));
});

async function readTransferStates(ids: readonly Hash[]): Promise<readonly string[]> {
  const rows = await operator.harness
    .database()
    .query<{ id: Hash; state: string }>('select id, state from transfers where id = any($1)', [ids]);
  return ids.map((id) => rows.find((row) => row.id === id)?.state ?? 'unknown');
}

/** The file that an operator makes of the decisions in the present database. */
async function exportDecisions(): Promise<string> {
  const { stdout, code, stderr } = await operator.process.run('export', '--of', 'decisions', '--json');
  expect([code, stderr]).toEqual([0, '']);
  return operator.folder.write('decisions.json', stdout);
}

test('pays nothing that operators held, closed or refunded, and pays only after their decisions are in the new database', async () => {
  const { harness, run, findId } = operator;
  const { destination, origin } = harness.bridge;
  harness.keepMining();
  await payOnce();
  const first = await harness.start();
  await run('pause', 'all', ...AUTHOR);
  const users = [await harness.createUser(), await harness.createUser(), await harness.createUser()];
  const [held, closed, refunded] = users;
  if (!held || !closed || !refunded) throw new Error('there are three users');
  const hashes: Hash[] = [];
  for (const user of users) hashes.push(await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT }));
  for (const hash of hashes) await waitForMessage(first, hash, /confirmed, but the payment waits/);
  const ids = await Promise.all(hashes.map(findId));
  const [heldId = '', closedId = '', refundedId = ''] = ids;
  await run('hold', heldId, '--why', 'the sender is on a sanction list', '--who', 'alice');
  await run('hold', closedId, '--why', 'paid by hand', '--who', 'bob');
  // As if its refunds had failed, so that an operator could close it.
  await harness.database().query("update transfers set state = 'closed' where id = $1", [closedId]);
  await run('refund', refundedId, '--why', 'the sender asked for it', '--who', 'alice');
  await first.stop();
  const file = await exportDecisions();
  await clearDatabase(harness.database());

  const second = await harness.start();
  const areKnown = async () => (await readTransferStates(ids)).every((state) => state === 'confirmed');
  await waitUntil(areKnown, { what: 'the deposits in the new database' });
  const refusal = (decisions: readonly string[]) =>
    run('unhalt', 'Southshore', ...decisions, ...AUTHOR).then(
      () => 'done',
      (error: unknown) => String(error),
    );
  await waitUntil(async () => !/not final/.test(await refusal([])), { what: 'final nonces' });
  expect(await refusal([])).toContain('this database has signed no payment yet');
  expect(await readTransferStates(ids)).toEqual(['confirmed', 'confirmed', 'confirmed']);
  const { lines } = await run('unhalt', 'Southshore', '--decisions', file, ...AUTHOR);
  expect(lines.join('\n')).toContain('3 transfers and 1 pause as in the former database');
  expect(await readTransferStates(ids)).toEqual(['held', 'closed', 'rejected']);
  await run('unhalt', 'Northshore', '--decisions', file, ...AUTHOR);
  // The pause came along, too.
  await run('resume', 'all', ...AUTHOR);
  const later = await harness.bridge.deposit(await harness.createUser(), { token: 'USDC', amount: AMOUNT });
  await second.waitForReceipt(later, 0);
  await waitForMessage(second, hashes[2] ?? later, /refund .* is done, in transaction/);
  expect(await readTransferStates(ids)).toEqual(['held', 'closed', 'refunded']);
  for (const user of users) expect(await harness.payments(destination, user.address)).toEqual([]);
  expect(await harness.payments(origin, refunded.address)).toHaveLength(1);
  const shown = (await run('show', heldId)).lines.join('\n');
  expect(shown).toContain('the former database held it, by alice: the sender is on a sanction list');
  await second.waitForReceipt(hashes[1] ?? later, 909);
});

test('refuses decisions about a deposit that it has not read, and leaves out those before its first block', async () => {
  const { harness, run, findId, context } = operator;
  harness.keepMining();
  await payOnce();
  const first = await harness.start();
  await run('pause', 'all', ...AUTHOR);
  const hash = await harness.bridge.deposit(await harness.createUser(), { token: 'USDC', amount: AMOUNT });
  await waitForMessage(first, hash, /confirmed, but the payment waits/);
  const id = await findId(hash);
  await run('hold', id, '--why', 'a question', '--who', 'alice');
  await first.stop();
  const file = await exportDecisions();
  await clearDatabase(harness.database());

  await (await harness.start({ workers: [] })).stop();
  const unhalt = (given: CommandContext) =>
    runCommand(given, ['unhalt', 'Southshore', '--decisions', file, ...AUTHOR]).then(
      ({ lines }) => lines.join('\n'),
      (error: unknown) => String(error),
    );
  await waitUntil(async () => !/not final/.test(await unhalt(context)), { what: 'final nonces' });
  expect(await unhalt(context)).toContain(`has not read the deposit of transfer ${id}`);
  const later = harness.bridge.catalog((config) => {
    for (const chain of config.chains) chain.startBlock = 1_000_000;
  });
  expect(await unhalt({ ...context, catalog: later.catalog })).toContain(
    '1 decision is about a deposit before startBlock',
  );
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
  expect((await moved.waitForReceipt(hash, 0)).data.to_chain_hash).toBe(paidIn);
  expect(await harness.payments(destination, user.address)).toHaveLength(1);

  // A deposit to the retired vault still counts, and the vault in use pays it.
  const late = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT, maker: origin.deployment.vault });
  await moved.waitForReceipt(late, 0);
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
  expect(await readHalts()).toHaveLength(2);

  const { catalog } = harness.bridge.catalog(change);
  const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
  await expect(runCommand({ ...context, catalog, clients }, ['unhalt', 'Southshore', ...UNHALT])).rejects.toThrow(
    `The hot wallet has paid from ${destination.deployment.vault} on Southshore`,
  );
  expect(await readHalts()).toHaveLength(2);
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
  const missing = ({ chains: [first] }: LabInstallation) => {
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
  const ofStranger = ({ chains: [first] }: LabInstallation) => {
    if (first) Object.assign(first, { retiredVaults: [first.vault], vault: foreign });
  };
  await expect(harness.start({ change: ofStranger })).rejects.toThrow(
    /is no payer of the vault 0x\w{40} on Northshore/,
  );
});
