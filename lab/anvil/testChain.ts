import type { Address, Hex, PrivateKeyAccount } from 'viem';
import { createTestClient, erc20Abi, http, parseEther, publicActions, walletActions, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { findFreePort } from '../processes/freePort.mjs';
import { startProcess } from '../processes/startProcess.ts';
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

/** Signed bytes, and the index of the replacement block that includes them. */
export type ReorgTransaction = readonly [raw: Hex, block: number];

/** An anvil chain that a test controls block by block. */
export type TestChain = {
  readonly id: number;
  readonly rpcUrl: string;
  readonly client: ReturnType<typeof connect>;
  mine(blocks: number): Promise<void>;
  /** Mines an empty block at every interval until the returned function is called. */
  keepMining(everyMs: number): () => void;
  /** Does work while timed mining pauses. */
  withoutMining<T>(work: () => Promise<T>): Promise<T>;
  /** Replaces the last blocks by as many new ones, empty except for the kept transactions. */
  reorganise(depth: number, kept?: readonly ReorgTransaction[]): Promise<void>;
  createAccount(): Promise<PrivateKeyAccount>;
  balanceOf(token: Address, owner: Address): Promise<bigint>;
  stop(): Promise<void>;
};

export type TestChainOptions = {
  /** Mines at this interval, like most real chains; 0 mines only on request. One block per transaction by default. */
  readonly blockEveryMs?: number;
  /** Continues another chain, which does not notice. */
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
  let isPaused = false;
  let mining: Promise<unknown> = Promise.resolve();
  const keepMining = (everyMs: number) => {
    const timer = setInterval(() => {
      if (!isPaused) mining = mine(1).catch(() => {});
    }, everyMs);
    return () => clearInterval(timer);
  };
  const stopMining = blockEveryMs ? keepMining(blockEveryMs) : () => {};
  return {
    id,
    rpcUrl,
    client,
    mine,
    keepMining,
    withoutMining: async (work) => {
      isPaused = true;
      await mining;
      try {
        return await work();
      } finally {
        isPaused = false;
      }
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
