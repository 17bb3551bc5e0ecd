import type { Address, Hash, Hex, PrivateKeyAccount } from 'viem';
import { encodeFunctionData } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import { transferId } from '#shared/transferId.ts';
import { compileContracts } from '../../../contracts/artifacts.ts';
import type { Deployment } from '../../../contracts/deploy.ts';
import { mintTokens } from '../../../contracts/deploy.ts';
import { deployBridge } from './deployment.ts';
import { approvalData, depositCall } from './depositCall.ts';
import type { TestChain } from './testChain.ts';
import { startTestChain } from './testChain.ts';

const GAS = 400_000n;
const TIP = { maxFeePerGas: 10_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };

/** A deposit and its payout on two chains, among transactions of every type that anvil mines without extra files. */
export type ProvenDelivery = {
  readonly origin: Side;
  readonly destination: Side;
  readonly sender: Address;
  readonly recipient: Address;
  readonly sentToken: Address;
  readonly paidToken: Address;
  readonly sent: bigint;
  readonly paid: bigint;
  readonly depositHash: Hash;
  readonly payoutHash: Hash;
  /** Both chains as the web app configures them. */
  readonly chains: readonly [ChainConfig, ChainConfig];
};

/** `otherHash` is a transaction with neither a deposit nor a payout. */
type Side = { readonly chain: TestChain; readonly deployment: Deployment; readonly otherHash: Hash };

type Call = { readonly to: Address; readonly data?: Hex; readonly value?: bigint };

/** Fills the pool with transactions of several types, so that the next block's tries have branches. */
async function crowd(chain: TestChain, account: PrivateKeyAccount): Promise<Hash> {
  let last: Hash = '0x';
  const { client } = chain;
  const to = account.address;
  const first = await client.getTransactionCount({ address: to, blockTag: 'pending' });
  const authorization = await account.signAuthorization({ chainId: chain.id, nonce: first + 40, contractAddress: to });
  const accessList = [{ address: to, storageKeys: [] }];
  const kinds = [
    { type: 'legacy', gasPrice: TIP.maxFeePerGas },
    { type: 'eip2930', gasPrice: TIP.maxFeePerGas, accessList },
    { type: 'eip1559', ...TIP },
    { type: 'eip7702', ...TIP, authorizationList: [authorization] },
  ] as const;
  for (let index = 0; index < 5 * kinds.length; index += 1) {
    const kind = kinds[index % kinds.length];
    const call = { to, value: BigInt(index), nonce: first + index, gas: GAS, chainId: chain.id };
    const serializedTransaction = await account.signTransaction({ ...call, ...kind } as never);
    last = await client.sendRawTransaction({ serializedTransaction });
  }
  return last;
}

/** Makes a delivery from one chain to the chain with the next id. The chains mine only on request. */
export async function createProvenDelivery(chainId: number): Promise<ProvenDelivery> {
  const artifacts = await compileContracts();
  const open = async (name: 'Northshore' | 'Southshore', id: number) => {
    const chain = await startTestChain(id, { blockEveryMs: 0 });
    const [user, payer, other] = await Promise.all([1, 2, 3].map(() => chain.createAccount()));
    if (!user || !payer || !other) throw new Error('anvil has fewer than three accounts');
    const deployment = await deployBridge({ name, id, rpcUrl: chain.rpcUrl }, { artifacts, hotWallet: payer });
    const usdc = deployment.tokens.find((token) => token.name === 'USDC');
    if (!usdc) throw new Error('the deployment has no USDC');
    const send = (account: PrivateKeyAccount, call: Call) =>
      chain.client.sendTransaction({ account, chain: null, gas: GAS, ...TIP, ...call });
    return { name, chain, deployment, user, payer, other, token: usdc.address, send };
  };
  const [north, south] = await Promise.all([open('Northshore', chainId), open('Southshore', chainId + 1)]);
  const recipient = privateKeyToAccount(generatePrivateKey()).address;
  const [sent, paid] = [100_000_000n, 99_900_000n];
  const { rpcUrl } = north.chain;
  await mintTokens({ id: chainId, rpcUrl }, [{ token: north.token, to: north.user.address, amount: 2n * sent }]);

  const { depositContract } = north.deployment;
  await north.send(north.user, {
    to: north.token,
    data: approvalData(depositContract, 2n * sent),
  });
  await north.chain.mine(1);
  const originOther = await crowd(north.chain, north.other);
  const depositHash = await north.send(north.user, {
    to: depositContract,
    ...depositCall({
      ...{ target: recipient, token: north.token, maker: north.deployment.vault, amount: sent },
      ...{ destination: chainId + 1, channel: 7n },
    }),
  });
  await north.chain.mine(1);
  const id = transferId({ chainId, contract: depositContract, transactionHash: depositHash, ordinal: 0 });
  const destinationOther = await crowd(south.chain, south.other);
  const payoutHash = await south.send(south.payer, {
    to: south.deployment.vault,
    data: encodeFunctionData({ abi: vaultAbi, functionName: 'pay', args: [id, south.token, recipient, paid] }),
  });
  await south.chain.mine(1);
  const configOf = ({ name, chain, deployment }: typeof north): ChainConfig => ({
    ...{ id: chain.id, name, rpcUrls: [chain.rpcUrl], nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    ...{ depositContract: deployment.depositContract, vault: deployment.vault, retiredVaults: [] },
    ...{ blockTimeMs: 1000, testnet: true, knownContracts: [] },
    tokens: deployment.tokens.map((token) => ({ ...token, resetsAllowance: false })),
  });
  return {
    origin: { chain: north.chain, deployment: north.deployment, otherHash: originOther },
    destination: { chain: south.chain, deployment: south.deployment, otherHash: destinationOther },
    ...{ sender: north.user.address, recipient, sentToken: north.token, paidToken: south.token, sent, paid },
    ...{ depositHash, payoutHash, chains: [configOf(north), configOf(south)] },
  };
}
