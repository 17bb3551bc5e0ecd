import { setTimeout as sleep } from 'node:timers/promises';
import type { Address, Hex, PrivateKeyAccount } from 'viem';
import { createTestClient, erc20Abi, http, parseEther, publicActions, walletActions, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { findFreePort } from '../processes/freePort.mjs';
import { startProcess } from '../processes/startProcess.ts';
import { waitUntil } from '../processes/waitUntil.ts';
import { startAnvil } from './anvil.ts';

function connect(rpcUrl: string) {
  return createTestClient({
    mode: 'anvil',
    transport: http(rpcUrl, { retryCount: 0 }),
    pollingInterval: 20,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);
}

/** Signed bytes, with the index of the replacement block that includes them. */
export type ReorgTransaction = readonly [raw: Hex, block: number];

/** An anvil chain that a test controls block by block. */
export type TestChain = {
  readonly id: number;
  readonly rpcUrl: string;
  readonly client: ReturnType<typeof connect>;
  mine(blocks: number): Promise<void>;
  /** Mines a block per interval until the returned function is called. */
  keepMining(everyMs: number): () => void;
  /** Stops timed mining: transactions stay pending until `resume`. */
  pause(): Promise<void>;
  resume(): void;
  /** Runs work while timed mining is paused. */
  withoutMining<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for that many more blocks. */
  untilBlocks(count: number): Promise<void>;
  /** Sets the base fee of the next timed blocks, in wei. */
  setBaseFee(baseFee: bigint): void;
  /** Replaces the last blocks with as many new ones, empty except for the kept transactions. */
  reorganise(depth: number, kept?: readonly ReorgTransaction[]): Promise<void>;
  createAccount(): Promise<PrivateKeyAccount>;
  balanceOf(token: Address, owner: Address): Promise<bigint>;
  stop(): Promise<void>;
};

export type TestChainOptions = {
  /** Mines at this interval, like most real chains; 0 mines only on request. By default, mines one block per transaction. */
  readonly blockEveryMs?: number;
  /** Forks another chain, which is not affected. */
  readonly fork?: TestChain;
};

export async function startTestChain(id: number, { blockEveryMs, fork }: TestChainOptions = {}): Promise<TestChain> {
  const isTimed = blockEveryMs !== undefined;
  const port = await findFreePort();
  const { rpcUrl, process } = await startAnvil(
    {
      ...{ title: `chain ${id}`, id, port },
      mining: isTimed ? 'onRequest' : 'perTransaction',
      isBaseFeeZero: isTimed,
      ...(fork && { forkUrl: fork.rpcUrl }),
    },
    { start: startProcess },
  );
  const client = connect(rpcUrl);

  const mine = (blocks: number) => client.mine({ blocks });
  let baseFee: bigint | null = null;
  let isPaused = false;
  let mining: Promise<unknown> = Promise.resolve();
  const mineTimed = async () => {
    if (baseFee !== null) await client.setNextBlockBaseFeePerGas({ baseFeePerGas: baseFee });
    await mine(1);
  };
  const keepMining = (everyMs: number) => {
    let isStopped = false;
    const run = async () => {
      while (!isStopped) {
        // anvil may refuse a block during a reorg.
        if (!isPaused) mining = mineTimed().catch(() => {});
        await mining;
        await sleep(everyMs);
      }
    };
    void run();
    return () => {
      isStopped = true;
    };
  };
  const pause = async () => {
    isPaused = true;
    await mining;
  };
  const resume = () => {
    isPaused = false;
  };
  const stopMining = blockEveryMs ? keepMining(blockEveryMs) : () => {};
  return {
    id,
    rpcUrl,
    client,
    mine,
    keepMining,
    pause,
    resume,
    withoutMining: async (work) => {
      await pause();
      try {
        return await work();
      } finally {
        resume();
      }
    },
    untilBlocks: async (count) => {
      const last = (await client.getBlockNumber()) + BigInt(count);
      const hasMined = async () => (await client.getBlockNumber()) >= last;
      await waitUntil(hasMined, { what: `block ${last} of chain ${id}` });
    },
    setBaseFee: (next) => {
      baseFee = next;
    },
    reorganise: async (depth, kept = []) => {
      await client.request<{ Method: 'anvil_reorg'; Parameters: [number, ReorgTransaction[]]; ReturnType: null }>({
        method: 'anvil_reorg',
        params: [depth, [...kept]],
      });
    },
    createAccount: async () => {
      const account = privateKeyToAccount(generatePrivateKey());
      await client.setBalance({ address: account.address, value: parseEther('1000') });
      return account;
    },
    balanceOf: (token, owner) =>
      token === zeroAddress
        ? client.getBalance({ address: owner })
        : client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
    stop: async () => {
      stopMining();
      await process.stop();
    },
  };
}
