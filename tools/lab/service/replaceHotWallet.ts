import type { Address, PrivateKeyAccount } from 'viem';
import { encodeFunctionData, parseAbi, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { compileContracts } from '../../../contracts/artifacts.ts';
import { vaultOwner } from '../../../contracts/deploy.ts';
import { createLogger } from '../../../service/boot/log.ts';
import { createDevelopmentSigner } from '../../../service/signer/process/developmentSigner.ts';
import { addVault } from '../chains/deployment.ts';
import type { BridgeSide, TestBridge } from '../chains/testBridge.ts';
import type { LabInstallation } from '../installation/installationFile.ts';

/** Deploys a vault on each chain for a new hot wallet. The old vaults retire, with the old hot wallet as their payer. */
export async function replaceHotWallet({ origin, destination, catalog }: TestBridge) {
  const key = generatePrivateKey();
  const hotWallet: PrivateKeyAccount = privateKeyToAccount(key);
  const artifacts = await compileContracts();
  const vaults: Address[] = [];
  for (const { chain, deployment } of [origin, destination]) {
    await chain.client.setBalance({ address: hotWallet.address, value: parseEther('10') });
    vaults.push(await addVault(chain, { artifacts, hotWallet, deployment }));
  }
  const change = (file: LabInstallation) => {
    file.hotWallet = hotWallet.address;
    for (const [index, chain] of file.chains.entries()) {
      Object.assign(chain, { vault: vaults[index] ?? chain.vault, retiredVaults: [chain.vault] });
    }
  };
  const signer = createDevelopmentSigner(key, { catalog: catalog(change).catalog, logger: createLogger('silent') });
  return { hotWallet, vaults, change, signer };
}

const ownerAbi = parseAbi(['function removePayer(address payer)']);

/** Removes a payer from a chain's first vault, as its owner. */
export async function removePayer({ chain: { client }, deployment }: BridgeSide, payer: Address): Promise<void> {
  await client.setBalance({ address: vaultOwner.address, value: parseEther('10') });
  const data = encodeFunctionData({ abi: ownerAbi, functionName: 'removePayer', args: [payer] });
  await client.sendTransaction({ account: vaultOwner, chain: null, to: deployment.vault, data });
}
