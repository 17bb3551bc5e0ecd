import type { Hash } from 'viem';
import type { TestStack } from './testStack.ts';
import { sendTransaction } from './walletSigner.ts';

/** Sends a transaction on the origin chain that is no deposit, from a new account. Returns its hash once it is mined. */
export async function sendUnrelatedTransaction(stack: TestStack): Promise<Hash> {
  const account = await stack.createAccount({ Northshore: { ETH: '1' } });
  const request = { to: account.address, value: '0x1' } as const;
  const { hash } = await sendTransaction(stack.chain('Northshore'), { account, request });
  await stack.chain('Northshore').client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  return hash;
}
