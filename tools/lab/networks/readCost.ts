import type { Hash, Hex } from 'viem';
import { createPublicClient, http, parseAbi, serializeTransaction } from 'viem';
import { GAS_PRICE_ORACLE } from '../../../service/chain/gas.ts';
import type { Network } from './startNetworks.ts';

/** What a payment cost, in wei. */
export type Cost = { readonly gas: bigint; readonly data: bigint };

const oracleAbi = parseAbi(['function getL1Fee(bytes data) view returns (uint256)']);

/** Reads a mined transaction's cost: its gas, and on a rollup the oracle's fee for its data. */
export async function readCost({ endpoints, id, family }: Network, hash: Hash): Promise<Cost> {
  const client = createPublicClient({ transport: http(endpoints[0].url) });
  const [receipt, transaction] = await Promise.all([
    client.getTransactionReceipt({ hash }),
    client.getTransaction({ hash }),
  ]);
  const gas = receipt.gasUsed * receipt.effectiveGasPrice;
  if (family !== 'opStack') return { gas, data: 0n };
  const { to, input, nonce, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n, gas: limit } = transaction;
  const fees = { maxFeePerGas, maxPriorityFeePerGas };
  const unsigned: Hex = serializeTransaction({ chainId: id, to, data: input, nonce, gas: limit, ...fees });
  const oracle = { address: GAS_PRICE_ORACLE, abi: oracleAbi } as const;
  return { gas, data: await client.readContract({ ...oracle, functionName: 'getL1Fee', args: [unsigned] }) };
}
