import type { Hash } from 'viem';
import { encodeFunctionData, numberToHex, pad, parseUnits } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { waitUntil } from '../../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../../lab/service/operatorHarness.ts';
import { createOperatorHarness, waitForMessage } from '../../../lab/service/operatorHarness.ts';
import { createFastClock } from '../../../lab/service/testService.ts';
import type { ConfigFile } from '../../config/configFileSchema.ts';
import { WORKERS } from '../turns.ts';

// The limits leave room for other work on the same machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const AMOUNT = 50_000_000n;
const AUTHOR = ['--why', 'a test', '--who', 'alice'];
const change = (file: ConfigFile) => Object.assign(file, { breaker: { maxNetOutflow: '1000' } });

let operator: OperatorHarness;

beforeAll(async () => {
  operator = await createOperatorHarness(46_600);
});
beforeEach(() => operator.harness.reset());
afterAll(() => operator?.stop());

let payments = 0;

/** The vault pays without a deposit: what a fault of the service or a thief of the key would do. */
async function payWithoutDeposit(usdc: string): Promise<Hash> {
  const { origin, hotWallet } = operator.harness.bridge;
  payments += 1;
  const args = [
    pad(numberToHex(payments)),
    origin.token('USDC'),
    pad('0xabcd', { size: 20 }),
    parseUnits(usdc, 6),
  ] as const;
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'pay', args });
  const hash = await origin.chain.client.sendTransaction({
    ...{ account: hotWallet, chain: null, to: origin.deployment.vault, data },
  });
  await origin.chain.client.waitForTransactionReceipt({ hash });
  return hash;
}

const readFlowSum = async (direction: string) => {
  const [row] = await operator.harness
    .database()
    .query<{ amount: bigint }>(
      'select coalesce(sum(amount), 0)::numeric(78,0) as amount from flows where direction = $1',
      [direction],
    );
  return row?.amount ?? 0n;
};

test('payments without deposits stop all payments, until an operator resumes', async () => {
  const { harness, run } = operator;
  harness.keepMining();
  const service = await harness.start({ change, clock: createFastClock(5) });
  const user = await harness.createUser();
  const delivered = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  await service.waitForReceipt(delivered, [0]);
  await waitUntil(async () => (await readFlowSum('out')) > 0n && (await readFlowSum('in')) === AMOUNT, {
    what: 'the events of the deposit and its payout',
  });
  expect((await run('pauses')).lines).toEqual(['Nothing is paused.']);

  await payWithoutDeposit('1100');
  const [pause] = await waitUntil(async () => {
    const { json } = await run('pauses');
    return Array.isArray(json) && json.length > 0 ? json : null;
  });
  expect(pause).toMatchObject({
    subject: 'all',
    who: 'circuit breaker',
    why: expect.stringMatching(
      /^in 21600 s the vaults paid 11\d\d\S*, 1100 of it without deposits; maxNetOutflow is 1000$/,
    ),
  });
  expect(
    await harness.database().query('select kind, detail from incidents where kind = $1', ['breakerTripped']),
  ).toEqual([{ kind: 'breakerTripped', detail: pause.why }]);
  const waiting = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  await waitForMessage(service, waiting, /the payment waits because \S+ is paused/);

  const { lines } = await run('resume', 'all', ...AUTHOR);
  expect(lines[1]).toMatch(/^This also ends the stop of the circuit breaker: in 21600 s/);
  await service.waitForReceipt(waiting, [0]);
  expect((await run('pauses')).lines).toEqual(['Nothing is paused.']);
  expect(await harness.database().query('select 1 from breaker_trips where resumed_at is not null')).toHaveLength(1);
  const { json: actions } = await run('actions');
  expect(actions).toMatchObject([
    { action: 'resume', detail: expect.stringMatching(/^everything; the circuit breaker/) },
  ]);
});

test('a payment waits while the events of its chain are not read', async () => {
  const { harness } = operator;
  harness.keepMining();
  const blind = await harness.start({
    ...{ change, clock: createFastClock(5), workers: WORKERS.filter((worker) => worker !== 'vault') },
  });
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  await waitForMessage(blind, hash, /waits until the service has read the last payments on Southshore/);
  expect(await harness.payments(harness.bridge.destination, user.address)).toEqual([]);
  await blind.stop();

  const service = await harness.start({ change, clock: createFastClock(5) });
  await service.waitForReceipt(hash, [0]);
});

test('a payment that a reorg removes counts no more', async () => {
  const { harness } = operator;
  const { chain } = harness.bridge.origin;
  await harness.start({ change, clock: createFastClock(5), workers: ['watch', 'vault'] });
  for (const side of [harness.bridge.origin, harness.bridge.destination]) await side.chain.mine(1);
  // The payments of the first reading do not count.
  const countReadings = () => harness.database().query('select 1 from flow_readings');
  await waitUntil(async () => (await countReadings()).length === 2, { what: 'the first readings' });
  await payWithoutDeposit('500');
  await waitUntil(async () => (await readFlowSum('out')) === parseUnits('500', 6), { what: 'the payment' });
  await chain.reorganise(3);
  await chain.mine(1);
  await waitUntil(async () => (await readFlowSum('out')) === 0n, { what: 'the sum without the removed block' });
});
