import { join } from 'node:path';
import type { Hash } from 'viem';
import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { OperatorCommand } from '../../lab/service/operatorCommand.ts';
import { createOperatorCommand } from '../../lab/service/operatorCommand.ts';
import type { TestHarness } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import type { TestService } from '../../lab/service/testService.ts';
import { createFastClock } from '../../lab/service/testService.ts';
import type { WorkFolder } from '../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../lab/service/workFolder.ts';
import { createChainClient } from '../chain/chainClient.ts';
import { openEmbedded } from '../db/embedded.ts';
import { findTransfers } from '../db/transferList.ts';
import { WORKERS } from '../workers/engine.ts';
import type { Answer, CommandContext } from './command.ts';
import { readCommandLine } from './commandLine.ts';
import { COMMANDS } from './commands.ts';

// Other work on the same machine must not fail a test.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const AMOUNT = 50_000_000n;
const WHY = ['--why', 'a test', '--who', 'alice'];

let harness: TestHarness;
let folder: WorkFolder;
let operator: OperatorCommand;
let context: CommandContext;

beforeAll(async () => {
  [harness, folder] = await Promise.all([createTestHarness('postgresql', 45_000), createWorkFolder()]);
  operator = createOperatorCommand({
    CAUSEWAY_CONFIG: await folder.write('config.json', JSON.stringify(harness.bridge.configFile())),
    DATABASE_URL: harness.databaseUrl(),
  });
  const { catalog } = harness.bridge.catalog();
  const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
  context = { catalog, database: harness.database(), clients };
});
beforeEach(() => harness.reset());
afterAll(async () => {
  await harness?.stop();
  await folder?.remove();
});

// A process for each command shows that it works; this shows the same of a command in a tenth of the time.
async function order(...args: string[]): Promise<Answer> {
  const line = readCommandLine(COMMANDS, args, 'somebody');
  if (line.kind === 'help') throw new Error('help is no command');
  return line.run(context);
}

function waitForWords(service: TestService, hash: string, words: RegExp) {
  const look = async () => {
    const answer = await service.receipt(hash);
    return words.test(answer.status.message) ? answer : null;
  };
  return waitUntil(look, { what: String(words) });
}

async function readId(hash: Hash): Promise<Hash> {
  const [id] = await findTransfers(harness.database(), hash);
  if (!id) throw new Error(`no transfer of ${hash}`);
  return id;
}

/** A deposit that waits for its payout, because its destination is paused. */
async function depositPaused(service: TestService) {
  await order('pause', 'chain', 'Southshore', ...WHY);
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  await waitForWords(service, hash, /confirmed; it waits because Southshore is paused by the operator/);
  return { user, hash, id: await readId(hash) };
}

describe('an operator', () => {
  test('has a held transfer refunded, once, and every balance says so', async () => {
    const { origin, destination, maker } = harness.bridge;
    const token = origin.token('USDC');
    harness.keepMining();
    const service = await harness.start({ clock: createFastClock(5) });
    const { user, hash, id } = await depositPaused(service);
    expect((await operator.run('hold', id, ...WHY)).code).toBe(0);
    expect((await service.receipt(hash)).status.message).toMatch(
      /held .* because the operator has stopped it for a check/,
    );
    const before = await origin.chain.balanceOf(token, maker.address);
    const userBefore = await origin.chain.balanceOf(token, user.address);
    await order('resume', 'chain', 'Southshore', ...WHY);
    expect((await operator.run('refund', id, ...WHY)).stdout).toContain(
      'it was held, and its refund on Northshore is next',
    );
    await service.waitForReceipt(hash, [909]);
    await waitForWords(service, hash, /is done, in transaction/);

    const [paidBack] = await harness.payments(origin, user.address);
    const refund = paidBack?.amount ?? 0n;
    expect(refund).toBeGreaterThan(0n);
    expect(await origin.chain.balanceOf(token, user.address)).toBe(userBefore + refund);
    expect(await origin.chain.balanceOf(token, maker.address)).toBe(before - refund);
    expect(await harness.payments(destination, user.address)).toEqual([]);

    const again = await operator.run('refund', id, ...WHY);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be refunded: it is refunded') });
    const { stdout } = await operator.run('show', paidBack?.hash ?? '');
    for (const words of [
      'Transfer 0x',
      'held → rejected',
      'alice: hold',
      'alice: refund',
      'Why: a test',
      'attempt 0',
    ]) {
      expect(stdout).toContain(words);
    }
    const { json: actions } = await order('actions');
    expect(actions).toMatchObject([
      { who: 'alice', action: 'refund', transferId: id },
      { who: 'alice', action: 'resume', transferId: null },
      { who: 'alice', action: 'hold', transferId: id },
      { who: 'alice', action: 'pause', transferId: null },
    ]);
  });

  test('pauses a chain while payments are under way: what is signed arrives, what is not waits, and nothing is refunded', async () => {
    const { destination } = harness.bridge;
    harness.keepMining();
    const first = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
    const user = await harness.createUser();
    const signed = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await waitForWords(first, signed, /payout on Southshore is signed/);
    const { hash: waiting } = await depositPaused(first);
    await first.stop();

    const service = await harness.start({ clock: createFastClock(5) });
    await service.waitForReceipt(signed, [0]);
    expect((await service.receipt(waiting)).status).toMatchObject({ code: 908 });
    const build = {
      ...{ from_address: user.address, to_address: user.address, token_name: 'USDC', ui_value: '50' },
      ...{ from_chain_name: 'Southshore', to_chain_name: 'Northshore' },
    };
    const refused = await service.ask('get_build_tx', build);
    expect(refused.status).toMatchObject({ code: 902, message: expect.stringContaining('Southshore is paused') });
    expect((await service.ask('get_all_pair_infos', { category: '' })).data).toEqual({ pair_infos: [] });
    expect((await order('pauses')).lines.join('\n')).toMatch(/Southshore\s+\S+ \S+ UTC\s+alice\s+a test/);

    await expect(order('pause', 'chain', 'Southshore', ...WHY)).rejects.toThrow('paused already');
    await order('resume', 'chain', 'Southshore', ...WHY);
    await service.waitForReceipt(waiting, [0]);
    const built = await waitUntil(async () => {
      const answer = await service.ask('get_build_tx', build);
      return answer.status.code === 0 ? answer : null;
    });
    expect(built.data).not.toBeNull();
    expect(await harness.payments(destination, user.address)).toHaveLength(1);
    expect(await harness.database().query("select from obligations where kind = 'refund'")).toEqual([]);
  });

  test('pauses one pair and leaves the others alone', async () => {
    harness.keepMining();
    const service = await harness.start({ clock: createFastClock(5) });
    await order('pause', 'pair', 'USDC', 'Northshore', 'Southshore', ...WHY);
    const user = await harness.createUser();
    const waiting = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    const other = await harness.bridge.deposit(user, { token: 'ETH', amount: parseEther('0.1') });
    await waitForWords(service, waiting, /USDC from Northshore to Southshore is paused by the operator/);
    await service.waitForReceipt(other, [0]);
    const build = {
      ...{ from_address: user.address, to_address: user.address, token_name: 'USDC', ui_value: '50' },
      ...{ from_chain_name: 'Northshore', to_chain_name: 'Southshore' },
    };
    expect((await service.ask('get_build_tx', build)).status.code).toBe(903);
    expect((await order('list', '--older-than', '1d')).lines).toEqual(['No transfer answers this.']);
    expect((await order('list', '--chain', 'Southshore')).lines.join('\n')).toMatch(
      /confirmed\s+50 USDC\s+Northshore to Southshore\s+.*is paused by the operator/,
    );
  });

  test('cannot have a transfer refunded, held or retried whose payout is signed', async () => {
    harness.keepMining();
    const service = await harness.start({ workers: WORKERS.filter((worker) => worker !== 'broadcast') });
    const user = await harness.createUser();
    const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
    await waitForWords(service, hash, /payout on Southshore is signed/);
    const id = await readId(hash);
    for (const command of ['refund', 'hold', 'retry']) {
      await expect(order(command, id, ...WHY)).rejects.toThrow('its payout is signed and can take effect');
    }
    expect((await order('actions')).json).toEqual([]);
    // Held although its payout is bound, as one that cannot be proven is: the state alone would allow a refund.
    await harness.database().query("update transfers set state = 'held', reason = 'a test' where id = $1", [id]);
    for (const command of ['refund', 'retry']) {
      await expect(order(command, id, ...WHY)).rejects.toThrow(/a payout of it is bound to nonce \d+/);
    }
  });

  test('at the same time as another does one thing with a transfer, not both', async () => {
    const { origin, destination } = harness.bridge;
    harness.keepMining();
    const service = await harness.start({ clock: createFastClock(5) });
    const { user, hash, id } = await depositPaused(service);
    await order('hold', id, ...WHY);
    const answers = await Promise.all([
      operator.run('retry', id, ...WHY),
      operator.run('refund', id, ...WHY),
      operator.run('refund', id, '--why', 'a test', '--who', 'bob'),
    ]);
    // A retry before a refund is no conflict: what it resumed is refunded, since nothing is signed while it is paused.
    const done = await harness.database().query<{ action: string }>('select action from operator_actions order by id');
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(done.length - 2);
    expect(done.filter(({ action }) => action === 'refund')).toHaveLength(1);
    await order('resume', 'chain', 'Southshore', ...WHY);
    await waitForWords(service, hash, /is done, in transaction/);
    expect(await harness.payments(origin, user.address)).toHaveLength(1);
    expect(await harness.payments(destination, user.address)).toEqual([]);
  });

  test('has a transfer that was held paid by what was decided before', async () => {
    harness.keepMining();
    const service = await harness.start({ clock: createFastClock(5) });
    const { user, hash, id } = await depositPaused(service);
    const [{ receive_amount: decided } = { receive_amount: 0n }] = await harness
      .database()
      .query<{ receive_amount: bigint }>('select receive_amount from transfers');
    await order('hold', id, ...WHY);
    await order('resume', 'chain', 'Southshore', ...WHY);
    await harness.database().query('delete from fee_schedules');
    expect((await order('retry', id, ...WHY)).json).toMatchObject({ done: 'its payout is tried again' });
    const { data } = await service.waitForReceipt(hash, [0]);
    expect(await harness.payments(harness.bridge.destination, user.address)).toEqual([
      { hash: data.to_chain_hash, amount: decided },
    ]);
  });

  test('reads what there is to pay with from the chains', async () => {
    const { destination, maker } = harness.bridge;
    await (await harness.start()).stop();
    const { json: holdings, lines } = await order('liquidity');
    const balance = await destination.chain.balanceOf(destination.token('USDC'), maker.address);
    expect(holdings).toContainEqual(
      expect.objectContaining({ chain: 'Southshore', token: 'USDC', balance, free: balance }),
    );
    expect(lines.join('\n')).toMatch(/Southshore\s+[\d.]+ USDC\s+unlimited\s+0 USDC\s+[\d.]+ USDC/);
  });

  test('is told what is wrong by words and exit code, with no key and no secret anywhere', async () => {
    await (await harness.start()).stop();
    const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
      [['lists'], 2, /There is no command "lists"/],
      [['pause', 'chain', 'Nowhere', ...WHY], 2, /No chain is called "Nowhere"; the configuration has Northshore/],
      [['resume', 'all', ...WHY], 1, /everything is not paused/],
    ];
    await expect(order('pause', 'pair', 'DOGE', 'Northshore', 'Southshore', ...WHY)).rejects.toThrow(/"DOGE"/);
    await expect(order('retry', `0x${'00'.repeat(32)}`, ...WHY)).rejects.toThrow('No transfer with the id');
    for (const [args, code, words] of cases) {
      expect(await operator.run(...args)).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(words) });
    }
    const { stderr } = await operator.run('resume', 'all', ...WHY, '--json');
    expect(JSON.parse(stderr)).toEqual({ error: expect.stringContaining('is not paused') });
    const unreachable = createOperatorCommand({
      CAUSEWAY_CONFIG: join(folder.path, 'config.json'),
      DATABASE_URL: 'postgresql://me:secret@127.0.0.1:9/none',
    });
    const failed = await unreachable.run('list');
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('the database does not answer') });
    expect(failed.stderr).not.toContain('secret');
  });

  test('is told to stop the service first where the embedded database is open', async () => {
    const directory = join(folder.path, 'data');
    const database = await openEmbedded(directory);
    const embedded = createOperatorCommand({
      CAUSEWAY_CONFIG: join(folder.path, 'config.json'),
      CAUSEWAY_DATA_DIR: directory,
    });
    const { code, stderr } = await embedded.run('list');
    expect(code).toBe(1);
    expect(stderr).toContain('stop the service, do this again, and start the service after');
    await database.close();
    expect((await embedded.run('list')).stderr).toContain('start the service on it first');
  });
});
