import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Address, Hash } from 'viem';
import { createTestClient, createWalletClient, http, parseAbi, publicActions } from 'viem';
import { createClient } from '../../../client/index.ts';
import { ANVIL_ACCOUNTS } from '../../anvil/anvil.ts';
import type { Network } from '../startNetworks.ts';
import type { World } from '../tryDeployment.ts';

const vaultAbi = parseAbi(['function pause()', 'function unpause()']);
// The accounts of the example answers.
const [SENDER, OWNER, GUARDIAN] = [1, 3, 4].map((index) => ANVIL_ACCOUNTS[index]);
const AMOUNT = '0.05';

const connect = ({ nodeUrl }: Network) =>
  createTestClient({ mode: 'anvil', transport: http(nodeUrl), pollingInterval: 200 }).extend(publicActions);

async function vaultOn({ clone }: World, { name }: Network): Promise<Address> {
  return JSON.parse(await readFile(join(clone, 'installation/deployments.json'), 'utf8'))[name].vault;
}

/** The guardian pauses the vault, or the owner ends the pause. */
export async function callVault(world: World, network: Network, functionName: 'pause' | 'unpause'): Promise<void> {
  const account = functionName === 'pause' ? GUARDIAN : OWNER;
  if (!account) throw new Error('anvil has no such account');
  const wallet = createWalletClient({ account, transport: http(network.nodeUrl) });
  const address = await vaultOn(world, network);
  const hash = await wallet.writeContract({ address, abi: vaultAbi, functionName, chain: null });
  await connect(network).waitForTransactionReceipt({ hash });
}

export async function setVaultBalance(world: World, network: Network, value: bigint): Promise<void> {
  await connect(network).setBalance({ address: await vaultOn(world, network), value });
}

/** Deposits native tokens through the API. @returns the hash of the deposit */
export async function makeDeposit({ answers }: World, from: Network, to: Network): Promise<Hash> {
  if (!SENDER) throw new Error('anvil has no such account');
  const { address } = SENDER;
  const answer = await createClient(answers.apiUrl).getBuild({
    ...{ originChainName: from.name, destinationChainName: to.name, tokenName: 'ETH', amountText: AMOUNT },
    ...{ sender: address, recipient: address },
  });
  if (answer.kind === 'refused') throw new Error(`no build: ${answer.message}`);
  const { to: contract, data, value } = answer.build.transfer;
  const wallet = createWalletClient({ account: SENDER, transport: http(from.nodeUrl) });
  const hash = await wallet.sendTransaction({ to: contract, data, value, chain: null });
  await connect(from).waitForTransactionReceipt({ hash });
  return hash;
}
