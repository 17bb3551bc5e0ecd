import type * as v from 'valibot';
import type { amountWire } from '#shared/wire/amount.ts';
import type { buildRequestWire, buildWire, transactionsWire, transactionWire } from '#shared/wire/build.ts';
import type { BuildFailureCode, HttpFailure, ReceiptFailureCode } from '#shared/wire/codes.ts';
import type { detailsWire } from '#shared/wire/details.ts';
import type { pairInfoWire, pairsRequestWire, pairsWire, priceWire } from '#shared/wire/pairs.ts';
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
    action: 'Take the name from `get_all_pair_infos`. Do not ask again with the same name.',
  },
  902: {
    meaning: 'The bridge does not serve a chain of the request now: it is disabled, paused or unreachable.',
    action: 'Offer another chain. Load the pairs again in a minute: `details.reason` says why.',
  },
  903: {
    meaning: 'The bridge does not offer this token between these chains, or has paused the pair.',
    action: 'Load the pairs again and choose from them.',
  },
  904: {
    meaning: 'The amount is outside the bounds, or the funds of the bridge do not cover it.',
    action:
      'Show `details.min_value` and `details.max_value`. At `details.reason` `funds_short`, a smaller amount or a later request can succeed.',
  },
  905: {
    meaning: 'The bridge has no token with this name.',
    action: 'Take the name from `get_all_pair_infos`. Do not ask again with the same name.',
  },
  906: {
    meaning:
      'The service cannot build for another reason: the amount is not a plain decimal or has too many decimals, an address is not usable, or the service cannot quote a fee or read the allowance now.',
    action: 'Show the message. Correct the field that it names, or ask again in a minute if it names none.',
  },
};

export const RECEIPT_CODES: Readonly<Record<ReceiptFailureCode, CodeText>> = {
  907: {
    meaning: 'The service knows no deposit with this hash: not yet, or it never made a deposit to this bridge.',
    action:
      'Ask again while the transaction is young. If a block has contained it for ten minutes, verify the hash, the chain and the deposit contract. At `details.reason` `hash_invalid`, correct the text.',
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
  404: 'Correct the address.',
  405: 'Use the method in the `Allow` header.',
  413: 'Send less, or ask for fewer receipts at once.',
  415: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  429: 'Wait for the seconds in `Retry-After`, then ask again.',
  500: 'Ask again later, with growing pauses.',
  503: 'Ask again in a minute, with growing pauses.',
};

export const STEP_TEXTS: Readonly<Record<Step, string>> = {
  seen: 'The service has seen the deposit.',
  confirming: 'The deposit waits for confirmations.',
  waiting_for_funds: 'The deposit is confirmed, and the payout waits for funds of the bridge.',
  signing: 'The bridge signs the payout, or is about to send it.',
  sent: 'The payout is sent. It waits for a block and its confirmations.',
  paused: 'The operator has paused these transfers. The payout follows when the pause ends.',
  held: 'The transfer is on hold. The bridge has the money, and its operator decides.',
  refunding: 'The refund is due (908), or signed and sent (909).',
  refunded: 'The refund is final on the origin chain.',
  closed: 'The operator has closed the transfer.',
};

/** What each field of a schema means. A field without a text is a type error. */
type Texts<S extends v.GenericSchema> = Readonly<Record<keyof v.InferInput<S> & string, string>>;

const ORIGIN = "in the origin token's decimals";

const BuildRequest: Texts<typeof buildRequestWire> = {
  channel:
    'The id of the integrator for revenue share. The deposit carries it unchanged, and the service stores it with the transfer. Default 0: no integrator.',
  from_address:
    'The account that sends the deposit and gets a refund. An address in lower case, in upper case or with a valid EIP-55 checksum.',
  from_chain_name: 'The name of the origin chain, as `get_all_pair_infos` states it, with the same case.',
  to_address:
    'The account that receives the payout. An address like `from_address`. Not the zero address, an address up to 0xffff, a token, or an address of the bridge.',
  to_chain_name: 'The name of the destination chain, as `get_all_pair_infos` states it, with the same case.',
  token_name: 'The name of the token, as `get_all_pair_infos` states it, with the same case.',
  ui_value:
    'The amount as a plain decimal in whole tokens, such as "1.5": digits and at most one point, at most 160 characters, with no more decimals than the token has on the origin chain. No sign, exponent, comma or space, and not a JSON number.',
  value_include_gas_fee:
    'true: the network fee is deducted from `ui_value`. false: it is added to `ui_value`. Default false.',
};

const PairsRequest: Texts<typeof pairsRequestWire> = {
  category:
    '"Mainnet", "Testnet" or "" in any case. "" lists both. The category of a pair is that of its origin chain. Default "".',
  value_include_gas_fee: 'true: `min_value` and `max_value` of each pair include the network fee. Default false.',
};

const ReceiptRequest: Texts<typeof receiptRequestWire> = {
  from_chain_hash:
    'The hash of the transaction that made the deposit: 0x and 64 hex digits in any case. Any other text is answered with 907.',
};

const ReceiptsRequest: Texts<typeof receiptsRequestWire> = {
  from_chain_hashes: 'The hashes of 1 to 100 deposits, as in `get_receipt`. A hash can occur more than once.',
  all_deposits:
    'true: one receipt for each deposit of each transaction. false: one for each transaction, the one that `get_receipt` shows. Default false.',
};

const Amount: Texts<typeof amountWire> = {
  decimals: 'The decimals of the token on the chain where the amount is paid.',
  raw_value: 'The amount in base units. Calculate with this value.',
  ui_value: 'The same amount in whole tokens: exact, without trailing zeros, such as "1.5". Show this value.',
};

const Transaction: Texts<typeof transactionWire> = {
  from: 'The account that must send the transaction: `from_address`.',
  to: 'The token for an approval, and the deposit contract for `transfer_body`.',
  data: 'The calldata.',
  value: 'The native amount to attach, in wei.',
};

const Transactions: Texts<typeof transactionsWire> = {
  approve_reset_body:
    'Sets the allowance to 0. Only for a token that refuses to change an allowance that is not 0, such as USDT; otherwise null.',
  approve_body:
    'Allows the deposit contract to take exactly `send_value`. null for a native token, and while the allowance suffices.',
  transfer_body: 'Makes the deposit. For a native token, `value` is `send_value`.',
};

const Build: Texts<typeof buildWire> = {
  bridge_fee: `The fee of the bridge, ${ORIGIN}.`,
  gas_fee: `The network fee: what the bridge charges for the gas of the payout, ${ORIGIN}.`,
  input_value: `The requested \`ui_value\`, ${ORIGIN}.`,
  max_value: `The largest \`ui_value\` that this request accepts now, ${ORIGIN}.`,
  min_value: `The smallest \`ui_value\` that this request accepts, ${ORIGIN}.`,
  receive_value: "What the recipient gets, in the destination token's decimals.",
  send_value: `What leaves the wallet of the sender, ${ORIGIN}.`,
  from_chain_name: 'The name of the origin chain.',
  to_chain_name: 'The name of the destination chain.',
  token_name: 'The name of the token.',
  network_type:
    'The kind of the origin chain: 0 unknown, 1 EVM, 2 Starknet, 3 Solana, 4 Bitcoin. The service serves 1 only.',
  quote_valid_until:
    'Send `transfer_body` so that a block contains it by this moment: the payout is then at least `receive_value`.',
  txs: 'The transactions for the wallet, in the order of their fields.',
};

const Price: Texts<typeof priceWire> = {
  currency: 'The currency, such as "USD".',
  value: 'The price of one whole token, a plain decimal.',
  at: 'The moment of the price.',
};

const Pair: Texts<typeof pairInfoWire> = {
  contract_address: 'The deposit contract on the origin chain.',
  from_chain_id: 'The EIP-155 id of the origin chain.',
  from_chain_name: 'The name of the origin chain.',
  from_token_address: 'The token on the origin chain; the zero address for the native token.',
  from_token_decimals: "The token's decimals on the origin chain.",
  max_value: `The largest \`ui_value\`, ${ORIGIN}. It shrinks with the funds of the bridge.`,
  min_value: `The smallest \`ui_value\`, ${ORIGIN}.`,
  to_chain_id: 'The EIP-155 id of the destination chain.',
  to_chain_name: 'The name of the destination chain.',
  to_token_address: 'The token on the destination chain; the zero address for the native token.',
  to_token_decimals: "The token's decimals on the destination chain. They can differ from the origin chain's.",
  token_name: 'The name of the token, the same on both chains.',
  available:
    'false: the funds of the bridge do not cover `min_value` now. `max_value` then equals `min_value`, and a build is answered with 904. Absent counts as true.',
  usual_seconds:
    'The median time from deposit to delivery of the last 50 transfers, in seconds; null while there are none.',
  from_token_price: 'The price of the token on the origin chain; null where the operator states none.',
  to_token_price: 'The price of the token on the destination chain; null where the operator states none.',
};

const Pairs: Texts<typeof pairsWire> = {
  pair_infos: 'The pairs: one for each token and direction. At most 40,000.',
};

const Receipt: Texts<typeof receiptWire> = {
  from_chain_name: 'The name of the origin chain.',
  from_chain_token_address: 'The token on the origin chain.',
  to_chain_hash: 'The transaction of the payout on the destination chain.',
  to_chain_name: 'The name of the destination chain.',
  to_chain_token_address: 'The token on the destination chain.',
  token_name: 'The name of the token.',
  user_receive_value: "What the recipient got, in the destination token's decimals.",
  user_send_value: `What the depositor sent, ${ORIGIN}.`,
  deposit_time: 'The time of the block of the deposit.',
  delivery_time: 'The time of the block of the payout.',
  sender: 'The account that made the deposit.',
  recipient: 'The account that got the payout.',
  bridge_fee: `The fee of the bridge, ${ORIGIN}.`,
  gas_fee: `The network fee, ${ORIGIN}.`,
  deposits: 'How many deposits to this service the transaction has.',
};

const Details: Texts<typeof detailsWire> = {
  step: 'Where the transfer stands.',
  confirmations: 'The confirmations so far: of the deposit at `confirming`, else of the payment in a block.',
  confirmations_needed:
    'The confirmations that make the deposit, or the payment, final. Absent where a tag of the chain decides, not a number.',
  reason: 'Why the request is refused, or why the transfer waits or failed.',
  refund_hash: 'The transaction of the refund on the origin chain.',
  refund_value: `What the refund pays, ${ORIGIN}. Its gas is deducted.`,
  min_value: `The smallest \`ui_value\` that the request accepts, ${ORIGIN}.`,
  max_value: `The largest \`ui_value\` that the request accepts now, ${ORIGIN}.`,
};

export const FIELD_TEXTS = {
  ...{ BuildRequest, PairsRequest, ReceiptRequest, ReceiptsRequest },
  ...{ Amount, Transaction, Transactions, Build, Price, Pair, Pairs, Receipt, Details },
} as const;
