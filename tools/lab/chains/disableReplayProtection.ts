import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { compileContracts } from '../../../contracts/artifacts.ts';
import type { BridgeSide } from './testBridge.ts';

/** Replaces the vault's code with code that records no ids and pays the same id again and again. The funds stay. */
export async function disableReplayProtection({ chain, deployment }: BridgeSide): Promise<void> {
  const { client } = chain;
  const { TestUnprotectedVault } = await compileContracts();
  const account = privateKeyToAccount(generatePrivateKey());
  const data = TestUnprotectedVault.bytecode;
  await client.setBalance({ address: account.address, value: parseEther('10') });
  const hash = await client.sendTransaction({ account, chain: null, data });
  await chain.mine(1);
  const { contractAddress } = await client.waitForTransactionReceipt({ hash });
  const bytecode = contractAddress && (await client.getCode({ address: contractAddress }));
  if (!bytecode) throw new Error(`transaction ${hash} did not deploy the vault without replay protection`);
  await client.setCode({ address: deployment.vault, bytecode });
}
