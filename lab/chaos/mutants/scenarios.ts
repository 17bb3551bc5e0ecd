import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from 'viem';
import { encodeAbiParameters, keccak256, pad, parseEther } from 'viem';
import type { ConfigFile } from '../../../service/config/configSchema.ts';
import { WORKERS } from '../../../service/workers/engine.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import { BUMP_AHEAD_MS, DEAR, signOnly } from '../failpoints/runFailpointCase.ts';
import { judgeDrill } from '../harness/findProblems.ts';
import type { Drill } from '../harness/serviceUnderTest.ts';

/** A situation that a correct service comes through. */
export type Scenario = {
  readonly what: string;
  /** Whether the payout contract is the real one, which refuses a second payment. */
  readonly contractRefuses?: boolean;
  readonly change?: (file: ConfigFile) => void;
  /** @returns what is wrong afterwards */
  readonly run: (drill: Drill) => Promise<readonly string[]>;
};

const FINISH_MS = 40_000;
const WITHOUT_SIGNING = WORKERS.filter((worker) => worker !== 'sign');
// More than are read again behind the cursor, and fewer than are read at once.
const CATCH_UP_BLOCKS = 150;
const REVERTING: Hex = '0x5f5ffd';

async function killedAt(drill: Drill, point: 'sign.signed' | 'sign.nonceTaken'): Promise<readonly string[]> {
  const first = await drill.start('first', { arms: [{ point, action: { kind: 'exit' } }] });
  await drill.deposit();
  await first.reached(point);
  await first.kill();
  await sleep(1000);
  await drill.start('second');
  await drill.finishes(1, FINISH_MS);
  return judgeDrill(drill, { transfers: 1 });
}

/** Two processes that sign at the same moment, each for a transfer that the other could not ask the chain about. */
async function twoSigners(drill: Drill): Promise<readonly string[]> {
  const accepting = await drill.start('accepting', { workers: WITHOUT_SIGNING });
  const deposits = [await drill.deposit(), await drill.deposit({ user: 1 })];
  await waitForState(drill, 'confirmed', 2);
  await accepting.kill();
  const [one, other] = deposits;
  const ordersFor = (failing: typeof one) =>
    ({
      arms: [
        { point: 'sign.prepared', action: { kind: 'waitAndThrow' }, ...(failing && { transferId: failing.id }) },
        { point: 'sign.signed', action: { kind: 'delay', ms: 3000 } },
      ],
    }) as const;
  const both = await Promise.all([drill.start('first', ordersFor(one)), drill.start('second', ordersFor(other))]);
  // Each has both payments at hand before either is taken from it.
  for (const started of both) await started.reached('sign.prepared');
  for (const started of both) started.go();
  await drill.finishes(2, FINISH_MS);
  return judgeDrill(drill, { transfers: 2 });
}

async function waitForState(drill: Drill, state: string, count: number): Promise<void> {
  const isThere = async () => (await drill.query('select 1 from transfers where state = $1', [state])).length === count;
  await waitUntil(isThere, { what: `${count} ${state}` });
}

/** A deposit was paid, and its transaction comes back in another place of another block. */
async function movedDeposit(drill: Drill): Promise<readonly string[]> {
  const { origin } = drill.lane;
  await drill.start('first');
  const other = await drill.deposit({ user: 1 });
  const deposit = await drill.deposit();
  await drill.finishes(2, FINISH_MS);
  await origin.blocks.pause();
  const head = await origin.chain.client.getBlockNumber();
  const depth = Number(head - other.blockNumber) + 1;
  await origin.chain.reorganise(depth, [
    [other.raw, 0],
    [deposit.raw, 0],
  ]);
  origin.blocks.resume();
  await sleep(6000);
  await drill.finishes(2, FINISH_MS);
  return judgeDrill(drill, { transfers: 2 });
}

/** A payment is reverted, and a reorganisation brings it back into a block in which it succeeds. */
async function undoneRevert(drill: Drill): Promise<readonly string[]> {
  const { lane } = drill;
  const { chain, blocks, token } = lane.destination;
  const { client } = chain;
  const first = await drill.start('first', { arms: [{ point: 'sign.nonceTaken', action: { kind: 'wait' } }] });
  await drill.deposit();
  await first.reached('sign.nonceTaken');
  await blocks.pause();
  const before = await client.getBlockNumber();
  // OpenZeppelin's ERC-20 keeps its balances in a mapping at slot 0.
  const owner = lane.bridge.maker.address;
  const index = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [owner, 0n]));
  await client.setStorageAt({ address: token('USDC'), index, value: pad('0x') });
  blocks.resume();
  first.go();
  const attempt = await waitUntil(async () => {
    const [row] = await drill.query<{ hash: Hex; raw: Hex }>('select hash, raw from attempts');
    if (!row) return null;
    const receipt = await client.getTransactionReceipt({ hash: row.hash }).catch(() => null);
    return receipt?.status === 'reverted' ? row : null;
  });
  await sleep(1000);
  await blocks.pause();
  // The state that anvil keeps of a block is that in which the next one begins, so `before` itself has to go as well.
  const depth = Number((await client.getBlockNumber()) - before) + 1;
  await chain.reorganise(depth, [[attempt.raw, 0]]);
  blocks.resume();
  await drill.finishes(1, FINISH_MS);
  await sleep(8000);
  await drill.finishes(1, FINISH_MS);
  return judgeDrill(drill, { transfers: 1 });
}

async function bump(drill: Drill): Promise<readonly string[]> {
  await signOnly(drill);
  drill.lane.destination.blocks.setBaseFee(DEAR);
  await sleep(300);
  await drill.start('first', { aheadMs: BUMP_AHEAD_MS });
  await drill.finishes(1, FINISH_MS);
  return judgeDrill(drill, { transfers: 1 });
}

/** A payment is in a block, and the process that starts then asks for receipts later than it sends. */
async function lateReceipt(drill: Drill): Promise<readonly string[]> {
  const first = await drill.start('first', { arms: [{ point: 'broadcast.sent', action: { kind: 'exit' } }] });
  await drill.deposit();
  await first.reached('broadcast.sent');
  await first.kill();
  await sleep(1000);
  await drill.start('second', {
    arms: [{ point: 'reconcile.receiptRead', action: { kind: 'delay', ms: 4000 } }],
  });
  await sleep(5000);
  await drill.finishes(1, FINISH_MS);
  return judgeDrill(drill, { transfers: 1 });
}

/** Two payments were sent that are in no block yet, and the database is restored from before either. */
async function restoredBackup(drill: Drill): Promise<readonly string[]> {
  const { destination } = drill.lane;
  const early = await drill.start('early', { workers: ['fees'] });
  await early.kill();
  const restored = await drill.backUp();
  const first = await drill.start('first');
  await waitUntil(async () => (await drill.query('select 1 from senders')).length === 2);
  await destination.blocks.pause();
  await drill.deposit();
  await waitForState(drill, 'broadcast', 1);
  await drill.deposit({ user: 1 });
  await waitForState(drill, 'broadcast', 2);
  await first.kill();
  const sent = await drill.query<{ raw: Hex }>('select raw from attempts order by nonce');
  // Gas is dear while the restored service starts, so what it would sign takes the place of what was sent.
  destination.blocks.setBaseFee(DEAR);
  destination.blocks.resume();
  await sleep(500);
  await restored.start('restored');
  await sleep(6000);
  destination.blocks.setBaseFee(0n);
  // Some node still had them.
  for (let second = 0; second < 4; second += 1) {
    for (const { raw } of sent) {
      await destination.chain.client.sendRawTransaction({ serializedTransaction: raw }).catch(() => null);
    }
    await sleep(1000);
  }
  const complaints = await judgeDrill(restored, { transfers: 2, halts: true });
  await restored.stop();
  return complaints;
}

/** The database is lost after a payment, and the service begins with an empty one. */
async function emptyDatabase(drill: Drill): Promise<readonly string[]> {
  const first = await drill.start('first');
  await drill.deposit();
  await drill.finishes(1, FINISH_MS);
  await first.kill();
  const empty = await drill.startOver();
  await empty.start('second');
  await empty.finishes(1, FINISH_MS);
  const complaints = await judgeDrill(empty, { transfers: 1 });
  await empty.stop();
  return complaints;
}

/** A process that has many blocks to catch up with is killed while it stores an early deposit of them. */
async function killedBetweenDeposits(drill: Drill): Promise<readonly string[]> {
  const { origin } = drill.lane;
  const early = await drill.start('early');
  await waitUntil(async () => (await drill.query('select 1 from chains where scanned_to is not null')).length === 2);
  await early.kill();
  await drill.deposit();
  await origin.blocks.pause();
  await origin.chain.mine(CATCH_UP_BLOCKS);
  origin.blocks.resume();
  const point = 'watch.depositInserted';
  const first = drill.launch('first', { arms: [{ point, action: { kind: 'exit' } }] });
  await first.reached(point);
  await first.kill();
  await drill.start('second');
  await drill.finishes(1, FINISH_MS);
  return judgeDrill(drill, { transfers: 1 });
}

/** One recipient of a batch refuses what it would have taken a moment before. */
async function refusedInBatch(drill: Drill): Promise<readonly string[]> {
  const { client } = drill.lane.destination.chain;
  const accepting = await drill.start('accepting', { workers: WITHOUT_SIGNING });
  const order = { token: 'ETH', amount: parseEther('0.5') } as const;
  await drill.deposit(order);
  const { recipient } = await drill.deposit({ ...order, user: 1 });
  await waitForState(drill, 'confirmed', 2);
  await accepting.kill();
  const first = await drill.start('first', { arms: [{ point: 'sign.nonceTaken', action: { kind: 'wait' } }] });
  await first.reached('sign.nonceTaken');
  const address = recipient as Hex;
  await client.setCode({ address, bytecode: REVERTING });
  first.go();
  await waitUntil(async () => (await drill.query("select 1 from sends where state = 'succeeded'")).length > 0);
  await client.setCode({ address, bytecode: '0x' });
  await drill.finishes(2, FINISH_MS);
  return judgeDrill(drill, { transfers: 2 });
}

/** A reorganisation takes a deposit away for good, and the process that starts then signs before it watches. */
async function vanishedDeposit(drill: Drill): Promise<readonly string[]> {
  const { origin } = drill.lane;
  const accepting = await drill.start('accepting', { workers: WITHOUT_SIGNING });
  const deposit = await drill.deposit();
  await waitForState(drill, 'confirmed', 1);
  await accepting.kill();
  await origin.blocks.pause();
  const head = await origin.chain.client.getBlockNumber();
  await origin.chain.reorganise(Number(head - deposit.blockNumber) + 1);
  origin.blocks.resume();
  await drill.start('first', {
    arms: [{ point: 'watch.logsRead', chainId: origin.chain.id, action: { kind: 'delay', ms: 5000 } }],
  });
  await sleep(8000);
  return judgeDrill(drill, { transfers: 0 });
}

export const SCENARIOS = {
  killedAfterSigning: {
    what: 'a process is killed right after it signed a payment',
    run: (drill) => killedAt(drill, 'sign.signed'),
  },
  killedBeforeCommit: {
    what: 'a process is killed right before it commits a payment',
    run: (drill) => killedAt(drill, 'sign.nonceTaken'),
  },
  twoSigners: { what: 'two processes sign different payments at the same moment', run: twoSigners },
  movedDeposit: { what: 'the transaction of a paid deposit moves to another place', run: movedDeposit },
  undoneRevert: {
    what: 'a reorganisation turns a reverted payment into one that succeeded',
    change: (file) => {
      for (const chain of file.chains) chain.payoutConfirmations = 40;
    },
    run: undoneRevert,
  },
  bump: { what: 'a payment is left behind by the market', run: bump },
  lateReceipt: { what: 'a process sends again before it asks for receipts', run: lateReceipt },
  restoredBackup: {
    what: 'the database is restored from before two payments that wait for a block',
    run: restoredBackup,
  },
  emptyDatabase: { what: 'the database is lost after a payment', contractRefuses: true, run: emptyDatabase },
  killedBetweenDeposits: {
    what: 'a process is killed while it stores deposits, and starts again much later',
    run: killedBetweenDeposits,
  },
  refusedInBatch: { what: 'one recipient of a batch refuses', run: refusedInBatch },
  vanishedDeposit: { what: 'a deposit vanishes between its acceptance and its payment', run: vanishedDeposit },
} as const satisfies Readonly<Record<string, Scenario>>;

export type ScenarioName = keyof typeof SCENARIOS;
