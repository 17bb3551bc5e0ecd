import type { Address, Hash, Hex } from 'viem';
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  getAbiItem,
  numberToHex,
  pad,
  parseAbiParameters,
} from 'viem';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { RpcCall } from './endpoint.ts';

/** A deposit as its event states it. */
export type MemoryDeposit = {
  readonly depositor: Address;
  readonly token: Address;
  readonly vault: Address;
  readonly target: string;
  readonly amount: bigint;
  readonly destination: bigint;
};

const QUESTIONS = [
  getAbiItem({ abi: vaultAbi, name: 'arePaid' }),
  getAbiItem({ abi: vaultAbi, name: 'isPayer' }),
] as const;

type Transaction = { readonly block: bigint; readonly deposits: readonly MemoryDeposit[] };

export type MemoryChain = {
  /** The newest block. */
  head: bigint;
  /** The block with the tag "finalized". */
  finalized: bigint;
  /** The oldest block whose state the providers keep. */
  oldestState: bigint;
  /** The blocks in which the hot wallet used its nonces, one block per nonce. */
  readonly nonceBlocks: bigint[];
  /** Puts a transaction with these native-token deposits into a block. */
  deposit(hash: Hash, transaction: Transaction): void;
  /** Makes an account a payer of every vault up to a block. */
  letPay(account: Address, until: bigint): void;
  /** Marks an id as paid by a vault from a block on. */
  pay(vault: Address, id: Hash, block: bigint): void;
  /** The answers of a provider that has the chain up to a block. */
  answer(call: RpcCall, upTo?: bigint): unknown;
};

const blockHash = (chainId: number, block: bigint): Hash => pad(numberToHex(BigInt(chainId) * 1_000_000n + block));

function encodeDeposit({ target, amount, destination }: MemoryDeposit): Hex {
  const types = parseAbiParameters('string, uint256, uint256, uint256, uint256');
  return encodeAbiParameters(types, [target, amount, destination, 0n, 1n]);
}

/** A chain with deposits, paid ids and nonces that exists only in its providers' answers. */
export function createMemoryChain(id: number, depositContract: Address): MemoryChain {
  const transactions = new Map<Hash, Transaction>();
  const paid = new Map<string, bigint>();
  const payers = new Map<string, bigint>();
  const nonceBlocks: bigint[] = [];
  const payKey = (vault: string, payment: string) => `${vault} ${payment}`.toLowerCase();

  const toReceipt = (transactionHash: Hash, { block, deposits }: Transaction) => {
    const at = { blockHash: blockHash(id, block), blockNumber: numberToHex(block), transactionHash };
    const logs = deposits.map((deposit, index) => ({
      ...{ ...at, address: depositContract, data: encodeDeposit(deposit), removed: false },
      ...{ logIndex: numberToHex(index), transactionIndex: '0x0' },
      topics: encodeEventTopics({
        ...{ abi: depositAbi, eventName: 'Deposit' },
        args: { user: deposit.depositor, token: deposit.token, maker: deposit.vault },
      }),
    }));
    return { ...at, status: '0x1', logs };
  };

  const toBlock = (value: unknown, upTo: bigint) => {
    if (value === 'finalized') return chain.finalized;
    return value === 'latest' ? upTo : BigInt(String(value));
  };
  const toStateBlock = (value: unknown, upTo: bigint) => {
    const block = toBlock(value, upTo);
    if (block > upTo) throw new Error(`the provider lacks block ${block}`);
    if (block < chain.oldestState) throw new Error(`the provider has dropped the state of block ${block}`);
    return block;
  };
  const handlers: Readonly<Record<string, (params: readonly unknown[], upTo: bigint) => unknown>> = {
    eth_chainId: () => numberToHex(id),
    eth_blockNumber: (_params, upTo) => numberToHex(upTo),
    eth_getBlockByNumber: ([number], upTo) => {
      const block = toBlock(number, upTo);
      return block > upTo ? null : { number: numberToHex(block), hash: blockHash(id, block), timestamp: '0x1' };
    },
    eth_getTransactionReceipt: ([hash], upTo) => {
      const found = transactions.get(hash as Hash);
      return found && found.block <= upTo ? toReceipt(hash as Hash, found) : null;
    },
    eth_getTransactionCount: ([, at], upTo) => {
      const block = toStateBlock(at, upTo);
      return numberToHex(nonceBlocks.filter((used) => used <= block).length);
    },
    eth_call: ([call, at], upTo) => {
      const { to, data } = call as { readonly to: Address; readonly data: Hex };
      const block = toStateBlock(at, upTo);
      const { functionName, args } = decodeFunctionData({ abi: QUESTIONS, data });
      if (functionName === 'isPayer') {
        return encodeFunctionResult({
          ...{ abi: vaultAbi, functionName },
          result: block < (payers.get(args[0].toLowerCase()) ?? 0n),
        });
      }
      const arePaid = args[0].map((payment) => {
        const since = paid.get(payKey(to, payment));
        return since !== undefined && since <= block;
      });
      return encodeFunctionResult({ abi: vaultAbi, functionName, result: arePaid });
    },
  };

  const chain: MemoryChain = {
    ...{ head: 100n, finalized: 36n, oldestState: 0n, nonceBlocks },
    deposit: (hash, transaction) => void transactions.set(hash, transaction),
    letPay: (account, until) => void payers.set(account.toLowerCase(), until),
    pay: (vault, payment, block) => void paid.set(payKey(vault, payment), block),
    answer: ({ method, params }, upTo = chain.head) => {
      const handler = handlers[method];
      if (!handler) throw new Error(`${method} is not part of this chain`);
      return handler(params, upTo);
    },
  };
  return chain;
}
