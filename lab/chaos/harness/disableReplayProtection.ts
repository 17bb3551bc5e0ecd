import { encodeDeployData, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { compileContracts } from '../../../contracts/artifacts.ts';
import type { BridgeSide } from '../../bridge/testBridge.ts';

/** Replaces the payout contract with one that records no ids and pays the same id again and again. */
export async function disableReplayProtection({ chain, deployment }: BridgeSide): Promise<void> {
  const { client } = chain;
  const { TestUnprotectedPayout } = await compileContracts();
  const data = encodeDeployData({ abi: TestUnprotectedPayout.abi, bytecode: TestUnprotectedPayout.bytecode });
  const account = privateKeyToAccount(generatePrivateKey());
  await client.setBalance({ address: account.address, value: parseEther('10') });
  const hash = await client.sendTransaction({ account, chain: null, data });
  await chain.mine(1);
  const { contractAddress } = await client.waitForTransactionReceipt({ hash });
  const bytecode = contractAddress && (await client.getCode({ address: contractAddress }));
  if (!bytecode) throw new Error(`transaction ${hash} did not deploy the payout contract without replay protection`);
  await client.setCode({ address: deployment.payoutContract, bytecode });
}
