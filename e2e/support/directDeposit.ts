import type { Hash, PrivateKeyAccount } from 'viem';
import { parseUnits, toHex, zeroAddress } from 'viem';
import { depositCall } from '../../tools/lab/chains/depositCall.ts';
import { sendTransaction } from './sendTransaction.ts';
import type { TestStack } from './testStack.ts';

/** Deposits 1 ETH from Northshore to Southshore without the app. Returns once the deposit is mined. */
export async function depositDirectly(
  stack: TestStack,
  account: PrivateKeyAccount,
  target: string,
): Promise<{ readonly hash: Hash; readonly amount: bigint }> {
  const { deployment, client } = stack.chain('Northshore');
  const amount = parseUnits('1', 18);
  const order = { target, token: zeroAddress, maker: deployment.vault, amount };
  const { data, value } = depositCall({ ...order, destination: stack.chain('Southshore').id });
  const request = { to: deployment.depositContract, data, value: toHex(value) };
  const { hash } = await sendTransaction(stack.chain('Northshore'), { account, request });
  await client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  return { hash, amount };
}
