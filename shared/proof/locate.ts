import type { Hash } from 'viem';
import type { EventLog } from '#shared/events.ts';
import type { RpcBlock } from './block.ts';
import { encodeHeader } from './encodeHeader.ts';
import { encodeReceipt } from './encodeReceipt.ts';
import { encodeTransaction } from './encodeTransaction.ts';
import type { Evidence } from './proofFile.ts';
import { readHeader, readReceipt } from './readBlockParts.ts';
import { buildTrie } from './trie.ts';

/** Why a block can't be proven. */
export type BlockProblem =
  /** The header has fields that this code doesn't know, so its hash differs. */
  | 'headerForm'
  /** One of the block's transactions has a type that this code can't encode, or the list isn't the block's. */
  | 'transactionForm'
  | 'receiptForm'
  | 'notInBlock';

/** A transaction that is proven to be in a block. */
export type Located = { readonly evidence: Evidence; readonly logs: readonly EventLog[] };

/** Proves a transaction and its receipt in their block. The header's roots show whether every byte is right. */
export function locate(transactionHash: Hash, block: RpcBlock, chainId: number): Located | BlockProblem {
  const bytes = encodeHeader(block.header);
  const header = readHeader(bytes);
  if (!header || header.hash !== block.header.hash) return 'headerForm';
  const index = block.transactions.findIndex(({ hash }) => hash === transactionHash);
  if (index < 0) return 'notInBlock';
  const transactions = buildTrie(
    block.transactions.flatMap(
      (transaction) => block.rawTransactions?.get(transaction.hash) ?? encodeTransaction(transaction) ?? [],
    ),
  );
  if (transactions.root !== header.transactionsRoot) return 'transactionForm';
  const encoded = block.receipts.map(encodeReceipt);
  const receipts = buildTrie(encoded);
  const receipt = encoded[index] && readReceipt(encoded[index]);
  if (receipts.root !== header.receiptsRoot || !receipt) return 'receiptForm';
  return {
    evidence: {
      ...{ chainId, blockHash: header.hash, header: bytes },
      transactionIndex: index,
      transactionProof: [...transactions.proofOf(index)],
      receiptProof: [...receipts.proofOf(index)],
    },
    logs: receipt.logs,
  };
}
