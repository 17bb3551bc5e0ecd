import type { Address, Hash, Hex } from 'viem';
import { BaseError, ContractFunctionRevertedError, decodeEventLog, erc20Abi, toEventSelector } from 'viem';
import { paidEvent, payoutAbi } from '#shared/abi/payoutAbi.ts';
import { isNativeToken, isSameAddress } from '#shared/address.ts';
import type { TokenAmount } from '../domain/liquidity.ts';
import type { Payment } from '../domain/payment.ts';
import { payBatchCall, payCall } from '../domain/payment.ts';
import { readAllowance } from './allowance.ts';
import type { ChainClient } from './chainClient.ts';

export type Funds = {
  /** Of the payment's token. */
  readonly balance: bigint;
  readonly nativeBalance: bigint;
  /** What the payout contract may take of the token; null for the native token, which is sent along. */
  readonly allowance: bigint | null;
  readonly atBlock: bigint;
};

async function readFundsAt(client: ChainClient, token: Address, atBlock: bigint): Promise<Funds> {
  const { chain, reader } = client;
  const owner = chain.maker;
  if (isNativeToken(token)) {
    const nativeBalance = await reader.getBalance({ address: owner, blockNumber: atBlock });
    return { balance: nativeBalance, nativeBalance, allowance: null, atBlock };
  }
  const [nativeBalance, balance, allowance] = await Promise.all([
    reader.getBalance({ address: owner, blockNumber: atBlock }),
    reader.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [owner],
      blockNumber: atBlock,
    }),
    readAllowance(client, { token, owner, spender: chain.payoutContract, blockNumber: atBlock }),
  ]);
  return { balance, nativeBalance, allowance, atBlock };
}

/** What the maker has to pay with, all read at one block. */
export async function readFunds(client: ChainClient, token: Address): Promise<Funds> {
  return readFundsAt(client, token, await client.reader.getBlockNumber());
}

/** What the maker can pay of each token at a block: the lesser of balance and allowance. */
export function readUsable(
  client: ChainClient,
  tokens: readonly Address[],
  atBlock: bigint,
): Promise<readonly TokenAmount[]> {
  return Promise.all(
    tokens.map(async (token) => {
      const { balance, allowance } = await readFundsAt(client, token, atBlock);
      return { token, amount: allowance !== null && allowance < balance ? allowance : balance };
    }),
  );
}

export type Simulation =
  | { readonly ok: true; readonly gas: bigint }
  /** The chain has this id on record as paid by the maker. */
  | { readonly ok: false; readonly problem: 'alreadyPaid' }
  | { readonly ok: false; readonly problem: 'reverts'; readonly error: string };

function readRevert(error: unknown): Extract<Simulation, { ok: false }> | null {
  if (!(error instanceof BaseError)) return null;
  const revert = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
  if (!(revert instanceof ContractFunctionRevertedError)) return null;
  const name = revert.data?.errorName;
  if (name === 'AlreadyPaid') return { ok: false, problem: 'alreadyPaid' };
  return { ok: false, problem: 'reverts', error: name ?? revert.reason ?? 'an unknown error' };
}

/**
 * Tries a payment on the chain's present state, without sending it.
 * @throws where the chain cannot be asked; that says nothing about the payment
 */
export async function simulatePayment({ chain, reader }: ChainClient, payment: Payment): Promise<Simulation> {
  const { id, token, to, amount } = payment;
  try {
    const gas = await reader.estimateContractGas({
      address: chain.payoutContract,
      abi: payoutAbi,
      functionName: 'pay',
      args: [id, token, to, amount],
      account: chain.maker,
      value: payCall(chain.payoutContract, payment).value,
    });
    return { ok: true, gas };
  } catch (error) {
    const reverted = readRevert(error);
    if (reverted) return reverted;
    throw error;
  }
}

/**
 * Tries several payments in one call.
 * @returns the gas that it takes; null where not every one of them would be made, or the chain did not say
 */
export async function simulateBatch(
  { chain, reader }: ChainClient,
  payments: readonly Payment[],
): Promise<bigint | null> {
  const { value } = payBatchCall(chain.payoutContract, payments);
  const call = {
    address: chain.payoutContract,
    abi: payoutAbi,
    functionName: 'payBatch',
    args: [payments],
    account: chain.maker,
    value,
  } as const;
  try {
    const [{ result: paid }, gas] = await Promise.all([
      reader.simulateContract(call),
      reader.estimateContractGas(call),
    ]);
    return paid.every((isMade) => isMade) ? gas : null;
  } catch {
    // Whatever it was, it comes to light where each payment is asked about by itself.
    return null;
  }
}

/** @param blockNumber as of this block, the newest unless told otherwise */
export async function isPaid({ chain, reader }: ChainClient, id: Hash, blockNumber?: bigint): Promise<boolean> {
  return reader.readContract({
    address: chain.payoutContract,
    abi: payoutAbi,
    functionName: 'isPaid',
    args: [chain.maker, id],
    ...(blockNumber !== undefined && { blockNumber }),
  });
}

type Log = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex };

const PAID_TOPIC = toEventSelector(paidEvent);

/** Whether a receipt's logs prove a payment: this payer, id, token, recipient and exact amount, by the payout contract. */
export function provesPayment({ chain }: ChainClient, payment: Payment, logs: readonly Log[]): boolean {
  return logs.some(({ address, topics, data }) => {
    const [topic, ...indexed] = topics;
    if (!isSameAddress(address, chain.payoutContract) || topic !== PAID_TOPIC) return false;
    const { args } = decodeEventLog({ abi: payoutAbi, eventName: 'Paid', topics: [topic, ...indexed], data });
    return (
      isSameAddress(args.payer, chain.maker) &&
      args.id === payment.id &&
      isSameAddress(args.token, payment.token) &&
      isSameAddress(args.to, payment.to) &&
      args.amount === payment.amount
    );
  });
}

/** A payment that the chain has on record. */
export type FoundPayment = {
  readonly transactionHash: Hash;
  readonly blockNumber: bigint;
  readonly token: Address;
  readonly to: Address;
  readonly amount: bigint;
};

/** Looks for the payment of an id by the maker, from the newest block back to the start. */
export async function findPayment({ chain, reader }: ChainClient, id: Hash): Promise<FoundPayment | null> {
  const step = BigInt(chain.blockRange);
  for (let to = await reader.getBlockNumber(); to >= chain.startBlock; to -= step) {
    const from = to - step + 1n > chain.startBlock ? to - step + 1n : chain.startBlock;
    const [log] = await reader.getLogs({
      address: chain.payoutContract,
      event: paidEvent,
      args: { payer: chain.maker, id },
      fromBlock: from,
      toBlock: to,
      strict: true,
    });
    if (log) {
      const { transactionHash, blockNumber, args } = log;
      return { transactionHash, blockNumber, token: args.token, to: args.to, amount: args.amount };
    }
  }
  return null;
}
