import Papa from 'papaparse';
import type { Hash } from 'viem';
import { parseEther } from 'viem';
import { expect } from 'vitest';
import { encodeTarget } from '#shared/gasDrop.ts';
import type { BridgeSide } from '../../../tools/lab/chains/testBridge.ts';
import { test } from '../../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../../tools/lab/installation/installationFile.ts';
import type { Operator } from '../../../tools/lab/installation/testOperator.ts';
import { AUTHOR } from '../../../tools/lab/installation/testOperator.ts';
import { createFastClock } from '../../../tools/lab/installation/testService.ts';
import { waitUntil } from '../../../tools/lab/processes/waitUntil.ts';
import { readExported } from '../../books/accounting.ts';
import { COMMANDS, parseCommandLine } from './commandLine.ts';
import { EXPORT_COLUMNS, exportCommand } from './exportCommand.ts';

const ALWAYS = ['--from', '2000-01-01', '--to', '2100-01-01'];

async function printed(operator: Operator, ...args: readonly string[]): Promise<string> {
  const { stream } = await operator.run('export', ...args);
  let text = '';
  for await (const piece of stream?.(false) ?? []) text += piece;
  return text;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers without types, like any other client
const rowsOf = async (operator: Operator, ...args: readonly string[]): Promise<any[]> =>
  JSON.parse(await printed(operator, ...args, '--format', 'json'));

async function gasCostOf({ chain: { client } }: BridgeSide, hash: Hash): Promise<bigint> {
  const { gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash });
  return gasUsed * effectiveGasPrice;
}

test('a payout and a refund show what they took, paid, kept and burnt, in both formats and in show', async ({
  installation,
  operator,
}) => {
  const { run } = operator;
  installation.keepMining();
  await installation.start({ clock: createFastClock(5) });
  const refunded = await operator.depositWhilePaused();
  const id = await refunded.id();
  await run('hold', id, ...AUTHOR);
  await run('resume', 'chain', 'Southshore', ...AUTHOR);
  const gasDrop = parseEther('0.002');
  const target = encodeTarget({ recipient: refunded.user.address, gasDrop });
  const withGas = await installation.deposit({ target });
  const delivered = [await installation.deposit(), withGas];
  for (const transfer of delivered) await transfer.delivered();
  await run('refund', id, ...AUTHOR);
  await refunded.untilReceipt(/is done, in transaction/);

  const rows = await rowsOf(operator, ...ALWAYS);
  const keys = rows.map((row) => `${row.deposit_time} ${row.transfer}`);
  expect(keys).toEqual([...keys].sort());
  expect(rows.map((row) => row.deposit_hash).sort()).toEqual([refunded, ...delivered].map(({ hash }) => hash).sort());
  const refund = rows.find((row) => row.deposit_hash === refunded.hash);
  const payouts = rows.filter((row) => row.deposit_hash !== refunded.hash);
  expect(refund).toMatchObject({
    state: 'refunded',
    final: true,
    paid_kind: 'refund',
    gas_drop: '0',
    taken: '50000000',
    unknown_gas: 0,
  });
  expect(BigInt(refund.kept)).toBe(50_000_000n - BigInt(refund.paid));
  expect(BigInt(refund.refund_gas)).toBe(await gasCostOf(installation.bridge.origin, refund.paid_hash));
  const costs = new Map<Hash, bigint>();
  for (const row of payouts) {
    expect(row).toMatchObject({ state: 'delivered', final: true, paid_kind: 'payout', token: 'USDC', unknown_gas: 0 });
    const scale = 10n ** BigInt(row.paid_token_decimals - row.token_decimals);
    expect(BigInt(row.kept)).toBe(BigInt(row.network_fee) + BigInt(row.bridge_fee));
    expect(BigInt(row.paid)).toBe((BigInt(row.taken) - BigInt(row.kept)) * scale);
    expect(Number(row.payout_gas_value)).toBeGreaterThan(0);
    costs.set(row.paid_hash, (costs.get(row.paid_hash) ?? 0n) + BigInt(row.payout_gas));
  }
  expect(payouts.map((row) => `${row.deposit_hash} ${row.gas_drop}`).sort()).toEqual(
    delivered.map(({ hash }) => `${hash} ${hash === withGas.hash ? gasDrop : 0}`).sort(),
  );
  // One batch or two transactions: the shares add up to each transaction's cost.
  for (const [hash, cost] of costs) expect(cost).toBe(await gasCostOf(installation.bridge.destination, hash));

  const plain = payouts.find((row) => row.deposit_hash !== withGas.hash);
  const { json, lines } = await run('show', plain?.transfer ?? '');
  expect(json).toMatchObject([{ accounting: { kept: BigInt(plain?.kept), isFinal: true } }]);
  expect(lines.join('\n')).toMatch(
    /taken +50 USDC\n +paid +[\d.]+ USDC \(payout\)\n +kept +[\d.]+ USDC\n +gas of payout/,
  );
  const shown = (await run('show', withGas.hash)).lines.join('\n');
  expect(shown).toMatch(/payout of [\d.]+ USDC and 0\.002 ETH for gas to 0x/);
  expect(shown).toMatch(/paid +[\d.]+ USDC and 0\.002 ETH for gas \(payout\)/);

  const csv = await printed(operator, ...ALWAYS);
  const table = Papa.parse<Record<string, string>>(csv.slice(1), { header: true, skipEmptyLines: true });
  expect(table.meta.fields).toEqual([...EXPORT_COLUMNS]);
  const asText = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? '' : String(value)])),
  );
  expect(table.data).toEqual(asText);

  // A second run prints the same bytes, a page of any size the same rows, and another period none of them.
  expect(await printed(operator, ...ALWAYS)).toBe(csv);
  const pages: string[][] = [];
  const { catalog } = operator.context;
  const period = { from: new Date(0), to: new Date('2100-01-01'), pageSize: 1, catalog };
  for await (const page of readExported(installation.database(), period))
    pages.push(page.map(({ deposit }) => deposit.id));
  expect(pages).toEqual(rows.map(({ transfer }) => [transfer]));
  expect(await printed(operator, '--from', '2000-01-01', '--to', '2000-01-02', '--format', 'json')).toBe('[]\n');

  // A name that a spreadsheet would execute gets an apostrophe.
  await installation.query("update transfers set token_name = '=1+1' where id = $1", [id]);
  expect(await printed(operator, ...ALWAYS)).toContain(`,'=1+1,`);
  expect(JSON.parse((await operator.process.run('export', ...ALWAYS, '--json')).stdout)).toHaveLength(3);
});

test('a delivered transfer is final only while no reorg can remove its deposit, and never after one has', async ({
  installation,
  operator: { context },
}) => {
  const { origin } = installation.bridge;
  const deep = (file: LabInstallation) => {
    for (const chain of file.chains) chain.finality = 40;
  };
  const { catalog } = installation.bridge.catalog(deep);
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
  await installation.start({ change: deep });
  const transfer = await installation.deposit();
  // Enough to confirm the deposit, and too few to make it final.
  await origin.chain.mine(5);
  await waitUntil(async () => {
    await installation.bridge.destination.chain.mine(1);
    return (await transfer.receipt()).status.code === 0;
  });
  expect(await finalOf()).toEqual(['delivered', false, '50000000']);
  const { number } = await origin.chain.client.getBlock();
  const { blockNumber } = await origin.chain.client.getTransactionReceipt({ hash: transfer.hash });
  await origin.chain.reorganise(Number(number - blockNumber) + 1);
  await waitUntil(async () => (await finalOf())[2] === '0', { what: 'the loss of the deposit' });
  // The deposit can come back, however long the chain gets.
  await origin.chain.mine(60);
  expect(await finalOf()).toEqual(['delivered', false, '0']);
});

test('a transaction that an earlier version settled has an unknown cost', async ({ installation, operator }) => {
  installation.keepMining();
  await installation.start();
  await (await installation.deposit()).delivered();
  await installation.query('update sends set gas_cost = null, native_price = null');
  expect(await rowsOf(operator, ...ALWAYS)).toMatchObject([{ payout_gas: '0', unknown_gas: 1 }]);
});

test.each([
  [['--from', '2026-11-01'], /Missing --from or --to/],
  [['--from', '2026-02-30', '--to', '2026-03-01'], /--from must be a day or a second in UTC/],
  [['--from', '2026-11-02', '--to', '2026-11-01T12:00:00Z'], /--from must be before --to/],
  [['--from', '2026-11-01', '--to', '2026-11-02', '--format', 'xls'], /--format must be csv or json/],
])('rejects %j', (args, message) => {
  expect(() => parseCommandLine(COMMANDS, ['export', ...args], 'alice')).toThrow(message);
});
