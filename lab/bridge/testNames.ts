import type { Address, Hex } from 'viem';
import { namehash, parseAbi } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { toCoinType } from 'viem/ens';
import { compileContracts } from '../../contracts/artifacts.ts';
import type { TestChain } from '../anvil/testChain.ts';

const namesAbi = parseAbi([
  'function setRecord(bytes32 node, uint256 coinType, bytes value)',
  'function setGateway(bytes32 node, string url)',
]);

const ETHEREUM_COIN = 60n;

/** A name service on a chain of a test. */
export type TestNames = {
  readonly address: Address;
  /** Sets the record of a chain; that of Ethereum without a chain id. */
  setRecord(name: string, value: Hex, chainId?: number): Promise<void>;
  /** Leaves the address of a name to a server (EIP-3668). */
  setGateway(name: string, url: string): Promise<void>;
  /** The same name service on a fork of the chain. */
  on(chain: Pick<TestChain, 'client'>): TestNames;
};

/** Deploys a name service. */
export async function deployNames(chain: Pick<TestChain, 'client' | 'createAccount'>): Promise<TestNames> {
  const { TestNames: artifact } = await compileContracts();
  const account = await chain.createAccount();
  const hash = await chain.client.deployContract({ ...artifact, account, chain: null });
  const { contractAddress } = await chain.client.waitForTransactionReceipt({ hash });
  if (!contractAddress) throw new Error('the name service was not deployed');
  return connect(chain, { address: contractAddress, account });
}

type Service = { readonly address: Address; readonly account: PrivateKeyAccount };

function connect({ client }: Pick<TestChain, 'client'>, service: Service): TestNames {
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
    on: (other) => connect(other, service),
  };
}
