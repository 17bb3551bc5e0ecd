import type { Address, Hash, Hex, PrivateKeyAccount } from 'viem';
import { encodeFunctionData, erc20Abi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { Pins } from '#shared/proof/verification.ts';
import { transferId } from '#shared/transferId.ts';
import { compileContracts } from '../../contracts/artifacts.ts';
import type { Deployment } from '../../contracts/deploy.ts';
import { mintTokens } from '../../contracts/deploy.ts';
import type { TestChain } from '../anvil/testChain.ts';
import { startTestChain } from '../anvil/testChain.ts';
import { deployBridge } from '../installation/deployment.ts';

const GAS = 400_000n;
const TIP = { maxFeePerGas: 10_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };

/** A deposit and its payout on one chain, among other transactions of every type that anvil mines without extra files. */
export type ProvenDelivery = {
  readonly chain: TestChain;
  readonly deployment: Deployment;
  readonly sender: Address;
  readonly recipient: Address;
  readonly token: Address;
  readonly sent: bigint;
  readonly paid: bigint;
  readonly depositHash: Hash;
  readonly payoutHash: Hash;
  readonly pins: Pins;
};

type Call = { readonly to: Address; readonly data?: Hex; readonly value?: bigint };

/** Fills the pool with transactions of several types, so that the tries of the next block have branches. */
async function crowd(chain: TestChain, account: PrivateKeyAccount): Promise<void> {
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
    await client.sendRawTransaction({ serializedTransaction });
  }
}

/** Makes the delivery. The chain mines only on request. */
export async function createProvenDelivery(chainId: number): Promise<ProvenDelivery> {
  const [chain, artifacts] = await Promise.all([startTestChain(chainId, { blockEveryMs: 0 }), compileContracts()]);
  const [sender, payer, other] = await Promise.all([1, 2, 3].map(() => chain.createAccount()));
  if (!sender || !payer || !other) throw new Error('there are three accounts');
  const { client, rpcUrl } = chain;
  const deployment = await deployBridge({ name: 'Northshore', id: chainId, rpcUrl }, { artifacts, hotWallet: payer });
  const usdc = deployment.tokens.find(({ name }) => name === 'USDC');
  if (!usdc) throw new Error('there is a USDC');
  const recipient = privateKeyToAccount(generatePrivateKey()).address;
  const [sent, paid] = [100_000_000n, 99_900_000n];
  await mintTokens({ id: chainId, rpcUrl }, [{ token: usdc.address, to: sender.address, amount: 2n * sent }]);

  const send = (account: PrivateKeyAccount, call: Call) =>
    client.sendTransaction({ account, chain: null, gas: GAS, ...TIP, ...call });
  const { depositContract, vault } = deployment;
  await send(sender, {
    to: usdc.address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [depositContract, 2n * sent] }),
  });
  await chain.mine(1);
  await crowd(chain, other);
  const depositHash = await send(sender, {
    to: depositContract,
    data: encodeFunctionData({
      abi: depositAbi,
      functionName: 'deposit',
      args: [recipient, usdc.address, vault, sent, BigInt(chainId), 7n],
    }),
  });
  await chain.mine(1);
  const id = transferId({ chainId, contract: depositContract, transactionHash: depositHash, ordinal: 0 });
  await crowd(chain, other);
  const payoutHash = await send(payer, {
    to: vault,
    data: encodeFunctionData({ abi: vaultAbi, functionName: 'pay', args: [id, usdc.address, recipient, paid] }),
  });
  await chain.mine(1);
  const { tokens } = deployment;
  const pinned = { id: chainId, name: 'Northshore', depositContract, vaults: [vault], tokens };
  return {
    ...{ chain, deployment, sender: sender.address, recipient, token: usdc.address, sent, paid },
    ...{ depositHash, payoutHash, pins: { chains: [pinned] } },
  };
}
