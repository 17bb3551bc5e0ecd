import type { Address, Hash, PrivateKeyAccount } from 'viem';
import { parseEther, parseGwei, zeroAddress } from 'viem';
import { transferId } from '#shared/transferId.ts';
import { depositCall } from '../../chains/depositCall.ts';
import type { TestBridge } from '../../chains/testBridge.ts';

const AMOUNT = parseEther('0.01');
const GAS = 200_000n;

/** Sends deposits to a vault all at once, from these users in turn. @returns the payment's id by the deposit's hash */
export async function makeDeposits(
  { origin: { chain, deployment }, destination }: TestBridge,
  users: readonly PrivateKeyAccount[],
  { maker, count }: { readonly maker: Address; readonly count: number },
): Promise<ReadonlyMap<Hash, Hash>> {
  const { client, id: chainId } = chain;
  const contract = deployment.depositContract;
  const nonces = await Promise.all(
    users.map(({ address }) => client.getTransactionCount({ address, blockTag: 'pending' })),
  );
  const ids = new Map<Hash, Hash>();
  const signed = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const user = users[index % users.length];
      if (!user) throw new Error('there are no users');
      const nonce = (nonces[index % users.length] ?? 0) + Math.floor(index / users.length);
      const order = { target: user.address, token: zeroAddress, maker, amount: AMOUNT };
      return user.signTransaction({
        ...{ type: 'eip1559', chainId, nonce, to: contract, gas: GAS },
        ...depositCall({ ...order, destination: destination.chain.id }),
        ...{ maxFeePerGas: parseGwei('10'), maxPriorityFeePerGas: parseGwei('1') },
      });
    }),
  );
  for (const serializedTransaction of signed) {
    const transactionHash = await client.sendRawTransaction({ serializedTransaction });
    ids.set(transactionHash, transferId({ chainId, contract, transactionHash, ordinal: 0 }));
  }
  return ids;
}
