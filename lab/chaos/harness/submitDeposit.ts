import type { Address, Hash, Hex } from 'viem';
import { encodeFunctionData, keccak256 } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { transferId } from '#shared/transferId.ts';
import type { Testbed } from './testbed.ts';

export type SubmittedDeposit = {
  readonly id: Hash;
  readonly hash: Hash;
  readonly raw: Hex;
  readonly blockNumber: bigint;
  readonly recipient: string;
};

export type DepositRequest = {
  readonly token?: 'USDC' | 'ETH';
  readonly amount?: bigint;
  readonly target?: string;
  readonly user?: 0 | 1;
};

const AMOUNT = 50_000_000n;
const MAX_FEE = 2_000_000_000_000n;
const TIP = 1_000_000_000n;

/** Deposits on the origin chain and waits for the block. Default: the first user sends 50 USDC to a new recipient. */
export async function submitDeposit(
  { origin, destination, users }: Testbed,
  request: DepositRequest,
): Promise<SubmittedDeposit> {
  const { token = 'USDC', amount = AMOUNT, user: index = 0 } = request;
  const recipient = request.target ?? privateKeyToAccount(generatePrivateKey()).address;
  const { client, id: chainId } = origin.chain;
  const { depositContract: contract, vault } = origin.deployment;
  const user = users[index];
  const address: Address = origin.token(token);
  const data = encodeFunctionData({
    abi: depositAbi,
    functionName: 'deposit',
    args: [recipient, address, vault, amount, BigInt(destination.chain.id), 0n],
  });
  const raw = await user.signTransaction({
    type: 'eip1559',
    chainId,
    nonce: await client.getTransactionCount({ address: user.address }),
    to: contract,
    data,
    value: token === 'ETH' ? amount : 0n,
    gas: 200_000n,
    maxFeePerGas: MAX_FEE,
    maxPriorityFeePerGas: TIP,
  });
  const hash = await client.sendRawTransaction({ serializedTransaction: raw });
  const { blockNumber, status } = await client.waitForTransactionReceipt({ hash, timeout: 60_000 });
  if (status !== 'success' || hash !== keccak256(raw)) throw new Error(`deposit ${hash} ended with status ${status}`);
  const id = transferId({ chainId, contract, transactionHash: hash, ordinal: 0 });
  return { id, hash, raw, blockNumber, recipient };
}
