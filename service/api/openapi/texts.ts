import type * as v from 'valibot';
import type { amountWire } from '#shared/wire/amount.ts';
import type { buildRequestWire, buildWire, transactionsWire, transactionWire } from '#shared/wire/build.ts';
import type { BuildFailureCode, HttpFailure, ReceiptFailureCode } from '#shared/wire/codes.ts';
import type { detailsWire } from '#shared/wire/details.ts';
import type { gasDropWire, pairInfoWire, pairsRequestWire, pairsWire, priceWire } from '#shared/wire/pairs.ts';
import type { Step } from '#shared/wire/reasons.ts';
import type { receiptRequestWire, receiptWire } from '#shared/wire/receipt.ts';
import type { receiptsRequestWire } from '#shared/wire/receipts.ts';

export type CodeText = {
  readonly meaning: string;
  /** What a client does. */
  readonly action: string;
};

export const SUCCESS_TEXT: CodeText = {
  meaning: 'Success. `data` is not null.',
  action: 'Read `data`.',
};

export const BUILD_CODES: Readonly<Record<BuildFailureCode, CodeText>> = {
  901: {
    meaning: 'The bridge has no chain with this name.',
    action: 'Use a name from `get_all_pair_infos`.',
  },
  902: {
    meaning: 'One of the chains is disabled, paused or unreachable.',
    action: 'Offer another chain. `details.reason` says why. Load the pairs again after a minute.',
  },
  903: {
    meaning: 'The bridge does not offer this token between these chains, or has paused the pair.',
    action: 'Load the pairs again and choose one.',
  },
  904: {
    meaning: "The amount is out of bounds, or the bridge's funds don't cover it.",
    action:
      'Show `details.min_value` and `details.max_value`. If `details.reason` is `funds_short`, try a smaller amount, or try later.',
  },
  905: {
    meaning: 'The bridge has no token with this name.',
    action: 'Use a name from `get_all_pair_infos`.',
  },
  906: {
    meaning:
      'The transfer cannot be built for another reason: the amount or an address is invalid, or the service cannot quote a fee or read the allowance right now.',
    action: 'Show the message. Correct the field it names. If it names none, try again after a minute.',
  },
};

export const RECEIPT_CODES: Readonly<Record<ReceiptFailureCode, CodeText>> = {
  907: {
    meaning:
      'The service knows no deposit with this hash: it has not seen it yet, or the transaction is not a deposit.',
    action:
      'Keep asking while the transaction is new. If it was mined ten minutes ago, check the hash, the chain and the deposit contract. If `details.reason` is `hash_invalid`, correct the hash.',
  },
  908: {
    meaning: 'The transfer is in progress.',
    action: 'Show `details.step` and ask again.',
  },
  909: {
    meaning: 'The transfer failed. The message says where the money is.',
    action: 'Show the message. Ask again until `details.step` is `refunded` or `closed`.',
  },
};

export const HTTP_ACTIONS: Readonly<Record<HttpFailure, string>> = {
  400: 'Correct the request. The message names the field.',
  404: 'Correct the URL.',
  405: 'Use a method from the `Allow` header.',
  413: 'Send less, or ask for fewer receipts.',
  415: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  429: 'Retry after that time.',
  500: 'Retry with increasing delays.',
  503: 'Retry with increasing delays.',
};

export const STEP_TEXTS: Readonly<Record<Step, string>> = {
  seen: 'The service has seen the deposit.',
  confirming: 'The deposit is waiting for confirmations.',
  waiting_for_funds: 'The deposit is confirmed. The payout is waiting for the bridge to have enough funds.',
  signing: 'The payout is next, or signed and about to be sent.',
  sent: 'The payout is sent and is waiting for confirmations.',
  paused: 'The operator has paused these transfers. The payout follows when they resume.',
  held: 'The bridge has the money, and its operator must decide what happens next.',
  refunding: 'The refund is next (908), or signed (909).',
  refunded: 'The refund is final.',
  closed: 'The operator has closed the transfer.',
};

/** What each field of a schema means. A field without a text is a type error. */
type Texts<S extends v.GenericSchema> = Readonly<Record<keyof v.InferInput<S> & string, string>>;

const ORIGIN = 'in the origin token';
const ORIGIN_CHAIN = 'The name of the origin chain.';
const DESTINATION_CHAIN = 'The name of the destination chain.';
const ORIGIN_TOKEN = 'The token on the origin chain.';
const DESTINATION_TOKEN = 'The token on the destination chain.';

const BuildRequest: Texts<typeof buildRequestWire> = {
  channel: "The integrator's id for revenue share. The deposit carries it. Default 0: none.",
  from_address:
    'The account that sends the deposit and receives any refund. All lower case, all upper case, or a valid EIP-55 checksum.',
  from_chain_name: 'The origin chain, spelled as in `get_all_pair_infos`.',
  to_address:
    'The account that receives the payout, in the same formats. Not the zero address, an address up to 0xffff, a token, or an address of the bridge.',
  to_chain_name: 'The destination chain, spelled as in `get_all_pair_infos`.',
  token_name: 'The token, spelled as in `get_all_pair_infos`.',
  ui_value:
    'The amount in whole tokens, such as "1.5": digits and at most one decimal point, with no more decimals than the token has on the origin chain. No sign, exponent, comma, space or hex, and not a JSON number.',
  value_include_gas_fee: 'true: `ui_value` includes the network fee. false: the network fee is added. Default false.',
  gas_drop:
    'The native tokens that arrive with the payout, such as "0.01", at most `gas_drop.max_value` of the pair. The network fee includes their price. null, "" or "0": none. Default "".',
};

const PairsRequest: Texts<typeof pairsRequestWire> = {
  category: '"Mainnet", "Testnet" or "" for both, in any case. The origin chain decides. Default "".',
  value_include_gas_fee: 'true: `min_value` and `max_value` include the network fee. Default false.',
};

const ReceiptRequest: Texts<typeof receiptRequestWire> = {
  from_chain_hash: "The deposit transaction's hash: 0x and 64 hex digits in any case. Any other text returns 907.",
};

const ReceiptsRequest: Texts<typeof receiptsRequestWire> = {
  from_chain_hashes: 'Deposit transaction hashes, as in `get_receipt`. Hashes may repeat.',
  all_deposits:
    'true: one receipt for each deposit of each transaction. false: one for each transaction, as in `get_receipt`. Default false.',
};

const Amount: Texts<typeof amountWire> = {
  decimals: "The token's decimals on the chain where it is paid.",
  raw_value: 'The amount in base units. Calculate with this.',
  ui_value: 'The same amount in whole tokens, exact and without trailing zeros, such as "1.5". Show this.',
};

const Transaction: Texts<typeof transactionWire> = {
  from: 'The account that must send the transaction: `from_address`.',
  to: 'The token for approvals, the deposit contract for `transfer_body`.',
  data: 'The calldata.',
  value: 'The native amount to attach, in wei.',
};

const Transactions: Texts<typeof transactionsWire> = {
  approve_reset_body:
    'Sets the allowance to 0 first. Only for a token that refuses to change a non-zero allowance, such as USDT; otherwise null.',
  approve_body:
    'Approves exactly `send_value` for the deposit contract. null for a native token, or if the allowance suffices.',
  transfer_body: 'Makes the deposit. For a native token, `value` is `send_value`.',
};

const Build: Texts<typeof buildWire> = {
  bridge_fee: `The bridge's fee, ${ORIGIN}.`,
  gas_fee: `The network fee, which covers the payout's gas and the price of \`gas_drop_value\`, ${ORIGIN}.`,
  input_value: `The requested \`ui_value\`, ${ORIGIN}.`,
  max_value: `The largest \`ui_value\` accepted now, ${ORIGIN}.`,
  min_value: `The smallest \`ui_value\` accepted, ${ORIGIN}.`,
  receive_value: 'What the recipient gets, in the destination token.',
  send_value: `What leaves the sender's wallet, ${ORIGIN}.`,
  from_chain_name: ORIGIN_CHAIN,
  to_chain_name: DESTINATION_CHAIN,
  token_name: 'The name of the token.',
  network_type:
    "The origin chain's type: 0 unknown, 1 EVM, 2 Starknet, 3 Solana, 4 Bitcoin. The service serves only 1.",
  quote_valid_until: 'If a block contains `transfer_body` by this time, the payout is at least `receive_value`.',
  gas_drop_value: 'The native amount that arrives with the payout; null without one.',
  txs: 'The transactions to sign, in the order of their fields.',
};

const Price: Texts<typeof priceWire> = {
  currency: 'The currency, such as "USD".',
  value: 'The price of one whole token, as a plain decimal.',
  at: 'The time of the price.',
};

const GasDrop: Texts<typeof gasDropWire> = {
  token_name: 'The name of the native token.',
  decimals: 'Its decimals.',
  max_value: 'The most that can arrive with a payout. It shrinks with the funds of the bridge.',
};

const Pair: Texts<typeof pairInfoWire> = {
  contract_address: 'The deposit contract on the origin chain.',
  from_chain_id: "The origin chain's id.",
  from_chain_name: ORIGIN_CHAIN,
  from_token_address: ORIGIN_TOKEN,
  from_token_decimals: 'Its decimals there.',
  max_value: `The largest \`ui_value\`, ${ORIGIN}. It shrinks with the bridge's funds.`,
  min_value: `The smallest \`ui_value\`, ${ORIGIN}.`,
  to_chain_id: "The destination chain's id.",
  to_chain_name: DESTINATION_CHAIN,
  to_token_address: DESTINATION_TOKEN,
  to_token_decimals: 'Its decimals there, which may differ.',
  token_name: 'The name of the token on both chains.',
  available:
    "false: the bridge's funds don't cover `min_value` now. `max_value` then equals `min_value`, and a build returns 904. Absent means true.",
  usual_seconds: 'The median time from deposit to delivery of the last 50 transfers; null without any.',
  from_token_price: 'The price of the token on the origin chain; null if the operator states none.',
  to_token_price: 'The price of the token on the destination chain; null if the operator states none.',
  gas_drop: "The destination's native token, which can arrive with the payout; null where it is not offered.",
};

const Pairs: Texts<typeof pairsWire> = {
  pair_infos: 'One pair for each token and direction.',
};

const Receipt: Texts<typeof receiptWire> = {
  from_chain_name: ORIGIN_CHAIN,
  from_chain_token_address: ORIGIN_TOKEN,
  to_chain_hash: 'The payout transaction on the destination chain.',
  to_chain_name: DESTINATION_CHAIN,
  to_chain_token_address: DESTINATION_TOKEN,
  token_name: 'The name of the token.',
  user_receive_value: 'What the recipient got, in the destination token.',
  user_send_value: `What the sender deposited, ${ORIGIN}.`,
  deposit_time: "The time of the deposit's block.",
  delivery_time: "The time of the payout's block.",
  sender: 'The account that made the deposit.',
  recipient: 'The account that got the payout.',
  bridge_fee: `The bridge's fee, ${ORIGIN}.`,
  gas_fee: `The network fee, ${ORIGIN}.`,
  user_gas_value: 'The native amount that the recipient got with the payout; null without one.',
  deposits: "How many of this bridge's deposits the transaction contains.",
};

const Details: Texts<typeof detailsWire> = {
  step: 'How far the transfer has got.',
  confirmations: 'Confirmations so far: of the deposit at `confirming`, otherwise of the payout or refund.',
  confirmations_needed:
    'How many confirmations make it final. Absent if the chain decides this by a block tag such as `finalized`.',
  reason: 'Why the request was refused, or why the transfer is waiting or failed.',
  refund_hash: 'The refund transaction on the origin chain.',
  refund_value: `What the refund pays after its gas, ${ORIGIN}.`,
  min_value: `The smallest \`ui_value\` accepted, ${ORIGIN}.`,
  max_value: `The largest \`ui_value\` accepted now, ${ORIGIN}.`,
  max_gas_drop: "The largest `gas_drop` accepted now, in the destination's native token.",
};

export const FIELD_TEXTS = {
  ...{ BuildRequest, PairsRequest, ReceiptRequest, ReceiptsRequest },
  ...{ Amount, Transaction, Transactions, Build, Price, GasDrop, Pair, Pairs, Receipt, Details },
} as const;
