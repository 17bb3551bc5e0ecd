import type { Hash, PrivateKeyAccount } from 'viem';
import { encodeFunctionData, parseAbi, parseUnits, zeroAddress } from 'viem';
import { sendTransaction } from './sendTransaction.ts';
import type { TestStack } from './testStack.ts';

const depositAbi = parseAbi([
  'function deposit(string target, address token, address maker, uint256 amount, uint256 destination, uint256 channel) payable',
]);

/** Deposits 1 ETH from Northshore to Southshore without the app. Returns when the deposit is mined. */
export async function depositDirectly(
  stack: TestStack,
  account: PrivateKeyAccount,
  target: string,
): Promise<{ readonly hash: Hash; readonly amount: bigint }> {
  const { deployment, client } = stack.chain('Northshore');
  const amount = parseUnits('1', 18);
  const args = [target, zeroAddress, deployment.vault, amount, BigInt(stack.chain('Southshore').id), 0n] as const;
  const data = encodeFunctionData({ abi: depositAbi, functionName: 'deposit', args });
  const request = { to: deployment.depositContract, data, value: `0x${amount.toString(16)}` } as const;
  const { hash } = await sendTransaction(stack.chain('Northshore'), { account, request });
  await client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  return { hash, amount };
}
