import { setTimeout } from 'node:timers/promises';
import type { Address, Hash, PrivateKeyAccount } from 'viem';
import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import type { TestBridge } from '../../chains/testBridge.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import { recordBlockTimes } from '../payments/blockTimes.ts';

const DEPOSIT_EVERY_MS = 150;
// Longer than one poll of the block times.
const LAST_POLL_MS = 500;

/** Measures payment latency, from the deposit's block to the payment's block. */
export type LatencyMeasurement = {
  /** Makes deposits one after another. @returns the latency of each payment, in milliseconds */
  runRound(deposits: number): Promise<number[]>;
  stop(): Promise<void>;
};

/** Makes each deposit for a new recipient. @returns the deposit hash by recipient */
async function depositAll(bridge: TestBridge, user: PrivateKeyAccount, deposits: number) {
  const hashes = new Map<Address, Hash>();
  for (let count = 0; count < deposits; count += 1) {
    const target = privateKeyToAddress(generatePrivateKey());
    hashes.set(target, await bridge.deposit(user, { token: 'ETH', amount: parseEther('0.01'), target }));
    await setTimeout(DEPOSIT_EVERY_MS);
  }
  return hashes;
}

/** @returns the payment's block by recipient */
async function readPaidBlocks({ destination: { chain, deployment } }: TestBridge, fromBlock: bigint) {
  const address = deployment.vault;
  const logs = await chain.client.getLogs({ address, event: paidEvent, fromBlock, strict: true });
  return new Map(logs.map(({ args, blockNumber }) => [args.to, blockNumber]));
}

export async function startLatencyMeasurement(bridge: TestBridge): Promise<LatencyMeasurement> {
  const blockTimes = {
    origin: await recordBlockTimes(bridge.origin.chain),
    destination: await recordBlockTimes(bridge.destination.chain),
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
      await setTimeout(LAST_POLL_MS);
      const latencies: number[] = [];
      for (const [target, hash] of hashes) {
        const { blockNumber } = await bridge.origin.chain.client.getTransactionReceipt({ hash });
        latencies.push(blockTimes.destination.timeOf(paid.get(target) ?? 0n) - blockTimes.origin.timeOf(blockNumber));
      }
      return latencies;
    },
    stop: async () => {
      await Promise.all([blockTimes.origin.stop(), blockTimes.destination.stop()]);
    },
  };
}
