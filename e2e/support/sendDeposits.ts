import type { Hash, PrivateKeyAccount } from 'viem';
import { createWalletClient, http, parseEther, zeroAddress } from 'viem';
import { depositCall } from '../../tools/lab/chains/depositCall.ts';
import type { TestStack } from './testStack.ts';

/** Makes deposits of 0.1 ETH from Northshore to Southshore without the app. Returns the hashes once all are mined. */
export async function sendDeposits(
  stack: TestStack,
  account: PrivateKeyAccount,
  count: number,
): Promise<readonly Hash[]> {
  const { client, rpcUrl, deployment } = stack.chain('Northshore');
  const wallet = createWalletClient({ account, transport: http(rpcUrl) });
  const order = { target: account.address, token: zeroAddress, maker: deployment.vault, amount: parseEther('0.1') };
  const call = depositCall({ ...order, destination: stack.chain('Southshore').id });
  const hashes: Hash[] = [];
  for (let index = 0; index < count; index++) {
    hashes.push(await wallet.sendTransaction({ chain: null, to: deployment.depositContract, ...call }));
  }
  await Promise.all(hashes.map((hash) => client.waitForTransactionReceipt({ hash, pollingInterval: 100 })));
  return hashes;
}
