import { createRequire } from 'node:module';
import type { Address, Hex, PrivateKeyAccount } from 'viem';
import { createTestClient, erc20Abi, http, parseEther, publicActions, walletActions, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { findFreePort } from '../processes/freePort.mjs';
import { startOwned } from '../processes/startOwned.ts';
import { waitUntil } from '../processes/waitUntil.ts';

// Also how deep a test may reorganise; without the option anvil fills the disk.
const KEPT_STATES = '256';

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

/** Signed bytes, and which of the new blocks they are mined in, counted from 0. */
export type ReorgTransaction = readonly [raw: Hex, block: number];

/** An anvil that mines a block per transaction, and more when it is told to. */
export type TestChain = {
  readonly id: number;
  readonly rpcUrl: string;
  readonly client: ReturnType<typeof connect>;
  mine(blocks: number): Promise<void>;
  /** Mines an empty block every so often, until the returned function is called. */
  keepMining(everyMs: number): () => void;
  /** Does something between two blocks that are mined by the clock. */
  whileStill<T>(work: () => Promise<T>): Promise<T>;
  /** Drops the last blocks and mines as many in their place, empty but for the transactions that are kept. */
  reorganise(depth: number, kept?: readonly ReorgTransaction[]): Promise<void>;
  createAccount(): Promise<PrivateKeyAccount>;
  balanceOf(token: Address, owner: Address): Promise<bigint>;
  stop(): Promise<void>;
};

function findAnvil(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  return createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`);
}

export type TestChainOptions = {
  /**
   * Blocks come at this pace, transactions or none, as on most real chains, or with 0 only when they are asked for; otherwise
   * one per transaction.
   */
  readonly blockEveryMs?: number;
};

export async function startTestChain(id: number, { blockEveryMs }: TestChainOptions = {}): Promise<TestChain> {
  const port = await findFreePort();
  const rpcUrl = `http://127.0.0.1:${port}`;
  const args = ['--port', String(port), '--chain-id', String(id), '--prune-history', KEPT_STATES, '--silent'];
  // Without a base fee of its own the price of gas is constant, until a test moves it.
  if (blockEveryMs !== undefined) args.push('--no-mining', '--base-fee', '0');
  const endAnvil = startOwned(findAnvil(), args);
  const client = connect(rpcUrl);
  await waitUntil(async () => (await client.getChainId()) === id, { what: `chain ${id}` });

  const mine = (blocks: number) => client.mine({ blocks });
  let isStill = false;
  let mining: Promise<unknown> = Promise.resolve();
  const keepMining = (everyMs: number) => {
    const timer = setInterval(() => {
      if (!isStill) mining = mine(1).catch(() => {});
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
    whileStill: async (work) => {
      isStill = true;
      await mining;
      try {
        return await work();
      } finally {
        isStill = false;
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
    stop: () => {
      stopMining();
      return endAnvil();
    },
  };
}
