import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Address, Hash, PrivateKeyAccount } from 'viem';
import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { payoutAbi } from '#shared/abi/payoutAbi.ts';
import { waitUntil } from '../service/testing/processes.ts';
import type { TestBridge } from '../service/testing/testBridge.ts';
import type { BlockClock } from './flood/blockClock.ts';
import { startBlockClock } from './flood/blockClock.ts';
import { startRequester } from './flood/requester.ts';
import type { Rig } from './flood/rig.ts';
import { withRig } from './flood/rig.ts';
import { percentile } from './percentile.ts';

// npm run flood [-- --rounds 12 --deposits 20 --per-second 500 --layout separate|all]
// From a deposit's block to its payment's, in turn with nobody asking the API and with very many.
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    deposits: { type: 'string', default: '20' },
    'per-second': { type: 'string', default: '500' },
    layout: { type: 'string', default: 'separate' },
  },
});
const ROUNDS = Number(options.rounds);
const DEPOSITS = Number(options.deposits);
const PER_SECOND = Number(options['per-second']);
const LAYOUT = options.layout === 'all' ? 'all' : 'separate';
const MOST = 1.25;
// Below this share of what was to be asked it was no flood, and nothing is known.
const LEAST_ASKED = 0.2;
const DEPOSIT_EVERY_MS = 150;
const SETTLING_MS = 500;

type Clocks = { readonly origin: BlockClock; readonly destination: BlockClock };

/** The deposits of a round, one after the other, each to somebody new. */
async function depositAll(bridge: TestBridge, user: PrivateKeyAccount) {
  const hashes = new Map<Address, Hash>();
  for (let count = 0; count < DEPOSITS; count += 1) {
    const target = privateKeyToAddress(generatePrivateKey());
    hashes.set(target, await bridge.deposit(user, { token: 'ETH', amount: parseEther('0.01'), target }));
    await setTimeout(DEPOSIT_EVERY_MS);
  }
  return hashes;
}

async function readPaidBlocks({ destination: { chain, deployment } }: TestBridge, fromBlock: bigint) {
  const address = deployment.payoutContract;
  const logs = await chain.client.getLogs({ address, event: payoutAbi[3], fromBlock, strict: true });
  return new Map(logs.map(({ args, blockNumber }) => [args.to, blockNumber]));
}

/** @returns how long each payment took, in milliseconds */
async function runRound({ bridge }: Rig, clocks: Clocks, user: PrivateKeyAccount): Promise<number[]> {
  const { client } = bridge.origin.chain;
  const from = await bridge.destination.chain.client.getBlockNumber();
  const hashes = await depositAll(bridge, user);
  const paid = await waitUntil(
    async () => {
      const blocks = await readPaidBlocks(bridge, from);
      return [...hashes.keys()].every((target) => blocks.has(target)) && blocks;
    },
    { timeoutMs: 120_000, everyMs: 200, what: 'the last payment' },
  );
  // The clocks look at a block a moment after it is there.
  await setTimeout(SETTLING_MS);
  const times: number[] = [];
  for (const [target, hash] of hashes) {
    const { blockNumber } = await client.getTransactionReceipt({ hash });
    times.push(clocks.destination.timeOf(paid.get(target) ?? 0n) - clocks.origin.timeOf(blockNumber));
  }
  return times;
}

async function measure(rig: Rig): Promise<void> {
  const { bridge, url } = rig;
  const clocks = {
    origin: await startBlockClock(bridge.origin.chain),
    destination: await startBlockClock(bridge.destination.chain),
  };
  const requester = startRequester(url, PER_SECOND);
  const user = await bridge.createUser();
  const [quiet, flooded]: [number[], number[]] = [[], []];
  const answers = new Map<string, number>();
  let floodedMs = 0;
  try {
    // The first payments of a process take longer, whoever asks meanwhile.
    await runRound(rig, clocks, user);
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push(...(await runRound(rig, clocks, user)));
      const started = performance.now();
      requester.start();
      await setTimeout(SETTLING_MS);
      flooded.push(...(await runRound(rig, clocks, user)));
      floodedMs += performance.now() - started;
      for (const [status, count] of Object.entries(await requester.stop())) {
        answers.set(status, (answers.get(status) ?? 0) + count);
      }
      console.error(`round ${round + 1} of ${ROUNDS}`);
    }
  } finally {
    await requester.end();
    await Promise.all([clocks.origin.stop(), clocks.destination.stop()]);
  }
  report({ quiet, flooded, answers, floodedMs });
}

type Measured = {
  readonly quiet: readonly number[];
  readonly flooded: readonly number[];
  readonly answers: ReadonlyMap<string, number>;
  readonly floodedMs: number;
};

function report({ quiet, flooded, answers, floodedMs }: Measured): void {
  console.log(`${quiet.length} payments in quiet and ${flooded.length} in the flood, layout ${LAYOUT}; ms\n`);
  console.log('| from deposit to payment | quiet | flood | ratio |\n|---|--:|--:|--:|');
  for (const [name, share] of [
    ['median', 0.5],
    ['p90', 0.9],
  ] as const) {
    const [before, during] = [percentile(quiet, share), percentile(flooded, share)];
    const ratio = during / before;
    console.log(`| ${name} | ${before.toFixed(0)} | ${during.toFixed(0)} | ${ratio.toFixed(2)} |`);
    if (ratio > MOST) process.exitCode = 1;
  }
  const total = [...answers.values()].reduce((sum, count) => sum + count, 0);
  const perSecond = (total * 1000) / floodedMs;
  const counts = [...answers].map(([status, count]) => `${status === '0' ? 'none' : status}: ${count}`);
  console.log(`\n${total} requests, ${perSecond.toFixed(0)} a second; by status ${counts.join(', ')}`);
  if (perSecond < PER_SECOND * LEAST_ASKED) {
    console.log('Too few to be a flood: the machine has too much else to do.');
    process.exitCode = 1;
  }
}

await withRig(LAYOUT, measure);
