import type { Hash } from 'viem';
import { encodeFunctionData, numberToHex, pad, parseUnits } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../lab/service/operatorHarness.ts';
import { createOperatorHarness } from '../../lab/service/operatorHarness.ts';
import type { TestService } from '../../lab/service/testService.ts';
import type { Worker } from '../engine.ts';
import { WORKERS } from '../engine.ts';

const AMOUNT = 50_000_000n;
const AUTHOR = ['--why', 'a test', '--who', 'alice'];
const change = (file: LabInstallation) => Object.assign(file.guards, { maxNetOutflow: '1000' });

// The next try of a payment that waits comes later and later, but within a minute.
const NEXT_TRY_MS = 60_000;

let operator: OperatorHarness;
let service: TestService;
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
const start = (workers: readonly Worker[]) => operator.harness.start({ change, clock, workers });

beforeAll(async () => {
  operator = await createOperatorHarness(46_600);
  await operator.harness.reset();
  service = await start(WORKERS.filter((worker) => worker !== 'vault'));
});
afterAll(() => operator?.stop());

/** Mines a block on each chain before each look: a service waits for blocks alone. */
function waitWithBlocks<T>(look: () => Promise<T | null | undefined | false>, what: string): Promise<T> {
  const { origin, destination } = operator.harness.bridge;
  return waitUntil(
    async () => {
      await Promise.all([origin, destination].map(({ chain }) => chain.mine(1)));
      return look();
    },
    { timeoutMs: 60_000, everyMs: 200, what },
  );
}

function waitForCode(hash: Hash, wanted: number) {
  return waitWithBlocks(async () => (await service.receipt(hash)).status.code === wanted, `receipt code ${wanted}`);
}

function waitForText(hash: Hash, text: RegExp) {
  return waitWithBlocks(async () => text.test((await service.receipt(hash)).status.message), `the message ${text}`);
}

/** The service that pays reads no events of the vaults. This one does nothing else. */
let reader: Promise<TestService> | null = null;
function startReader(): Promise<TestService> {
  reader ??= start(['vault']);
  return reader;
}

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

async function deposit() {
  const { harness } = operator;
  const user = await harness.createUser();
  return { user, hash: await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT }) };
}

test('a payment waits while the events of its chain are not read', async () => {
  const { harness } = operator;
  const { user, hash } = await deposit();
  await waitForText(hash, /waits until the service has read the last payments on Southshore/);
  expect(await harness.payments(harness.bridge.destination, user.address)).toEqual([]);

  await startReader();
  aheadMs += NEXT_TRY_MS;
  await waitForCode(hash, 0);
});

test('payments without deposits stop all payments, until an operator resumes', async () => {
  const { harness, run } = operator;
  await startReader();
  const [paid, brought] = [await readFlowSum('out'), await readFlowSum('in')];
  const { hash: delivered } = await deposit();
  await waitForCode(delivered, 0);
  await waitWithBlocks(
    async () => (await readFlowSum('out')) > paid && (await readFlowSum('in')) === brought + AMOUNT,
    'the events of the deposit and its payout',
  );
  expect((await run('list', 'pauses')).lines).toEqual(['Nothing is paused.']);

  await payWithoutDeposit('1100');
  const [pause] = await waitWithBlocks(async () => {
    const { json } = await run('list', 'pauses');
    return Array.isArray(json) && json.length > 0 ? json : null;
  }, 'the stop');
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
  const { hash: waiting } = await deposit();
  await waitForText(waiting, /the payment waits because \S+ is paused/);

  const { lines } = await run('resume', 'all', ...AUTHOR);
  expect(lines[0]).toMatch(/This also ends the stop of the circuit breaker: in 21600 s/);
  aheadMs += NEXT_TRY_MS;
  await waitForCode(waiting, 0);
  expect((await run('list', 'pauses')).lines).toEqual(['Nothing is paused.']);
  expect(await harness.database().query('select 1 from breaker_trips where resumed_at is not null')).toHaveLength(1);
  const { json: actions } = await run('list', 'actions');
  expect(actions).toMatchObject([
    { action: 'resume', detail: expect.stringMatching(/ends the stop of the circuit breaker/) },
  ]);
});

test('a payment that a reorg removes counts no more', async () => {
  const { harness } = operator;
  const { origin, destination } = harness.bridge;
  await startReader();
  // The payments of the first reading do not count.
  await waitWithBlocks(
    async () => (await harness.database().query('select 1 from flow_readings')).length === 2,
    'the first readings',
  );
  await origin.chain.mine(3);
  await payWithoutDeposit('500');
  // Payouts of the tests before can be read only now, so a sum would not tell.
  const id = pad(numberToHex(payments));
  const countReads = async () => (await harness.database().query('select 1 from flows where id = $1', [id])).length;
  await waitUntil(async () => (await countReads()) === 1, { what: 'the payment' });
  await origin.chain.reorganise(3);
  await Promise.all([origin, destination].map(({ chain }) => chain.mine(1)));
  await waitUntil(async () => (await countReads()) === 0, { what: 'the flows without the removed block' });
});
