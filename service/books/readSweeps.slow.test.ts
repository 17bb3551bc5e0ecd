import type { Hash } from 'viem';
import { encodeFunctionData, keccak256, pad, toEventSelector, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, beforeEach, describe, expect, onTestFinished } from 'vitest';
import { paidEvent, vaultAbi } from '#shared/abi/vaultAbi.ts';
import { mintTokens } from '../../contracts/deploy.ts';
import type { BridgeSide } from '../../tools/lab/chains/testBridge.ts';
import { startEndpoint } from '../../tools/lab/endpoints/endpoint.ts';
import { on } from '../../tools/lab/endpoints/faults.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import { createFastClock } from '../../tools/lab/installation/testService.ts';
import { placeTestOrder } from '../../tools/lab/postgres/placeTestOrder.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import type { ComparisonOptions } from '../../tools/lab/service/storeComparison.ts';
import { storeComparison } from '../../tools/lab/service/storeComparison.ts';
import type { Catalog } from '../boot/model/catalog.ts';
import { createChainClient } from '../chain/chainClient.ts';
import { amountAbove } from './model/sweep.ts';
import { differenceSubject, readDifferences } from './readings.ts';
import { readSweeps } from './sweeps.ts';

const USDC = 1_000_000n;
// A busy machine must read the blocks before the chains drop their state.
const MINE_MS = 250;
const TREASURY = privateKeyToAccount(keccak256(toHex('the treasury'))).address;
const RECIPIENT = pad('0xabcd', { size: 20 });

let installation: TestInstallation;
let catalog: Catalog;

function withFloats(file: LabInstallation): void {
  file.vaults.treasury = TREASURY;
  for (const token of file.tokens) if (token.name === 'USDC') token.float = '10000';
}

test.beforeAll(({ sharedInstallation }) => {
  installation = sharedInstallation;
  ({ catalog } = installation.bridge.catalog(withFloats));
});

const sides = () => [installation.bridge.origin, installation.bridge.destination];

const compare = (options: Omit<ComparisonOptions, 'token'> = {}, of = catalog) =>
  storeComparison(installation, of, { token: 'USDC', ...options });

async function readAsCompared(side: BridgeSide, { rpcUrl = side.chain.rpcUrl, of = catalog } = {}) {
  const chain = of.chains.find(({ id }) => id === side.chain.id);
  if (!chain) throw new Error('the catalog has each chain');
  // A new client doesn't know an older newest block.
  const client = createChainClient({ ...chain, rpcUrls: [rpcUrl] });
  const { tokens } = await readSweeps({ catalog: of, database: installation.database(), client });
  const [usdc] = tokens;
  if (!usdc) throw new Error('USDC has a float');
  return { funds: usdc.funds, above: amountAbove(usdc.rule, usdc.funds) };
}

async function read(side: BridgeSide, rpcUrl = side.chain.rpcUrl) {
  await compare();
  return readAsCompared(side, { rpcUrl });
}

/** Runs a service until it has done some work. Then the chains stand still. */
async function serve<T>(work: () => Promise<T>): Promise<T> {
  const stopMining = sides().map(({ chain }) => chain.keepMining(MINE_MS));
  try {
    // The bookkeeper would read balances between two comparisons of the test.
    const service = await installation.start({ change: withFloats, clock: createFastClock(5), without: ['books'] });
    const result = await work();
    for (const side of sides()) await waitUntil(() => read(side), { what: 'a sweep' });
    await service.stop();
    return result;
  } finally {
    for (const stop of stopMining) stop();
  }
}

let paid = 0;

async function payByHand({ chain, deployment, token }: BridgeSide, amount: bigint): Promise<void> {
  paid += 1;
  const args = [pad(toHex(paid)), token('USDC'), RECIPIENT, amount] as const;
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'pay', args });
  const transaction = { account: installation.bridge.hotWallet, chain: null, to: deployment.vault, data };
  const hash = await chain.client.sendTransaction(transaction);
  await chain.client.waitForTransactionReceipt({ hash });
}

const change = (sql: string, values: readonly (string | bigint | number)[] = []) => installation.query(sql, values);

/** Deposits, and lets a service pay. @returns the payment, which is in a block after the last settled one */
async function payOne(): Promise<{ readonly amount: bigint; readonly id: Hash }> {
  const { destination } = installation.bridge;
  await serve(async () => (await installation.deposit()).delivered());
  const [row] = await installation.query<{ amount: bigint; id: Hash; block: bigint }>(
    `select o.amount, o.transfer_id as id, s.mined_block as block
       from obligations o join sends s using (chain_id, address, nonce) where o.state = 'paid'`,
  );
  if (!row) throw new Error('the service has paid');
  // As if the payment were in a block that is not final.
  await change('update chains set scanned_to = $1 where chain_id = $2', [row.block - 1n, destination.chain.id]);
  return row;
}

describe('with vaults that have paid nothing', () => {
  beforeAll(async () => {
    await installation.reset();
    await serve(async () => {});
  });

  test('counts a payment that only the chain has, even when an arrival of the same size hides it', async () => {
    const { origin } = installation.bridge;
    const before = await read(origin);
    expect(before.funds.leftSince).toBe(0n);
    await payByHand(origin, 100n * USDC);
    await mintTokens(origin.chain, [{ token: origin.token('USDC'), to: origin.deployment.vault, amount: 100n * USDC }]);
    const after = await read(origin);
    expect(after.funds.newest).toBe(before.funds.newest);
    expect(after.above).toBe(before.above - 100n * USDC);
  });

  test("proposes nothing when the vault's payments cannot be read", async () => {
    const { origin } = installation.bridge;
    const broken = await startEndpoint(origin.chain.rpcUrl);
    onTestFinished(() => broken.stop());
    const topic = toEventSelector(paidEvent);
    broken.answer(({ method, params }) =>
      method === 'eth_getLogs' && JSON.stringify(params).includes(topic)
        ? { error: { code: -32_000, message: 'out of order' } }
        : undefined,
    );
    await expect(read(origin, broken.url)).rejects.toThrow('out of order');
  });

  test('a difference blocks a sweep until it is explained, and a later one blocks it again', async () => {
    const { origin } = installation.bridge;
    const differs = 'its books differ from its balances, see "causeway list differences"';
    const explainAll = async () => {
      for (const { id, explanation } of await readDifferences(installation.database())) {
        if (!explanation) {
          await placeTestOrder(installation.database(), { action: 'resolve', subject: differenceSubject(id) });
        }
      }
    };
    // The transactions of the second cancel each other.
    for (const fault of [{ difference: 1n }, { report: '{"mismatches":[{},{}]}' }]) {
      await compare(fault);
      await expect(readAsCompared(origin)).rejects.toThrow(differs);
      // The next day's comparison is equal, because it starts from the balance that differed.
      await expect(read(origin)).rejects.toThrow(differs);
      await explainAll();
      await read(origin);
    }
    await compare({ difference: 5n });
    await compare({ difference: -5n });
    await expect(readAsCompared(origin)).rejects.toThrow(differs);
    // They offset each other.
    await read(origin);
    await compare({ difference: 1n });
    await explainAll();
    await readAsCompared(origin);
  });

  test('ignores a comparison of vaults other than the configured ones', async () => {
    const { origin } = installation.bridge;
    const { catalog: added } = installation.bridge.catalog((file) => {
      withFloats(file);
      for (const chain of file.chains) chain.retiredVaults = [RECIPIENT];
    });
    const other = 'its books were last compared for vaults other than the configured ones';
    await compare();
    await expect(readAsCompared(origin, { of: added })).rejects.toThrow(other);
    await compare({}, added);
    await readAsCompared(origin, { of: added });
    await expect(readAsCompared(origin)).rejects.toThrow(other);
  });
});

describe('with one settled payment', () => {
  let paidOne: Awaited<ReturnType<typeof payOne>>;

  beforeAll(async () => {
    await installation.reset();
    paidOne = await payOne();
    for (const table of ['sends', 'obligations', 'transfers']) {
      await change(`create table settled_${table} as table ${table}`);
    }
  });
  // Each test changes what the books say about the payment.
  beforeEach(async () => {
    await change(
      `update sends set (state, mined_hash, mined_block, mined_block_hash) =
         (select state, mined_hash, mined_block, mined_block_hash from settled_sends)`,
    );
    await change('update obligations set (state, amount) = (select state, amount from settled_obligations)');
    await change(
      `update transfers set (state, settled_hash, settled_amount) =
         (select state, settled_hash, settled_amount from settled_transfers)`,
    );
  });

  test.each(['displaced', 'revoked'])('a payment of a send that the service settled as %s counts', async (state) => {
    const { destination } = installation.bridge;
    const { amount } = paidOne;
    expect((await read(destination)).funds).toMatchObject({ leftSince: amount, claims: 0n });
    await change('update sends set state = $1, mined_hash = null, mined_block = null, mined_block_hash = null', [
      state,
    ]);
    expect((await read(destination)).funds).toMatchObject({ leftSince: amount, claims: 0n });
  });

  test('counts a payment that only the books have', async () => {
    const { destination } = installation.bridge;
    const { amount } = paidOne;
    const silent = await startEndpoint(destination.chain.rpcUrl);
    onTestFinished(() => silent.stop());
    silent.answer(on('eth_getLogs', { result: [] }));
    expect((await read(destination, silent.url)).funds.leftSince).toBe(amount);
  });

  test('counts a payment that is not final once, or twice if the chain and the books disagree on its amount', async () => {
    const { destination } = installation.bridge;
    const { amount, id } = paidOne;
    await change("update sends set state = 'mined'");
    await change("update obligations set state = 'live'");
    await change("update transfers set state = 'broadcast', settled_hash = null, settled_amount = null where id = $1", [
      id,
    ]);
    expect((await read(destination)).funds).toMatchObject({ leftSince: amount, claims: 0n });
    await change('update obligations set amount = amount + 1');
    expect((await read(destination)).funds).toMatchObject({ leftSince: amount, claims: amount });
  });
});
