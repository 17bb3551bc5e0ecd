import type { Address, Hash, Hex, PrivateKeyAccount } from 'viem';
import { parseUnits, toHex, zeroAddress } from 'viem';
import { depositCall } from '../../tools/lab/chains/depositCall.ts';
import { sendTransaction } from './sendTransaction.ts';
import type { TestStack } from './testStack.ts';

type Order = { readonly amount?: string; readonly target?: string };
export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint };

/** A deposit of native tokens from Northshore to Southshore. */
export function depositOf(stack: TestStack, account: Address, { amount = '1', target = account }: Order = {}): Call {
  const { depositContract, vault } = stack.chain('Northshore').deployment;
  const order = { target, token: zeroAddress, maker: vault, amount: parseUnits(amount, 18) };
  return { to: depositContract, ...depositCall({ ...order, destination: stack.chain('Southshore').id }) };
}

/** Sends a call from a new account, so that a test can send all of its transactions at once. */
export async function sendNew(
  stack: TestStack,
  callOf: (account: PrivateKeyAccount) => Partial<Call>,
  gas: Hex | null = null,
): Promise<Hash> {
  const account = await stack.createAccount({ Northshore: { ETH: '30', USDC: '100' } });
  const { to, data = '0x', value = 0n } = callOf(account);
  const request = { ...(to && { to }), data, value: toHex(value), ...(gas && { gas }) };
  const { hash } = await sendTransaction(stack.chain('Northshore'), { account, request });
  await stack.chain('Northshore').client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  return hash;
}
