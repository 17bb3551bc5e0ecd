import * as v from 'valibot';
import type { Answer, Envelope } from './envelope.ts';
import { readEnvelope } from './envelope.ts';
import type { Receipt } from './receipt.ts';
import { receiptWire } from './receipt.ts';

/** The maximum number of hashes per request. */
export const MAX_HASHES = 100;

/**
 * The request of `get_receipts`: the receipts of several deposits at once. With `all_deposits`, the answer has a
 * receipt for each deposit of each transaction, not only one per transaction.
 */
export const receiptsRequestWire = v.pipe(
  v.object({
    from_chain_hashes: v.pipe(
      v.array(v.string()),
      v.minLength(1, `must have 1 to ${MAX_HASHES} hashes`),
      v.maxLength(MAX_HASHES, `must have 1 to ${MAX_HASHES} hashes`),
    ),
    all_deposits: v.nullish(v.boolean(), false),
  }),
  v.transform((wire) => ({ depositHashes: wire.from_chain_hashes, allDeposits: wire.all_deposits })),
);

export type ReceiptsRequest = v.InferOutput<typeof receiptsRequestWire>;

export function encodeReceiptsRequest(request: ReceiptsRequest): v.InferInput<typeof receiptsRequestWire> {
  return { from_chain_hashes: [...request.depositHashes], all_deposits: request.allDeposits };
}

/** `data` of `get_receipts`: an envelope of `get_receipt` for each receipt, in the order of the hashes. */
export const receiptsWire = v.pipe(
  v.object({
    receipts: v.array(v.looseObject({ from_chain_hash: v.string() })),
  }),
  v.transform(({ receipts }): readonly HashedAnswer[] =>
    receipts.map((item) => ({ depositHash: item.from_chain_hash, answer: readEnvelope(receiptWire, item) })),
  ),
);

/** A receipt, and the hash as the client sent it. */
export type HashedAnswer = { readonly depositHash: string; readonly answer: Answer<Receipt> };

type HashedEnvelope = Envelope<unknown> & { readonly from_chain_hash: string };

export function encodeReceipts(
  receipts: readonly { readonly depositHash: string; readonly envelope: Envelope<unknown> }[],
): { readonly receipts: readonly HashedEnvelope[] } {
  return { receipts: receipts.map(({ depositHash, envelope }) => ({ from_chain_hash: depositHash, ...envelope })) };
}
