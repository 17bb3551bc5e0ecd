import type { Address } from 'viem';
import { zeroAddress } from 'viem';
import { expect } from 'vitest';
import { compileContracts } from '../../contracts/artifacts.ts';
import { addVault } from '../../tools/lab/chains/deployment.ts';
import type { BridgeSide } from '../../tools/lab/chains/testBridge.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import type { Operator } from '../../tools/lab/installation/testOperator.ts';
import { runCommand } from '../../tools/lab/installation/testOperator.ts';
import type { TestTransfer } from '../../tools/lab/installation/testTransfer.ts';
import { clearDatabase } from '../../tools/lab/postgres/testDatabases.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { replaceHotWallet } from '../../tools/lab/service/replaceHotWallet.ts';
import { createChainClient } from '../chain/chainClient.ts';
import type { CommandContext } from '../operator/commands/command.ts';

const AMOUNT = 50_000_000n;
const AUTHOR = ['--why', 'moved to a new database', '--who', 'alice'];
const UNHALT = ['--decisions', 'none', ...AUTHOR];

const readHalts = async (installation: TestInstallation) =>
  (
    await installation.query<{ reason: string }>(
      'select halted_reason as reason from senders where halted_reason is not null',
    )
  ).map(({ reason }) => reason);

/** Pays one deposit, so that the hot wallet has used a nonce. */
async function payOnce(installation: TestInstallation) {
  const service = await installation.start();
  const transfer = await installation.deposit();
  const payout = await transfer.delivered();
  await service.stop();
  return { transfer, payout };
}

async function deployVaultOn(installation: TestInstallation, { chain, deployment }: BridgeSide): Promise<Address> {
  const { hotWallet } = installation.bridge;
  return addVault(chain, { artifacts: await compileContracts(), hotWallet, deployment });
}

/** Replaces the vaults of both chains, and keeps the old ones as retired if `retire` is true. */
async function replaceVaults(installation: TestInstallation, { retire }: { readonly retire: boolean }) {
  const { origin, destination } = installation.bridge;
  const vaults = [await deployVaultOn(installation, origin), await deployVaultOn(installation, destination)];
  return ({ chains }: LabInstallation) => {
    for (const [index, chain] of chains.entries()) {
      if (retire && chain.vault) chain.retiredVaults = [chain.vault];
      chain.vault = vaults[index] ?? chain.vault;
    }
  };
}

test('halts on an empty database if the hot wallet has used nonces, and pays nothing again after the halt', async ({
  installation,
  operator,
}) => {
  const { run } = operator;
  installation.keepMining();
  const { transfer, payout } = await payOnce(installation);
  await clearDatabase(installation.database());

  await installation.start();
  const reason = expect.stringMatching(
    /^the hot wallet 0x\w{40} has used \d+ nonces on Southshore, and this database has none/,
  );
  // The hot wallet has paid nothing on Northshore, but a payment there may be one that operators held.
  expect(await readHalts(installation)).toEqual([reason, reason]);
  expect((await run('list', 'halts')).lines.join('\n')).toContain('To move to a new database');
  const { json: incidents } = await run('list', 'incidents');
  expect(incidents).toMatchObject([{ kind: 'senderHalted' }, { kind: 'senderHalted' }]);
  await waitUntil(() => run('unhalt', 'Southshore', ...UNHALT).catch(() => null));
  expect((await transfer.delivered()).hash).toBe(payout.hash);
  expect(await transfer.payouts()).toHaveLength(1);
});

test('halts a new hot wallet on an empty database if the vaults have paid', async ({ installation }) => {
  installation.keepMining();
  await payOnce(installation);
  const { change, signer } = await replaceHotWallet(installation.bridge);
  await clearDatabase(installation.database());
  await installation.start({ change, signer });
  const { vault } = installation.bridge.destination.deployment;
  const reason = expect.stringContaining(
    `the vault ${vault} has made payments on Southshore, and this database has none`,
  );
  expect(await readHalts(installation)).toEqual([reason, reason]);
});

/** A payment by the current key, then a new key with new vaults. The database is as the former key left it. */
async function rotateAfterPayment(
  installation: TestInstallation,
  before: (former: Address) => Promise<unknown> = async () => {},
) {
  installation.keepMining();
  await payOnce(installation);
  await before(installation.bridge.hotWallet.address);
  const rotated = await replaceHotWallet(installation.bridge);
  await installation.start(rotated);
  return rotated;
}

test("a new hot wallet pays at once if the database has the former one's payments", async ({ installation }) => {
  const { hotWallet } = await rotateAfterPayment(installation);
  expect(await readHalts(installation)).toEqual([]);
  const { hash } = await (await installation.deposit()).delivered();
  const { from } = await installation.bridge.destination.chain.client.getTransaction({ hash });
  expect(from).toBe(hotWallet.address.toLowerCase());
});

test('halts a new hot wallet if the former one has made payments that the database lacks', async ({ installation }) => {
  await rotateAfterPayment(installation, (former) =>
    installation.query('update senders set next_nonce = next_nonce - 1 where address = $1 and next_nonce > 1', [
      former,
    ]),
  );
  expect(await readHalts(installation)).toContainEqual(expect.stringContaining('has made payments on Southshore'));
});

test('halts a new hot wallet if one of the former ones has paid and the database has none of its payments', async ({
  installation,
}) => {
  await rotateAfterPayment(installation, async (former) => {
    const database = installation.database();
    // Another one, whose payments the database has.
    await database.query(
      `insert into senders (chain_id, address, next_nonce) select chain_id, $1, 5 from senders where address = $2`,
      [zeroAddress, former],
    );
    await database.query('update senders set next_nonce = 0 where address = $1', [former]);
  });
  expect(await readHalts(installation)).toContainEqual(expect.stringContaining('has made payments on Southshore'));
});

function readStates(transfers: readonly TestTransfer[]): Promise<readonly (string | undefined)[]> {
  return Promise.all(transfers.map(async ({ stored }) => (await stored())?.state));
}

/** The file of decisions that an operator exports from the current database. */
async function exportDecisions(operator: Operator): Promise<string> {
  const { stdout, code, stderr } = await operator.process.run('export', '--of', 'decisions', '--json');
  expect([code, stderr]).toEqual([0, '']);
  return operator.folder.write('decisions.json', stdout);
}

test('pays nothing that operators held, closed or refunded, and pays only once their decisions are in the new database', async ({
  installation,
  operator,
}) => {
  const { run } = operator;
  installation.keepMining();
  await payOnce(installation);
  const first = await installation.start();
  await run('pause', 'all', ...AUTHOR);
  const [held, closed, refunded] = [
    await installation.deposit(),
    await installation.deposit(),
    await installation.deposit(),
  ];
  const transfers = [held, closed, refunded];
  for (const transfer of transfers) await transfer.untilReceipt(/confirmed, but the payment waits/);
  const heldId = await held.id();
  const closedId = await closed.id();
  await run('hold', heldId, '--why', 'the sender is on a sanction list', '--who', 'alice');
  await run('hold', closedId, '--why', 'paid by hand', '--who', 'bob');
  // As if its refunds had failed, so that an operator could close it.
  await installation.query("update transfers set state = 'closed' where id = $1", [closedId]);
  await run('refund', await refunded.id(), '--why', 'the sender asked for it', '--who', 'alice');
  await first.stop();
  const file = await exportDecisions(operator);
  await clearDatabase(installation.database());

  await installation.start();
  const areKnown = async () => (await readStates(transfers)).every((state) => state === 'confirmed');
  await waitUntil(areKnown, { what: 'the deposits in the new database' });
  const refusal = (decisions: readonly string[]) =>
    run('unhalt', 'Southshore', ...decisions, ...AUTHOR).then(
      () => 'done',
      (error: unknown) => String(error),
    );
  await waitUntil(async () => !/not final/.test(await refusal([])), { what: 'final nonces' });
  expect(await refusal([])).toContain('this database has signed no payment yet');
  expect(await readStates(transfers)).toEqual(['confirmed', 'confirmed', 'confirmed']);
  const { lines } = await run('unhalt', 'Southshore', '--decisions', file, ...AUTHOR);
  expect(lines.join('\n')).toContain('3 transfers and 1 pause as in the former database');
  expect(await readStates(transfers)).toEqual(['held', 'closed', 'rejected']);
  await run('unhalt', 'Northshore', '--decisions', file, ...AUTHOR);
  // The pause was imported too.
  await run('resume', 'all', ...AUTHOR);
  await (await installation.deposit()).delivered();
  await refunded.untilReceipt(/refund .* is done, in transaction/);
  expect(await readStates(transfers)).toEqual(['held', 'closed', 'refunded']);
  for (const transfer of transfers) expect(await transfer.payouts()).toEqual([]);
  expect(await refunded.refunds()).toHaveLength(1);
  const shown = (await run('show', heldId)).lines.join('\n');
  expect(shown).toContain('the former database held it, by alice: the sender is on a sanction list');
  await closed.untilReceipt(909);
});

test('refuses decisions about a deposit that it has not read, and skips those before its first block', async ({
  installation,
  operator,
}) => {
  const { run, context } = operator;
  installation.keepMining();
  await payOnce(installation);
  const first = await installation.start();
  await run('pause', 'all', ...AUTHOR);
  const transfer = await installation.deposit();
  await transfer.untilReceipt(/confirmed, but the payment waits/);
  const id = await transfer.id();
  await run('hold', id, '--why', 'a question', '--who', 'alice');
  await first.stop();
  const file = await exportDecisions(operator);
  await clearDatabase(installation.database());

  await (await installation.start({ workers: [] })).stop();
  const unhalt = (given: CommandContext) =>
    runCommand(given, ['unhalt', 'Southshore', '--decisions', file, ...AUTHOR]).then(
      ({ lines }) => lines.join('\n'),
      (error: unknown) => String(error),
    );
  await waitUntil(async () => !/not final/.test(await unhalt(context)), { what: 'final nonces' });
  expect(await unhalt(context)).toContain(`has not read the deposit of transfer ${id}`);
  const later = installation.bridge.catalog((config) => {
    for (const chain of config.chains) chain.startBlock = 1_000_000;
  });
  expect(await unhalt({ ...context, catalog: later.catalog })).toContain(
    '1 decision is about a deposit before startBlock',
  );
});

test('pays nothing again from a new vault with a new database while the old vault is retired', async ({
  installation,
  operator: { run },
}) => {
  const { origin, destination } = installation.bridge;
  installation.keepMining();
  const { transfer, payout } = await payOnce(installation);
  const change = await replaceVaults(installation, { retire: true });
  await clearDatabase(installation.database());

  await installation.start({ change });
  await waitUntil(() => run('unhalt', 'Southshore', ...UNHALT).catch(() => null));
  expect((await transfer.delivered()).hash).toBe(payout.hash);
  expect(await transfer.payouts()).toHaveLength(1);

  // A deposit to the retired vault still counts, and the vault in use pays it.
  const { user } = transfer;
  const late = await installation.deposit({ user, maker: origin.deployment.vault });
  await late.delivered();
  expect(await late.payouts()).toHaveLength(1);
  const balance = await destination.chain.balanceOf(destination.token('USDC'), user.address);
  expect(balance).toBeGreaterThan(AMOUNT);
});

test('does not end the halt if the hot wallet has paid from a vault that the configuration lacks', async ({
  installation,
  operator: { context },
}) => {
  const { destination } = installation.bridge;
  installation.keepMining();
  const { transfer } = await payOnce(installation);
  const change = await replaceVaults(installation, { retire: false });
  await clearDatabase(installation.database());
  await installation.start({ change });
  expect(await readHalts(installation)).toHaveLength(2);

  const { catalog } = installation.bridge.catalog(change);
  const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
  await expect(runCommand({ ...context, catalog, clients }, ['unhalt', 'Southshore', ...UNHALT])).rejects.toThrow(
    `The hot wallet has paid from ${destination.deployment.vault} on Southshore`,
  );
  expect(await readHalts(installation)).toHaveLength(2);
  expect(await transfer.payouts()).toHaveLength(1);
});

test('refuses to start without a vault that has transfers, or with a vault that lacks code, payer or cap', async ({
  installation,
}) => {
  installation.keepMining();
  await payOnce(installation);
  const { vault } = installation.bridge.origin.deployment;
  const change = await replaceVaults(installation, { retire: false });
  await expect(installation.start({ change })).rejects.toThrow(
    `This database has transfers of the vault ${vault} on Northshore, which the configuration lacks. Add it to "retiredVaults"`,
  );
  const missing = ({ chains: [first] }: LabInstallation) => {
    if (first) first.vault = `0x${'12'.repeat(20)}`;
  };
  await expect(installation.start({ change: missing })).rejects.toThrow(/Northshore has no vault at 0x1212/);
  const { artifacts, place } = { artifacts: await compileContracts(), place: installation.bridge.origin };
  const stranger = await place.chain.createAccount();
  const foreign = await addVault(place.chain, {
    artifacts,
    hotWallet: stranger,
    deployment: { ...place.deployment, tokens: [] },
  });
  const ofStranger = ({ chains: [first] }: LabInstallation) => {
    if (first) Object.assign(first, { retiredVaults: [first.vault], vault: foreign });
  };
  await expect(installation.start({ change: ofStranger })).rejects.toThrow(
    /is not a payer of the vault 0x\w{40} on Northshore/,
  );
});
