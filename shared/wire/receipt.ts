import * as v from 'valibot';
import { amountWire, encodeAmount } from './amount.ts';
import { addressWire, encodeTimestamp, hashWire, nameWire, optionalWire, timestampWire } from './primitives.ts';

/** The request of `get_receipt`. The hash stays text: the operation validates it and answers 907 for an invalid one. */
export const receiptRequestWire = v.pipe(
  v.object({ from_chain_hash: v.string() }),
  v.transform((wire) => ({ depositHash: wire.from_chain_hash })),
);

export type ReceiptRequest = v.InferOutput<typeof receiptRequestWire>;

export function encodeReceiptRequest(request: ReceiptRequest): v.InferInput<typeof receiptRequestWire> {
  return { from_chain_hash: request.depositHash };
}

/**
 * `data` of `get_receipt`. `user_receive_value` uses the destination token's decimals; `user_send_value` and both fees
 * use the origin token's. `user_gas_value` is the native amount that arrived with the payout. `deposits` counts this service's deposits in the transaction. Services that follow only the
 * specification send none of the fields from `deposit_time` on.
 */
export const receiptWire = v.pipe(
  v.object({
    from_chain_name: nameWire,
    from_chain_token_address: addressWire,
    to_chain_hash: hashWire,
    to_chain_name: nameWire,
    to_chain_token_address: addressWire,
    token_name: nameWire,
    user_receive_value: amountWire,
    user_send_value: amountWire,
    deposit_time: optionalWire(timestampWire),
    delivery_time: optionalWire(timestampWire),
    sender: optionalWire(addressWire),
    recipient: optionalWire(addressWire),
    bridge_fee: optionalWire(amountWire),
    gas_fee: optionalWire(amountWire),
    user_gas_value: optionalWire(amountWire),
    deposits: optionalWire(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  }),
  v.transform((wire) => ({
    originChainName: wire.from_chain_name,
    originToken: wire.from_chain_token_address,
    payoutHash: wire.to_chain_hash,
    destinationChainName: wire.to_chain_name,
    destinationToken: wire.to_chain_token_address,
    tokenName: wire.token_name,
    received: wire.user_receive_value,
    sent: wire.user_send_value,
    depositedAtMs: wire.deposit_time,
    deliveredAtMs: wire.delivery_time,
    sender: wire.sender,
    recipient: wire.recipient,
    bridgeFee: wire.bridge_fee,
    gasFee: wire.gas_fee,
    gasReceived: wire.user_gas_value,
    deposits: wire.deposits,
  })),
);

export type Receipt = v.InferOutput<typeof receiptWire>;

export function encodeReceipt(receipt: Receipt): v.InferInput<typeof receiptWire> {
  return {
    from_chain_name: receipt.originChainName,
    from_chain_token_address: receipt.originToken,
    to_chain_hash: receipt.payoutHash,
    to_chain_name: receipt.destinationChainName,
    to_chain_token_address: receipt.destinationToken,
    token_name: receipt.tokenName,
    user_receive_value: encodeAmount(receipt.received),
    user_send_value: encodeAmount(receipt.sent),
    deposit_time: receipt.depositedAtMs === null ? null : encodeTimestamp(receipt.depositedAtMs),
    delivery_time: receipt.deliveredAtMs === null ? null : encodeTimestamp(receipt.deliveredAtMs),
    sender: receipt.sender,
    recipient: receipt.recipient,
    bridge_fee: receipt.bridgeFee && encodeAmount(receipt.bridgeFee),
    gas_fee: receipt.gasFee && encodeAmount(receipt.gasFee),
    user_gas_value: receipt.gasReceived && encodeAmount(receipt.gasReceived),
    deposits: receipt.deposits,
  };
}
