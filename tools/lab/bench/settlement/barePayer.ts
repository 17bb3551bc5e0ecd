import type { Address, PrivateKeyAccount } from 'viem';
import { createPublicClient, encodeFunctionData, http, parseGwei, webSocket } from 'viem';
import { depositEvent } from '#shared/abi/depositAbi.ts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { transferId } from '#shared/transferId.ts';
import type { TestBridge } from '../../chains/testBridge.ts';

export type BarePayerOptions = {
  readonly bridge: TestBridge;
  /** Pays from this vault for the deposits to `maker`. */
  readonly vault: Address;
  readonly maker: Address;
  readonly account: PrivateKeyAccount;
  readonly confirmations: number;
  readonly originUrl: string;
  readonly destinationUrl: string;
};

const GAS = 200_000n;

/**
 * A loop that reads the deposits of each new block and pays them one by one. It verifies nothing, records nothing and asks one
 * provider: the least that a bridge can do.
 */
export async function startBarePayer(options: BarePayerOptions): Promise<{ stop(): Promise<void> }> {
  const { bridge, vault, maker, account, confirmations, originUrl, destinationUrl } = options;
  const { origin, destination } = bridge;
  const reader = createPublicClient({ transport: http(originUrl), cacheTime: 0 });
  const sender = createPublicClient({ transport: http(destinationUrl), cacheTime: 0 });
  const heads = createPublicClient({
    transport: webSocket(origin.chain.rpcUrl.replace('http:', 'ws:'), { reconnect: false }),
  });
  let nonce = await sender.getTransactionCount({ address: account.address });
  let readTo = await reader.getBlockNumber();
  let working: Promise<void> = Promise.resolve();

  const pay = async (head: bigint) => {
    const toBlock = head - BigInt(confirmations) + 1n;
    if (toBlock <= readTo) return;
    const contract = { address: origin.deployment.depositContract, event: depositEvent, args: { maker } };
    const logs = await reader.getLogs({ ...contract, fromBlock: readTo + 1n, toBlock, strict: true });
    readTo = toBlock;
    for (const { transactionHash, args } of logs) {
      const place = { chainId: origin.chain.id, contract: origin.deployment.depositContract, transactionHash };
      const id = transferId({ ...place, ordinal: 0 });
      const to = args.user;
      const data = encodeFunctionData({ abi: vaultAbi, functionName: 'pay', args: [id, args.token, to, args.amount] });
      const serializedTransaction = await account.signTransaction({
        ...{ type: 'eip1559', chainId: destination.chain.id, nonce, to: vault, data, gas: GAS },
        ...{ maxFeePerGas: parseGwei('10'), maxPriorityFeePerGas: parseGwei('1') },
      });
      await sender.sendRawTransaction({ serializedTransaction });
      nonce += 1;
    }
  };
  const stop = heads.watchBlockNumber({
    onBlockNumber: (head) => {
      working = working.then(() => pay(head));
    },
  });
  return {
    stop: async () => {
      stop();
      (await heads.transport.getRpcClient()).close();
    },
  };
}
