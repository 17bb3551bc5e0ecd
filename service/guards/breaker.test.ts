import type { Hash } from 'viem';
import { encodeFunctionData, numberToHex, pad, parseUnits } from 'viem';
import { expect } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import { AUTHOR } from '../../tools/lab/installation/testOperator.ts';
import type { TestTransfer } from '../../tools/lab/installation/testTransfer.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';

const AMOUNT = 50_000_000n;
const change = (file: LabInstallation) => Object.assign(file.guards, { maxNetOutflow: '1000' });

// A waiting payment's attempts get further apart, but stay within a minute.
const NEXT_TRY_MS = 60_000;

let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };

/** The service that pays doesn't read the vaults' events. The reader does nothing else. */
const startPayer = ({ start }: TestInstallation) => start({ change, clock, without: ['vault'] });
const startReader = ({ start }: TestInstallation) => start({ change, clock, workers: ['vault'] });

test.beforeEach(async ({ installation }) => {
  await startPayer(installation);
});

/** Mines a block on each chain before each look: a service waits for blocks alone. */
function waitWithBlocks<T>(
  installation: TestInstallation,
  look: () => Promise<T | null | undefined | false>,
  what: string,
): Promise<T> {
  const { origin, destination } = installation.bridge;
  return waitUntil(
    async () => {
      await Promise.all([origin, destination].map(({ chain }) => chain.mine(1)));
      return look();
    },
    { timeoutMs: 60_000, everyMs: 200, what },
  );
}

function waitForCode(installation: TestInstallation, { receipt }: TestTransfer, wanted: number) {
  const look = async () => (await receipt()).status.code === wanted;
  return waitWithBlocks(installation, look, `receipt code ${wanted}`);
}

function waitForText(installation: TestInstallation, { receipt }: TestTransfer, text: RegExp) {
  const look = async () => text.test((await receipt()).status.message);
  return waitWithBlocks(installation, look, `the message ${text}`);
}

let payments = 0;

/** The vault pays without a deposit, as a fault of the service or a thief of the key would make it. */
async function payWithoutDeposit(installation: TestInstallation, usdc: string): Promise<Hash> {
  const { origin, hotWallet } = installation.bridge;
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

const readFlowSum = async (installation: TestInstallation, direction: string) => {
  const [row] = await installation.query<{ amount: bigint }>(
    'select coalesce(sum(amount), 0)::numeric(78,0) as amount from flows where direction = $1',
    [direction],
  );
  return row?.amount ?? 0n;
};

test("a payment waits while its chain's events are not read", async ({ installation }) => {
  const transfer = await installation.deposit();
  await waitForText(installation, transfer, /waits until the service has read the last payments on Southshore/);
  expect(await transfer.payouts()).toEqual([]);

  await startReader(installation);
  aheadMs += NEXT_TRY_MS;
  await waitForCode(installation, transfer, 0);
});

test('payments without deposits stop all payments until an operator resumes', async ({
  installation,
  operator: { run },
}) => {
  await startReader(installation);
  const [paid, brought] = [await readFlowSum(installation, 'out'), await readFlowSum(installation, 'in')];
  const delivered = await installation.deposit();
  await waitForCode(installation, delivered, 0);
  await waitWithBlocks(
    installation,
    async () =>
      (await readFlowSum(installation, 'out')) > paid && (await readFlowSum(installation, 'in')) === brought + AMOUNT,
    'the events of the deposit and its payout',
  );
  expect((await run('list', 'pauses')).lines).toEqual(['Nothing is paused.']);

  await payWithoutDeposit(installation, '1100');
  const [pause] = await waitWithBlocks(
    installation,
    async () => {
      const { json } = await run('list', 'pauses');
      return Array.isArray(json) && json.length > 0 ? json : null;
    },
    'the stop',
  );
  expect(pause).toMatchObject({
    subject: 'all',
    who: 'circuit breaker',
    why: expect.stringMatching(
      /^in 21600 s the vaults paid 11\d\d\S*, 1100 of it without deposits; maxNetOutflow is 1000$/,
    ),
  });
  expect(await installation.query('select kind, detail from incidents where kind = $1', ['breakerTripped'])).toEqual([
    { kind: 'breakerTripped', detail: pause.why },
  ]);
  const waiting = await installation.deposit();
  await waitForText(installation, waiting, /the payment waits because \S+ is paused/);

  const { lines } = await run('resume', 'all', ...AUTHOR);
  expect(lines[0]).toMatch(/This also ends the stop of the circuit breaker: in 21600 s/);
  aheadMs += NEXT_TRY_MS;
  await waitForCode(installation, waiting, 0);
  expect((await run('list', 'pauses')).lines).toEqual(['Nothing is paused.']);
  expect(await installation.query('select 1 from breaker_trips where resumed_at is not null')).toHaveLength(1);
  const { json: actions } = await run('list', 'actions');
  expect(actions).toMatchObject([
    { action: 'resume', detail: expect.stringMatching(/ends the stop of the circuit breaker/) },
  ]);
});

test('a payment that a reorg removes no longer counts', async ({ installation }) => {
  const { origin, destination } = installation.bridge;
  await startReader(installation);
  // The payments of the first read don't count.
  await waitWithBlocks(
    installation,
    async () => (await installation.query('select 1 from flow_readings')).length === 2,
    'the first readings',
  );
  await origin.chain.mine(3);
  await payWithoutDeposit(installation, '500');
  // Payouts of earlier tests may be read only now, so a sum wouldn't tell.
  const id = pad(numberToHex(payments));
  const countReads = async () => (await installation.query('select 1 from flows where id = $1', [id])).length;
  await waitUntil(async () => (await countReads()) === 1, { what: 'the payment' });
  await origin.chain.reorganise(3);
  await Promise.all([origin, destination].map(({ chain }) => chain.mine(1)));
  await waitUntil(async () => (await countReads()) === 0, { what: 'the flows without the removed block' });
});
