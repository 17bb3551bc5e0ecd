import { setTimeout } from 'node:timers/promises';
import type { Address, Hash, PrivateKeyAccount } from 'viem';
import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { paidEvent } from '#shared/abi/payoutAbi.ts';
import type { TestBridge } from '../../bridge/testBridge.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import { startBlockClock } from './blockTimes.ts';

const DEPOSIT_EVERY_MS = 150;
const SETTLING_MS = 500;

/** Measures payments from the deposit's block to the payment's. */
export type PaymentMeter = {
  /** Makes that many deposits, one after the other. @returns how long each payment took, in milliseconds */
  runRound(deposits: number): Promise<number[]>;
  stop(): Promise<void>;
};

/** The deposits of a round, each to somebody new. */
async function depositAll(bridge: TestBridge, user: PrivateKeyAccount, deposits: number) {
  const hashes = new Map<Address, Hash>();
  for (let count = 0; count < deposits; count += 1) {
    const target = privateKeyToAddress(generatePrivateKey());
    hashes.set(target, await bridge.deposit(user, { token: 'ETH', amount: parseEther('0.01'), target }));
    await setTimeout(DEPOSIT_EVERY_MS);
  }
  return hashes;
}

async function readPaidBlocks({ destination: { chain, deployment } }: TestBridge, fromBlock: bigint) {
  const address = deployment.payoutContract;
  const logs = await chain.client.getLogs({ address, event: paidEvent, fromBlock, strict: true });
  return new Map(logs.map(({ args, blockNumber }) => [args.to, blockNumber]));
}

export async function startPaymentMeter(bridge: TestBridge): Promise<PaymentMeter> {
  const clocks = {
    origin: await startBlockClock(bridge.origin.chain),
    destination: await startBlockClock(bridge.destination.chain),
  };
  const user = await bridge.createUser();
  return {
    runRound: async (deposits) => {
      const from = await bridge.destination.chain.client.getBlockNumber();
      const hashes = await depositAll(bridge, user, deposits);
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
        const { blockNumber } = await bridge.origin.chain.client.getTransactionReceipt({ hash });
        times.push(clocks.destination.timeOf(paid.get(target) ?? 0n) - clocks.origin.timeOf(blockNumber));
      }
      return times;
    },
    stop: async () => {
      await Promise.all([clocks.origin.stop(), clocks.destination.stop()]);
    },
  };
}
