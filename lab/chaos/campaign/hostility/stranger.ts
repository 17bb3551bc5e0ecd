import type { Address, Hex } from 'viem';
import { encodeFunctionData, parseEther, zeroAddress } from 'viem';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import type { BridgeSide } from '../../../bridge/testBridge.ts';
import { BURNER } from '../../attacks/plays/gasBurner.ts';
import type { Random } from '../random.ts';
import type { Call, User } from '../workloadUsers.ts';
import { batcherAbi, createUserGroup, signTransaction } from '../workloadUsers.ts';

/** An attacker who deposits on one chain throughout the campaign. */
export type Stranger = {
  /** The accounts whose deposits may stay unpaid. */
  readonly accounts: readonly Address[];
  /** Sends one of the attacks. @returns how many deposits it has */
  attack(): Promise<number>;
};

type Deposit = { readonly target: string; readonly amount: bigint };

const BATCH = 40;
const BURST = 10;
const GAS = 250_000n;
const DUST = 1n;
const SMALL = parseEther('0.0002');
const WHOLE = parseEther('0.002');

/** The attacks that a stranger can play with deposits: a log bomb, a starvation, a burst, and refunds that burn gas. */
export async function createStranger(side: BridgeSide, destinationId: number, random: Random): Promise<Stranger> {
  const [{ users, batcher }, burners] = await Promise.all([createUserGroup(side, 1), createUserGroup(side, 1)]);
  const [user] = users;
  const [burner] = burners.users;
  if (!user || !burner) throw new Error('the stranger has no account');
  const { depositContract, vault } = side.deployment;
  const encode = ({ target, amount }: Deposit): Call => {
    const args = [target, zeroAddress, vault, amount, BigInt(destinationId), 0n] as const;
    const data = encodeFunctionData({ abi: depositAbi, functionName: 'deposit', args });
    return { to: depositContract, value: amount, data };
  };
  const submit = async (from: User, call: Call, gas: bigint) => {
    const serializedTransaction: Hex = await signTransaction(side, from, { ...call, gas });
    // A reorg or a full pool may refuse it. The attacker does not mind.
    await side.chain.client.sendRawTransaction({ serializedTransaction }).catch(() => {});
  };
  const together = async (deposit: Deposit) => {
    const calls = Array.from({ length: BATCH }, () => encode(deposit));
    const data = encodeFunctionData({ abi: batcherAbi, functionName: 'run', args: [calls] });
    await submit(user, { to: batcher, value: deposit.amount * BigInt(BATCH), data }, GAS * BigInt(BATCH));
    return BATCH;
  };
  const burn = async () => {
    await submit(burner, encode({ target: 'nowhere', amount: WHOLE }), GAS);
    await side.chain.client.setCode({ address: burner.account.address, bytecode: BURNER });
    return 1;
  };
  const burst = async () => {
    for (let sent = 0; sent < BURST; sent += 1) {
      await submit(user, encode({ target: user.account.address, amount: WHOLE }), GAS);
    }
    return BURST;
  };
  const attacks = [
    () => together({ target: 'x'.repeat(128), amount: DUST }),
    () => together({ target: user.account.address, amount: SMALL }),
    burst,
    burn,
  ] as const;
  return {
    accounts: [user.account.address, burner.account.address, batcher],
    attack: () => random.pick(attacks)(),
  };
}
