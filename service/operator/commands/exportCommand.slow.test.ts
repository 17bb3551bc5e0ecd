import Papa from 'papaparse';
import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LabInstallation } from '../../../lab/installation/installationFile.ts';
import { waitUntil } from '../../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../../lab/service/operatorHarness.ts';
import { createOperatorHarness, depositWhilePaused, waitForMessage } from '../../../lab/service/operatorHarness.ts';
import { createFastClock } from '../../../lab/service/testService.ts';
import { readExported } from '../../books/accounting.ts';
import { COMMANDS, parseCommandLine } from './commandLine.ts';
import { EXPORT_COLUMNS, exportCommand } from './exportCommand.ts';

const AUTHOR = ['--why', 'a test', '--who', 'alice'];
const ALWAYS = ['--from', '2000-01-01', '--to', '2100-01-01'];

let operator: OperatorHarness;

beforeAll(async () => {
  operator = await createOperatorHarness(47_800);
});
beforeEach(() => operator.harness.reset());
afterAll(() => operator?.stop());

async function printed(...args: readonly string[]): Promise<string> {
  const { stream } = await operator.run('export', ...args);
  let text = '';
  for await (const piece of stream?.(false) ?? []) text += piece;
  return text;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers without types, like any other client
const rowsOf = async (...args: readonly string[]): Promise<any[]> =>
  JSON.parse(await printed(...args, '--format', 'json'));

async function gasCostOf(side: 'origin' | 'destination', hash: Hash): Promise<bigint> {
  const { client } = operator.harness.bridge[side].chain;
  const { gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash });
  return gasUsed * effectiveGasPrice;
}

test('a payout and a refund show what they took, paid, kept and burnt, in both formats and in show', async () => {
  const { harness, run } = operator;
  harness.keepMining();
  const service = await harness.start({ clock: createFastClock(5) });
  const { hash: refunded, id } = await depositWhilePaused(operator, service, AUTHOR);
  await run('hold', id, ...AUTHOR);
  await run('resume', 'chain', 'Southshore', ...AUTHOR);
  const users = [await harness.createUser(), await harness.createUser()];
  const delivered: Hash[] = [];
  for (const user of users) {
    delivered.push(await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n }));
  }
  for (const hash of delivered) await service.waitForReceipt(hash, 0);
  await run('refund', id, ...AUTHOR);
  await waitForMessage(service, refunded, /is done, in transaction/);

  const rows = await rowsOf(...ALWAYS);
  const keys = rows.map((row) => `${row.deposit_time} ${row.transfer}`);
  expect(keys).toEqual([...keys].sort());
  expect(rows.map((row) => row.deposit_hash).sort()).toEqual([refunded, ...delivered].sort());
  const refund = rows.find((row) => row.deposit_hash === refunded);
  const payouts = rows.filter((row) => row.deposit_hash !== refunded);
  expect(refund).toMatchObject({
    state: 'refunded',
    final: true,
    paid_kind: 'refund',
    taken: '50000000',
    unknown_gas: 0,
  });
  expect(BigInt(refund.kept)).toBe(50_000_000n - BigInt(refund.paid));
  expect(BigInt(refund.refund_gas)).toBe(await gasCostOf('origin', refund.paid_hash));
  const costs = new Map<Hash, bigint>();
  for (const row of payouts) {
    expect(row).toMatchObject({ state: 'delivered', final: true, paid_kind: 'payout', token: 'USDC', unknown_gas: 0 });
    const scale = 10n ** BigInt(row.paid_token_decimals - row.token_decimals);
    expect(BigInt(row.kept)).toBe(BigInt(row.network_fee) + BigInt(row.bridge_fee));
    expect(BigInt(row.paid)).toBe((BigInt(row.taken) - BigInt(row.kept)) * scale);
    expect(Number(row.payout_gas_value)).toBeGreaterThan(0);
    costs.set(row.paid_hash, (costs.get(row.paid_hash) ?? 0n) + BigInt(row.payout_gas));
  }
  // One batch or two transactions: the shares add up to what each transaction cost.
  for (const [hash, cost] of costs) expect(cost).toBe(await gasCostOf('destination', hash));

  const { json, lines } = await run('show', payouts[0]?.transfer ?? '');
  expect(json).toMatchObject([{ accounting: { kept: BigInt(payouts[0]?.kept), isFinal: true } }]);
  expect(lines.join('\n')).toMatch(
    /taken +50 USDC\n +paid +[\d.]+ USDC \(payout\)\n +kept +[\d.]+ USDC\n +gas of payout/,
  );

  const csv = await printed(...ALWAYS);
  const table = Papa.parse<Record<string, string>>(csv.slice(1), { header: true, skipEmptyLines: true });
  expect(table.meta.fields).toEqual([...EXPORT_COLUMNS]);
  const asText = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? '' : String(value)])),
  );
  expect(table.data).toEqual(asText);

  // A second run prints the same bytes, a page of any size the same rows, and another period none of them.
  expect(await printed(...ALWAYS)).toBe(csv);
  const pages: string[][] = [];
  const { catalog } = operator.context;
  const period = { from: new Date(0), to: new Date('2100-01-01'), pageSize: 1, catalog };
  for await (const page of readExported(harness.database(), period)) pages.push(page.map(({ deposit }) => deposit.id));
  expect(pages).toEqual(rows.map(({ transfer }) => [transfer]));
  expect(await printed('--from', '2000-01-01', '--to', '2000-01-02', '--format', 'json')).toBe('[]\n');

  // A name that a spreadsheet would run gets an apostrophe.
  await harness.database().query("update transfers set token_name = '=1+1' where id = $1", [id]);
  expect(await printed(...ALWAYS)).toContain(`,"'=1+1",`);
  expect(JSON.parse((await operator.process.run('export', ...ALWAYS, '--json')).stdout)).toHaveLength(3);
});

test('a delivered transfer is final only when no reorg can remove its deposit, and not after one has', async () => {
  const { harness, context } = operator;
  const { origin } = harness.bridge;
  const deep = (file: LabInstallation) => {
    for (const chain of file.chains) chain.finality = 40;
  };
  const { catalog } = harness.bridge.catalog(deep);
  const finalOf = async () => {
    const run = exportCommand.parse({
      args: [],
      options: { from: '2000-01-01', to: '2100-01-01', format: 'json' },
      author: { who: '', why: '' },
    });
    const { stream } = await run({ ...context, catalog });
    let text = '';
    for await (const piece of stream?.(false) ?? []) text += piece;
    const [row] = JSON.parse(text);
    return [row.state, row.final, row.taken];
  };
  const service = await harness.start({ change: deep });
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
  const mine = async () => {
    for (const { chain } of [origin, harness.bridge.destination]) await chain.mine(1);
  };
  await waitUntil(async () => {
    await mine();
    return (await service.receipt(hash)).status.code === 0;
  });
  expect(await finalOf()).toEqual(['delivered', false, '50000000']);
  const { number } = await origin.chain.client.getBlock();
  const { blockNumber } = await origin.chain.client.getTransactionReceipt({ hash });
  await origin.chain.reorganise(Number(number - blockNumber) + 1);
  await waitUntil(async () => (await finalOf())[2] === '0', { what: 'the loss of the deposit' });
  // The deposit can come back, however deep the chain grows.
  await origin.chain.mine(60);
  expect(await finalOf()).toEqual(['delivered', false, '0']);
});

test('a transaction that an earlier version settled has an unknown cost', async () => {
  const { harness } = operator;
  harness.keepMining();
  const service = await harness.start();
  const hash = await harness.bridge.deposit(await harness.createUser(), { token: 'USDC', amount: 50_000_000n });
  await service.waitForReceipt(hash, 0);
  await harness.database().query('update sends set gas_cost = null, native_price = null');
  expect(await rowsOf(...ALWAYS)).toMatchObject([{ payout_gas: '0', unknown_gas: 1 }]);
});

test.each([
  [['--from', '2026-11-01'], /Missing --from or --to/],
  [['--from', '2026-02-30', '--to', '2026-03-01'], /--from must be a day or a second in UTC/],
  [['--from', '2026-11-02', '--to', '2026-11-01T12:00:00Z'], /--from must be before --to/],
  [['--from', '2026-11-01', '--to', '2026-11-02', '--format', 'xls'], /--format must be csv or json/],
])('rejects %j', (args, message) => {
  expect(() => parseCommandLine(COMMANDS, ['export', ...args], 'alice')).toThrow(message);
});
