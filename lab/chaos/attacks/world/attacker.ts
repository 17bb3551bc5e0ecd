import type { Address, Hash, Hex } from 'viem';
import { encodeFunctionData, parseEther, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import type { Call, User } from '../../campaign/workloadUsers.ts';
import { batcherAbi, createUserGroup, signTransaction } from '../../campaign/workloadUsers.ts';
import type { AttackedSide, AttackWorld } from './attackWorld.ts';

export type AttackerDeposit = { readonly amount?: bigint; readonly target?: string; readonly token?: Address };

/** A stranger with money on the first chain. Every deposit names the second chain. */
export type Attacker = {
  /** Receives what the attacker's deposits are paid. */
  readonly address: Address;
  /** The account that sends the transactions. */
  readonly account: Address;
  deposit(deposit?: AttackerDeposit): Promise<Hash>;
  /** Sends one transaction with many equal deposits. */
  depositTogether(count: number, deposit?: AttackerDeposit): Promise<Hash>;
  /** Sends many transactions at once, each with one deposit. */
  depositAtOnce(count: number, deposit?: AttackerDeposit): Promise<readonly Hash[]>;
};

// Above the smallest amount of the route.
const AMOUNT = parseEther('0.002');
const GAS = 250_000n;
const BATCH_GAS = 28_000_000n;

export async function createAttacker({ sides }: AttackWorld): Promise<Attacker> {
  const [origin, destination] = sides;
  const { users, batcher } = await createUserGroup(origin, 1);
  const [user] = users;
  if (!user) throw new Error('the attacker has no account');
  const address = privateKeyToAddress(generatePrivateKey());
  const encode = ({ amount = AMOUNT, target = address, token = zeroAddress }: AttackerDeposit): Call => {
    const { depositContract, vault } = origin.deployment;
    const args = [target, token, vault, amount, BigInt(destination.chain.id), 0n] as const;
    const data = encodeFunctionData({ abi: depositAbi, functionName: 'deposit', args });
    return { to: depositContract, value: token === zeroAddress ? amount : 0n, data };
  };
  const send = (call: Call, gas: bigint) => sendSigned(origin, user, { ...call, gas });
  return {
    address,
    account: user.account.address,
    deposit: (deposit = {}) => send(encode(deposit), GAS),
    depositTogether: (count, deposit = {}) => {
      const calls = Array.from({ length: count }, () => encode(deposit));
      const value = calls.reduce((sum, call) => sum + call.value, 0n);
      const data = encodeFunctionData({ abi: batcherAbi, functionName: 'run', args: [calls] });
      return send({ to: batcher, value, data }, BATCH_GAS);
    },
    depositAtOnce: async (count, deposit = {}) => {
      const hashes: Hash[] = [];
      for (let sent = 0; sent < count; sent += 1) hashes.push(await send(encode(deposit), GAS));
      return hashes;
    },
  };
}

async function sendSigned(
  { chain, ...side }: AttackedSide,
  user: User,
  call: Call & { readonly gas: bigint },
): Promise<Hash> {
  const serializedTransaction: Hex = await signTransaction({ chain, ...side }, user, call);
  return chain.client.sendRawTransaction({ serializedTransaction });
}
