import type { Address, Hex } from 'viem';
import { createTestClient, http, namehash, parseAbi, parseEther, publicActions, walletActions } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { toCoinType } from 'viem/ens';
import { compileContracts } from '../../../contracts/artifacts.ts';

const namesAbi = parseAbi([
  'function setRecord(bytes32 node, uint256 coinType, bytes value)',
  'function setGateway(bytes32 node, string url)',
]);

const ETHEREUM_COIN = 60n;

type Node = { readonly rpcUrl: string };

/** A name service on a test chain. */
export type TestNames = {
  readonly address: Address;
  /** Sets the record for a chain; for Ethereum without a chain id. */
  setRecord(name: string, value: Hex, chainId?: number): Promise<void>;
  /** Makes a server answer for a name (EIP-3668). */
  setGateway(name: string, url: string): Promise<void>;
  /** The same name service, on a fork of the chain. */
  on(fork: Node): TestNames;
};

function connect({ rpcUrl }: Node) {
  return createTestClient({ mode: 'anvil', transport: http(rpcUrl), pollingInterval: 50 })
    .extend(publicActions)
    .extend(walletActions);
}

/** Deploys a name service on an anvil chain. */
export async function deployNames(node: Node): Promise<TestNames> {
  const { TestNames: artifact } = await compileContracts();
  const client = connect(node);
  const account = privateKeyToAccount(generatePrivateKey());
  await client.setBalance({ address: account.address, value: parseEther('10') });
  const hash = await client.deployContract({ ...artifact, account, chain: null });
  const { contractAddress } = await client.waitForTransactionReceipt({ hash });
  if (!contractAddress) throw new Error('the name service was not deployed');
  return onNode(node, { address: contractAddress, account });
}

function onNode(node: Node, service: { readonly address: Address; readonly account: PrivateKeyAccount }): TestNames {
  const client = connect(node);
  const { address, account } = service;
  const sent = async (hash: Promise<Hex>) => void (await client.waitForTransactionReceipt({ hash: await hash }));
  const call = { address, abi: namesAbi, account, chain: null } as const;
  return {
    address,
    setRecord: (name, value, chainId) => {
      const coinType = chainId === undefined ? ETHEREUM_COIN : toCoinType(chainId);
      const args = [namehash(name), coinType, value] as const;
      return sent(client.writeContract({ ...call, functionName: 'setRecord', args }));
    },
    setGateway: (name, url) =>
      sent(client.writeContract({ ...call, functionName: 'setGateway', args: [namehash(name), url] })),
    on: (fork) => onNode(fork, service),
  };
}
