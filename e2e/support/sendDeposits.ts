import type { Hash, PrivateKeyAccount } from 'viem';
import { createWalletClient, encodeFunctionData, http, parseEther, zeroAddress } from 'viem';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import type { TestStack } from './testStack.ts';

/** Deposits 0.1 ETH on Northshore for Southshore as often as asked, without the app. Returns the hashes once all are mined. */
export async function sendDeposits(
  stack: TestStack,
  account: PrivateKeyAccount,
  count: number,
): Promise<readonly Hash[]> {
  const { client, rpcUrl, deployment } = stack.chain('Northshore');
  const wallet = createWalletClient({ account, transport: http(rpcUrl) });
  const value = parseEther('0.1');
  const destination = BigInt(stack.chain('Southshore').id);
  const args = [account.address, zeroAddress, deployment.vault, value, destination, 0n] as const;
  const data = encodeFunctionData({ abi: depositAbi, functionName: 'deposit', args });
  const hashes: Hash[] = [];
  for (let index = 0; index < count; index++) {
    hashes.push(await wallet.sendTransaction({ chain: null, to: deployment.depositContract, data, value }));
  }
  await Promise.all(hashes.map((hash) => client.waitForTransactionReceipt({ hash, pollingInterval: 100 })));
  return hashes;
}
