import * as v from 'valibot';
import type { Address, Hex } from 'viem';
import type { Amount } from '../amount.ts';
import type { AmountOnWire } from './amount.ts';
import { amountWire, encodeAmount } from './amount.ts';
import { addressWire, encodeTimestamp, hexWire, nameWire, timestampWire, uint256Wire } from './primitives.ts';

/** The integrator's number. The deposit's `channel` field carries it unchanged. */
const channelWire = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/**
 * The request of `get_build_tx`. Names, addresses and the amount stay text: the operation validates them and answers
 * 901 to 906. `amountText` is a plain decimal in the origin token's units; `includesGasFee` deducts the network fee
 * from it. `gasDropText` is a plain decimal in units of the destination's native token; empty without a gas drop.
 */
export const buildRequestWire = v.pipe(
  v.object({
    channel: v.nullish(channelWire, 0),
    from_address: v.string(),
    from_chain_name: v.string(),
    to_address: v.string(),
    to_chain_name: v.string(),
    token_name: v.string(),
    ui_value: v.string(),
    value_include_gas_fee: v.nullish(v.boolean(), false),
    gas_drop: v.nullish(v.string(), ''),
  }),
  v.transform((wire) => ({
    channel: BigInt(wire.channel),
    sender: wire.from_address,
    originChainName: wire.from_chain_name,
    recipient: wire.to_address,
    destinationChainName: wire.to_chain_name,
    tokenName: wire.token_name,
    amountText: wire.ui_value,
    includesGasFee: wire.value_include_gas_fee,
    gasDropText: wire.gas_drop,
  })),
);

export type BuildRequest = v.InferOutput<typeof buildRequestWire>;

export function encodeBuildRequest(request: BuildRequest): v.InferInput<typeof buildRequestWire> {
  return {
    channel: Number(request.channel),
    from_address: request.sender,
    from_chain_name: request.originChainName,
    to_address: request.recipient,
    to_chain_name: request.destinationChainName,
    token_name: request.tokenName,
    ui_value: request.amountText,
    value_include_gas_fee: request.includesGasFee,
    ...(request.gasDropText !== '' && { gas_drop: request.gasDropText }),
  };
}

export const transactionWire = v.object({ from: addressWire, to: addressWire, data: hexWire, value: uint256Wire });

/** A build's transactions, in the order in which the wallet sends them. */
export const transactionsWire = v.object({
  approve_reset_body: v.nullish(transactionWire, null),
  approve_body: v.nullable(transactionWire),
  transfer_body: transactionWire,
});

/** A transaction for the wallet to sign. `value` is in wei. */
export type UnsignedTransaction = {
  readonly from: Address;
  readonly to: Address;
  readonly data: Hex;
  readonly value: bigint;
};

/**
 * `data` of `get_build_tx`. Amounts use the origin token's decimals, `receive_value` the destination token's.
 * `approve_body` is null if the deposit contract already has a sufficient allowance. `approve_reset_body` first sets
 * the allowance to 0, for a token that refuses to change a nonzero allowance. `network_type` is 1 for EVM chains. The
 * transactions should be sent before `quote_valid_until`. `gas_drop_value` is the native amount that arrives with the
 * payout; `gas_fee` includes its price. Services that follow only the specification send no addition.
 */
export const buildWire = v.pipe(
  v.object({
    bridge_fee: amountWire,
    gas_fee: amountWire,
    input_value: amountWire,
    max_value: amountWire,
    min_value: amountWire,
    receive_value: amountWire,
    send_value: amountWire,
    from_chain_name: nameWire,
    to_chain_name: nameWire,
    token_name: nameWire,
    network_type: v.pipe(v.number(), v.integer()),
    quote_valid_until: v.nullish(timestampWire, null),
    gas_drop_value: v.nullish(amountWire, null),
    txs: transactionsWire,
  }),
  v.transform((wire) => ({
    bridgeFee: wire.bridge_fee,
    gasFee: wire.gas_fee,
    input: wire.input_value,
    max: wire.max_value,
    min: wire.min_value,
    receive: wire.receive_value,
    send: wire.send_value,
    originChainName: wire.from_chain_name,
    destinationChainName: wire.to_chain_name,
    tokenName: wire.token_name,
    networkType: wire.network_type,
    validUntilMs: wire.quote_valid_until,
    gasDrop: wire.gas_drop_value,
    approvalReset: wire.txs.approve_reset_body as UnsignedTransaction | null,
    approval: wire.txs.approve_body as UnsignedTransaction | null,
    transfer: wire.txs.transfer_body as UnsignedTransaction,
  })),
);

export type Build = v.InferOutput<typeof buildWire>;

function encodeTransaction({ from, to, data, value }: UnsignedTransaction) {
  return { from: from as string, to: to as string, data: data as string, value: value.toString() };
}

export function encodeBuild(build: Build): v.InferInput<typeof buildWire> {
  const encode = (value: Amount): AmountOnWire => encodeAmount(value);
  return {
    bridge_fee: encode(build.bridgeFee),
    gas_fee: encode(build.gasFee),
    input_value: encode(build.input),
    max_value: encode(build.max),
    min_value: encode(build.min),
    receive_value: encode(build.receive),
    send_value: encode(build.send),
    from_chain_name: build.originChainName,
    to_chain_name: build.destinationChainName,
    token_name: build.tokenName,
    network_type: build.networkType,
    quote_valid_until: build.validUntilMs === null ? null : encodeTimestamp(build.validUntilMs),
    gas_drop_value: build.gasDrop && encode(build.gasDrop),
    txs: {
      approve_reset_body: build.approvalReset && encodeTransaction(build.approvalReset),
      approve_body: build.approval && encodeTransaction(build.approval),
      transfer_body: encodeTransaction(build.transfer),
    },
  };
}
