import { encodeDeployData, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { compileContracts } from '../../../contracts/artifacts.ts';
import type { BridgeSide } from '../../bridge/testBridge.ts';

/** Puts a contract in the place of the payout contract that keeps no record and pays the same id again and again. */
export async function makeForgetful({ chain, deployment }: BridgeSide): Promise<void> {
  const { client } = chain;
  const { TestForgetfulPayout } = await compileContracts();
  const data = encodeDeployData({ abi: TestForgetfulPayout.abi, bytecode: TestForgetfulPayout.bytecode });
  const account = privateKeyToAccount(generatePrivateKey());
  await client.setBalance({ address: account.address, value: parseEther('10') });
  const hash = await client.sendTransaction({ account, chain: null, data });
  await chain.mine(1);
  const { contractAddress } = await client.waitForTransactionReceipt({ hash });
  const bytecode = contractAddress && (await client.getCode({ address: contractAddress }));
  if (!bytecode) throw new Error('the forgetful contract was not deployed');
  await client.setCode({ address: deployment.payoutContract, bytecode });
}
