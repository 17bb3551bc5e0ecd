import type { Address, Hash } from 'viem';
import { BaseError, ContractFunctionRevertedError, erc20Abi } from 'viem';
import type { ChainClient } from '../chain/chainClient.ts';
import { readHead } from '../chain/chainClient.ts';

/**
 * Caches answers about a chain's newest state. Each is dropped at the chain's next block, and after two seconds at the
 * latest. Only for reads that no payment depends on.
 */
export type BlockAnswers = {
  /**
   * @param key identifies the question; equal questions share an answer
   * @returns a promise if the answer is not known
   */
  read<T>(client: ChainClient, key: string, ask: () => Promise<T>): T | Promise<T>;
};

/** The value is a promise until it is known. */
type Answer = { value: unknown; readonly askedAt: number };
/** The height does not identify a block: a reorg can replace it. */
type Block = { readonly hash: Hash | null; readonly answers: Map<string, Answer>; checkedAt: number };

// How often the newest block is read while clients ask: less often than most chains make blocks, and half of what one
// client may ask.
const CHECK_EVERY_MS = 100;
// Requests wait for a check only once the last one is this old. Otherwise all of them would wait ten times a second.
const CURRENT_MS = 150;
// A single endpoint may name the newest block while another answers from the block before. Then the block seems to
// stand still, and its first answer may be outdated.
const MAX_AGE_MS = 2000;
const MAX_ANSWERS = 10_000;

export function createBlockAnswers(now: () => number = () => performance.now()): BlockAnswers {
  const blocks = new Map<number, Block>();
  const checks = new Map<number, Promise<Block>>();

  const check = (client: ChainClient): Promise<Block> => {
    const { id } = client.chain;
    const running = checks.get(id);
    if (running) return running;
    const checkedAt = now();
    const started = readHead(client)
      .then(({ hash }) => {
        const known = blocks.get(id);
        const block = known?.hash === hash ? known : { hash, answers: new Map(), checkedAt };
        block.checkedAt = checkedAt;
        blocks.set(id, block);
        return block;
      })
      .finally(() => checks.delete(id));
    checks.set(id, started);
    return started;
  };

  const keep = <T>({ answers }: Block, key: string, ask: () => Promise<T>): Promise<T> => {
    const value = ask();
    const answer: Answer = { value, askedAt: now() };
    if (answers.size >= MAX_ANSWERS) answers.clear();
    answers.set(key, answer);
    value.then(
      (known) => {
        answer.value = known;
      },
      () => {
        if (answers.get(key) === answer) answers.delete(key);
      },
    );
    return value;
  };

  return {
    read: <T>(client: ChainClient, key: string, ask: () => Promise<T>) => {
      const { id } = client.chain;
      const known = blocks.get(id);
      const answerIn = (block: Block | undefined) => {
        const answer = block?.answers.get(key);
        return answer && now() - answer.askedAt < MAX_AGE_MS ? (answer.value as T | Promise<T>) : undefined;
      };
      const ageMs = known ? now() - known.checkedAt : Number.POSITIVE_INFINITY;
      if (known && ageMs < CURRENT_MS) {
        if (ageMs >= CHECK_EVERY_MS) check(client).catch(() => {});
        return answerIn(known) ?? keep(known, key, ask);
      }
      if (answerIn(known) === undefined) {
        // Nothing is cached that could be outdated, so both calls go out at once. The answer counts for the older
        // block: its state is at least that new.
        const block = known ?? { hash: null, answers: new Map(), checkedAt: Number.NEGATIVE_INFINITY };
        blocks.set(id, block);
        check(client).catch(() => {});
        return keep(block, key, ask);
      }
      return check(client).then((block) => answerIn(block) ?? keep(block, key, ask));
    },
  };
}

export type AllowanceQuery = {
  readonly token: Address;
  readonly owner: Address;
  readonly spender: Address;
  /** The newest block by default. */
  readonly blockNumber?: bigint;
};

/** Reads how much of an owner's tokens a spender may transfer. */
export function readAllowance(
  { reader }: ChainClient,
  { token, owner, spender, ...block }: AllowanceQuery,
): Promise<bigint> {
  return reader.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, spender],
    ...block,
  });
}

// Some tokens return nothing from `approve`, so this declares no result. Only a revert counts.
const APPROVE = [
  {
    type: 'function',
    name: 'approve',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'spender', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    outputs: [],
  },
] as const;

/**
 * Simulates an approval at the newest block.
 * @returns whether the token refuses it
 * @throws an RPC error, which says nothing about the token
 */
export async function refusesApproval(
  { reader }: ChainClient,
  { token, owner, spender }: AllowanceQuery,
  amount: bigint,
): Promise<boolean> {
  try {
    await reader.simulateContract({
      address: token,
      abi: APPROVE,
      functionName: 'approve',
      args: [spender, amount],
      account: owner,
    });
    return false;
  } catch (error) {
    if (error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError))
      return true;
    throw error;
  }
}
