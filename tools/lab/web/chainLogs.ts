import type { Address, Hash, Log } from 'viem';
import { encodeAbiParameters, encodeEventTopics, erc20Abi } from 'viem';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { encodeTarget } from '#shared/gasDrop.ts';
import type { TransferTerms } from '../../../src/transfer/model/transferTerms.ts';

const HOT_WALLET: Address = `0x${'d'.repeat(40)}`;

type Event = { readonly topics: unknown; readonly data: Log['data'] };

/** A log in block 1, as an RPC endpoint returns it. */
function logOf(address: Address, transactionHash: Hash, { topics, data }: Event): Log {
  const place = { blockHash: transactionHash, blockNumber: 1n, logIndex: 0, transactionIndex: 0, removed: false };
  return { address, transactionHash, data, topics: topics as Log['topics'], ...place };
}

/** The deposit that the terms describe. */
export function depositLog(terms: TransferTerms, transactionHash: Hash): Log {
  const args = { user: terms.account, token: terms.origin.token, maker: terms.maker };
  return logOf(terms.deposit.to, transactionHash, {
    topics: encodeEventTopics({ abi: depositAbi, eventName: 'Deposit', args }),
    data: encodeAbiParameters(
      [{ type: 'string' }, ...(['uint256', 'uint256', 'uint256', 'uint256'] as const).map((type) => ({ type }))],
      [encodeTarget(terms), terms.send, BigInt(terms.destination.chainId), 0n, 1_800_000_000n],
    ),
  });
}

export type PaymentEvent = {
  readonly contract: Address;
  readonly id: Hash;
  readonly to: Address;
  readonly token: Address;
  readonly amount: bigint;
};

/** A vault's Paid log. */
export function paidLog(transactionHash: Hash, { contract, id, to, token, amount }: PaymentEvent): Log {
  return logOf(contract, transactionHash, {
    topics: encodeEventTopics({ abi: vaultAbi, eventName: 'Paid', args: { payer: HOT_WALLET, id, to } }),
    data: encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [token, amount]),
  });
}

/** The token's Transfer log of a vault's payment. */
export function movedLog(transactionHash: Hash, { contract: from, token, to, amount }: Omit<PaymentEvent, 'id'>): Log {
  return logOf(token, transactionHash, {
    topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } }),
    data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
  });
}
